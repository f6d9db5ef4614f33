import type { Page } from '@playwright/test';

/** How far content has moved by itself, and which content. */
export interface Shift {
  value: number;
  moved: string[];
}

/** Notes each shift and what moved as it is then: a page that is left is gone when the test asks. */
export const noteShifts = `
  window.shifts = { value: 0, moved: [] };
  new PerformanceObserver((list) => {
    for (const { value, startTime, sources } of list.getEntries()) {
      window.shifts.value += value;
      for (const { node } of sources) {
        const content = node?.outerHTML?.slice(0, 120) ?? String(node?.nodeValue);
        window.shifts.moved.push(Math.round(startTime) + ' ms, ' + location.pathname + ': ' + content);
      }
    }
  }).observe({ type: 'layout-shift', buffered: true });`;

export async function shiftOf(page: Page): Promise<Shift> {
  await twoFrames(page);
  return page.evaluate<Shift>('window.shifts');
}

export async function twoFrames(page: Page): Promise<void> {
  await page.evaluate(
    'new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done())))',
  );
}

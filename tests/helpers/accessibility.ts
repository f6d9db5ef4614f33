import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { expect, type Page } from '@playwright/test';
import type axe from 'axe-core';

const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/**
 * Runs axe on the page in its current state: all rules in light colours, and in dark ones the rules that depend on
 * colours.
 */
export async function expectAccessible(page: Page): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) await expectAccessibleIn(page, colorScheme);
}

/** As `expectAccessible`, in one scheme. `cutOff`: elements scrolled half out of view do not count as small targets. */
export async function expectAccessibleIn(
  page: Page,
  colorScheme: 'light' | 'dark',
  { cutOff = false } = {},
): Promise<void> {
  await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
  // Pages rendered by the server alone have no #root. The browser itself waits, which is faster than asking it repeatedly.
  const inScheme = page.locator(`html[data-color-scheme=${colorScheme}], html:not(:has(#root))`);
  await inScheme.waitFor({ state: 'attached' });
  // Wait for fade-ins to end.
  await expect.poll(() => page.evaluate(runningAnimations), { intervals: [20, 50] }).toBe(0);
  const found = await violations(page, {
    ...(colorScheme === 'dark' && { runOnly: ['color-contrast'] }),
    // axe skips the rules of WCAG 2.2 unless asked for them.
    ...(colorScheme === 'light' && { rules: { 'target-size': { enabled: !cutOff } } }),
  });
  expect(found, `axe in ${colorScheme} colours`).toEqual([]);
}

/** Runs axe inside the page, which has no frames. Its results stay there: those of passed rules are megabytes. */
async function violations(page: Page, options: axe.RunOptions): Promise<string[]> {
  if (!(await page.evaluate<boolean>("'axe' in window"))) await page.evaluate(axeSource);
  return page.evaluate<
    string[]
  >(`axe.run(document, ${JSON.stringify({ ...options, resultTypes: ['violations'] })})
    .then(({ violations }) => violations.map(({ id, nodes }) => id + ': ' + nodes.map(({ html }) => html).join(' ')))`);
}

const runningAnimations = 'document.getAnimations().filter((one) => one.playState === "running").length';

/** Fails if the page scrolls sideways at a width, in CSS pixels. */
export async function expectNoSidewaysScroll(page: Page, width: number): Promise<void> {
  await page.setViewportSize({ width, height: 800 });
  const beyond = () =>
    page.evaluate<number>('document.documentElement.scrollWidth - document.documentElement.clientWidth');
  await expect.poll(beyond, `pixels beyond ${width}`).toBeLessThanOrEqual(0);
}

/**
 * Fails if blocks that stand below each other in one element begin almost, but not quite, at the same left edge: by more
 * than one pixel and less than the smallest step of the lattice.
 */
export async function expectAligned(page: Page, width: number): Promise<void> {
  await page.setViewportSize({ width, height: 900 });
  await expect.poll(() => page.evaluate<string[]>(crookedBlocks), `left edges at ${width}`).toEqual([]);
}

const crookedBlocks = `[...document.querySelectorAll('body, body *')].flatMap((parent) => {
  const style = getComputedStyle(parent);
  if (/center|end/.test(style.alignItems + style.justifyItems + style.textAlign) || parent.closest('svg')) return [];
  const boxes = [...parent.children]
    .filter((child) => !/inline|none|contents|table-/.test(getComputedStyle(child).display))
    .filter((child) => !/absolute|fixed/.test(getComputedStyle(child).position))
    .map((child) => ({ child, ...child.getBoundingClientRect().toJSON() }))
    .filter(({ width, height }) => width > 1 && height > 1);
  return boxes.slice(1).flatMap((box, index) => {
    const above = boxes[index];
    const apart = Math.abs(box.left - above.left);
    const isBelow = box.top >= above.bottom - 1;
    return isBelow && apart > 1 && apart < 8
      ? [apart.toFixed(1) + ' px: ' + above.child.outerHTML.slice(0, 120) + ' | ' + box.child.outerHTML.slice(0, 120)]
      : [];
  });
})`;

/** Fails if a drawing or another part lies over the middle of what can be pressed. An open menu may, and so may a bar. */
export async function expectUncovered(page: Page): Promise<void> {
  await expect.poll(() => page.evaluate<string[]>(coveredControls), 'covered by something else').toEqual([]);
}

const coveredControls = `(() => {
  const top = [...document.querySelectorAll('dialog[open]')].at(-1) ?? document;
  const places = [...document.querySelectorAll('*')].map((part) => [part, part.scrollLeft, part.scrollTop]);
  // A skip link appears with the focus, and the head of a table only where it is no list of cards.
  const isClipped = (part) => part !== null && (getComputedStyle(part).clipPath !== 'none' || isClipped(part.parentElement));
  const isLayer = (part) => part !== null && (getComputedStyle(part).zIndex > 0 || isLayer(part.parentElement));
  const covered = [...top.querySelectorAll('a[href], button, input, select, textarea, summary')].flatMap((control) => {
    if (control.disabled || !control.checkVisibility({ visibilityProperty: true })) return [];
    if (isClipped(control)) return [];
    control.scrollIntoView({ block: 'center', inline: 'center', behavior: 'instant' });
    const [box] = control.getClientRects();
    if (!box || box.width < 2 || box.height < 2) return [];
    const hit = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2);
    if (!hit || control.contains(hit) || hit.contains(control) || isLayer(hit)) return [];
    if ([...(control.labels ?? [])].some((label) => label.contains(hit))) return [];
    return [control.outerHTML.slice(0, 120) + ' | ' + hit.outerHTML.slice(0, 120)];
  });
  for (const [part, left, top] of places) part.scrollTo(left, top);
  return covered;
})()`;

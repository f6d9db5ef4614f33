import AxeBuilder from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

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
  // Pages rendered by the server alone have no #root.
  if ((await page.locator('#root').count()) > 0) {
    await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', colorScheme);
  }
  // Wait for fade-ins to end.
  await expect.poll(() => page.evaluate(runningAnimations)).toBe(0);
  // Legacy mode does not open a page for the results of frames, of which the portal has none.
  const axe = new AxeBuilder({ page }).setLegacyMode();
  // axe skips the rules of WCAG 2.2 unless asked for them.
  if (colorScheme === 'light') axe.options({ rules: { 'target-size': { enabled: !cutOff } } });
  else axe.withRules('color-contrast');
  const { violations } = await axe.analyze();
  const found = violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`);
  expect(found, `axe in ${colorScheme} colours`).toEqual([]);
}

const runningAnimations = 'document.getAnimations().filter((one) => one.playState === "running").length';

/** Fails if the page scrolls sideways at a width, in CSS pixels. */
export async function expectNoSidewaysScroll(page: Page, width: number): Promise<void> {
  await page.setViewportSize({ width, height: 800 });
  const beyond = () =>
    page.evaluate<number>('document.documentElement.scrollWidth - document.documentElement.clientWidth');
  await expect.poll(beyond, `pixels beyond ${width}`).toBeLessThanOrEqual(0);
}

import AxeBuilder from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

/**
 * Fails for anything that axe finds on the page as it is now: every rule in light colours, and in dark ones the rule
 * that the colours can change.
 */
export async function expectAccessible(page: Page): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) await expectAccessibleIn(page, colorScheme);
}

/** As `expectAccessible`, in one scheme. `cutOff`: what is scrolled half out of sight is no small target. */
export async function expectAccessibleIn(
  page: Page,
  colorScheme: 'light' | 'dark',
  { cutOff = false } = {},
): Promise<void> {
  await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
  // A page that the server draws by itself has no such mark.
  if ((await page.locator('#root').count()) > 0) {
    await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', colorScheme);
  }
  // Nothing is looked at while it is still half faded in.
  await expect.poll(() => page.evaluate(runningAnimations)).toBe(0);
  // "Legacy" spares a page of its own for the results of frames, of which the portal has none.
  const axe = new AxeBuilder({ page }).setLegacyMode();
  // Axe leaves out the rules that came with WCAG 2.2 unless it is asked for them.
  if (colorScheme === 'light') axe.options({ rules: { 'target-size': { enabled: !cutOff } } });
  else axe.withRules('color-contrast');
  const { violations } = await axe.analyze();
  const found = violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`);
  expect(found, `axe in ${colorScheme} colours`).toEqual([]);
}

const runningAnimations = 'document.getAnimations().filter((one) => one.playState === "running").length';

/** Fails when the page scrolls sideways at a width, in CSS pixels. */
export async function expectNoSidewaysScroll(page: Page, width: number): Promise<void> {
  await page.setViewportSize({ width, height: 800 });
  const beyond = () =>
    page.evaluate<number>('document.documentElement.scrollWidth - document.documentElement.clientWidth');
  await expect.poll(beyond, `pixels beyond ${width}`).toBeLessThanOrEqual(0);
}

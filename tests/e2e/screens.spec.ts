import { expectAccessibleIn, expectNoSidewaysScroll } from '#tests/helpers/accessibility.ts';
import { test as base, expect } from '#tests/helpers/fixtures.ts';
import { screenStates } from '#tests/screens/all-states.ts';
import { openState } from '#tests/screens/open-state.ts';
import { createWorld, type World } from '#tests/screens/world.ts';

/** Enough members that lists render only some of their rows. */
const crowd = 700;

const test = base.extend<object, { world: World }>({
  world: [
    async ({ browserName: _unused }, provide) => {
      const world = createWorld(crowd);
      await provide(world);
      await world.discard();
    },
    { scope: 'worker', timeout: 120_000 },
  ],
});

for (const state of screenStates) {
  test(`axe finds nothing in ${state.name}`, async ({ page, world, problems }) => {
    if (state.complaints) problems.allow(state.complaints);
    await page.setViewportSize({ width: 390, height: 844 });
    await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
    await openState(page, world, state);
    await expectAccessibleIn(page, 'light', { cutOff: state.cutOff ?? false });
    // The width of a 1280-pixel page at 400 % zoom.
    await expectNoSidewaysScroll(page, 320);
    if (!state.phoneOnly) await page.setViewportSize({ width: 1440, height: 900 });
    await expectAccessibleIn(page, 'dark');
    await page.unrouteAll({ behavior: 'ignoreErrors' });
  });
}

test('axe reports a nameless button, and faint text in each scheme', async ({ page }) => {
  const faint = '<p style="background: #777; color: #888">Faint</p>';
  await page.setContent(`<button></button>${faint}`);
  await expect(expectAccessibleIn(page, 'light')).rejects.toThrow(/button-name.*\n.*color-contrast/);
  await expect(expectAccessibleIn(page, 'dark')).rejects.toThrow(/color-contrast/);
});

import { expectNoSidewaysScroll } from '#tests/helpers/accessibility.ts';
import { expect, test } from '#tests/helpers/fixtures.ts';
import { signedInMember } from '#tests/helpers/signed-in-member.ts';
import { radio } from '#tests/helpers/track-picker.ts';

test('fits narrow screens with long names and large text', async ({ page, portal }) => {
  const fullName = 'Venkatanarasimharajuvaripeta Subramaniam-Ananthapadmanabhan Krishnamurthy';
  await signedInMember(page, portal, { track: 'ml' }, { fullName });
  await page.goto('/dashboard');
  await expect(radio(page, 'Machine Learning')).toBeChecked();
  for (const width of [320, 390, 640, 768, 1440]) await expectNoSidewaysScroll(page, width);
  await page.setViewportSize({ width: 390, height: 844 });
});

import { expect, test } from '#tests/helpers/fixtures.ts';
import { signedInMember } from '#tests/helpers/signed-in-member.ts';

const labels = [
  'Full Name',
  'Email Address',
  'Student ID',
  'Department',
  'Year of Study',
  'Contact Number',
  'Development Track',
];

test('the profile can be edited by keyboard alone', async ({ page, portal }) => {
  const member = await signedInMember(page, portal);
  await page.goto('/profile');
  await page.getByRole('button', { name: 'Edit Profile' }).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByLabel('Full Name')).toBeFocused();
  await page.keyboard.press('ControlOrMeta+A');
  await page.keyboard.type('Asha K');
  for (const label of labels.slice(1)) {
    await page.keyboard.press('Tab');
    await expect(page.getByLabel(label)).toBeFocused();
  }
  await page.keyboard.type('Game');
  await page.keyboard.press('Tab');
  await expect(page.getByRole('button', { name: 'Cancel' })).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(page.getByRole('button', { name: 'Save Changes' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByText('Profile updated successfully!')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Edit Profile' })).toBeFocused();
  await page.keyboard.press('Space');
  await expect(page.getByLabel('Full Name')).toBeFocused();
  expect(await member.stored()).toMatchObject({ fullName: 'Asha K', developmentTrack: 'game' });
});

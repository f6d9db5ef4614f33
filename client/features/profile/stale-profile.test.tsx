import { expect, it } from 'vitest';
import type { Member } from '#domain/members.ts';
import { saveProfile } from '#tests/helpers/email-change.ts';
import { member, openPage, screen } from '#tests/pages/page.ts';
import { profileTexts } from './texts.ts';

it('keeps what was typed, shows what another tab has saved, and saves over it when asked again', async () => {
  const { browser, fill, press } = await openPage('/profile', { as: member({ track: 'web' }) });
  const own = async () => (await browser.get('/api/me')).body as Member;
  await press('Edit Profile');
  await fill({ 'Full Name': 'Typed Here' });
  const elsewhere = await saveProfile(browser, { fullName: 'Saved There', studentId: '1SD22CS777' });
  expect(elsewhere.status).toBe(200);

  await press('Save Changes');
  const alert = await screen.findByRole('alert');
  expect(alert.textContent).toContain(profileTexts.changedElsewhere);
  expect(alert.textContent).toContain('Full Name “Saved There”');
  expect(alert.textContent).not.toContain('1SD22CS777');
  await screen.findByDisplayValue('Typed Here');
  // A field that was not typed into follows the other tab.
  await screen.findByDisplayValue('1SD22CS777');
  expect(await own()).toMatchObject({ fullName: 'Saved There', studentId: '1SD22CS777' });

  await press('Save Changes');
  await screen.findByText('Profile updated successfully!');
  expect(await own()).toMatchObject({ fullName: 'Typed Here', studentId: '1SD22CS777' });
});

it('keeps what another tab has saved when the form is cancelled', async () => {
  const { browser, fill, press } = await openPage('/profile', { as: member({ track: 'web' }) });
  await press('Edit Profile');
  await fill({ 'Full Name': 'Typed Here' });
  await saveProfile(browser, { fullName: 'Saved There' });
  await press('Save Changes');
  await screen.findByText(profileTexts.changedElsewhere);
  await screen.findByRole('button', { name: 'Save Changes' });
  await press('Cancel');
  await screen.findByText('Saved There', { selector: 'dd' });
  await press('Edit Profile');
  await screen.findByDisplayValue('Saved There');
});

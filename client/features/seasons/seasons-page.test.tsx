import { within } from '@testing-library/dom';
import { expect, it } from 'vitest';
import { registerPerson, signInAdministrator, type TestApp } from '#tests/helpers/app.ts';
import { rowsOf } from '#tests/helpers/records.ts';
import { decide, releaseNow } from '#tests/helpers/results.ts';
import { openPage, screen } from '#tests/pages/page.ts';

let former: Awaited<ReturnType<typeof registerPerson>>;

/** A season with a selected member and two others. */
async function lead(portal: TestApp) {
  const administrator = await signInAdministrator(portal);
  const asha = await registerPerson(portal, { fullName: 'Asha Rao' });
  former = await registerPerson(portal, { fullName: 'Ravi Menon' });
  await former.put('/api/me/track', { developmentTrack: 'game' });
  await registerPerson(portal, { fullName: 'Mira Nair' });
  await decide(administrator, [asha.uid], 'selected');
  await releaseNow(administrator);
  return administrator;
}

it('the lead notes a role, keeps a member, ends the season by its name, and finds last year’s member', async () => {
  const { portal, user, fill, press } = await openPage('/admin/seasons', { as: lead });
  await screen.findByText('3 members: 2 accounts are closed.');
  const club = within(screen.getByRole('region', { name: 'Members of the club' }));
  const role = await club.findByLabelText('Role of Asha Rao');
  await user.type(role, 'Web lead');
  await user.tab();
  await expect
    .poll(async () => (await rowsOf(portal.store, 'results')).map(({ role }) => role))
    .toEqual(['Web lead']);

  await fill({ 'Find members to keep': 'mira' });
  await user.click(await screen.findByLabelText('Mira Nair'));
  const name = /To end it, type its name: (.+)/.exec(document.body.textContent ?? '')?.[1]?.slice(0, 4) ?? '';
  const button = screen.getByRole<HTMLButtonElement>('button', { name: 'End the Season' });
  expect(button.disabled).toBe(true);
  await user.type(screen.getByLabelText(/^To end it/), name);
  await press('End the Season');
  await screen.findByText(`The season ${name} has ended.`);
  await screen.findByText(`End the season ${Number(name) + 1}`);
  await screen.findByText('2 members: 1 account is closed.');

  const past = within(screen.getByRole('region', { name: 'Past seasons' }));
  await user.click(await past.findByText(name));
  await fill({ 'Search this season': 'menon' });
  await expect.poll(() => screen.queryByText('Asha Rao')).toBeNull();
  await user.click(await screen.findByRole('button', { name: 'Ravi Menon' }));
  const record = within(await screen.findByRole('dialog'));
  await record.findByText('Full Name');
  record.getByText('2nd Year');
  record.getByText('Game Development');

  // Signing in to the closed account leads to the form, which is filled in.
  const { email, password } = former.registration;
  const login = await openPage('/login', { portal });
  await login.fill({ Email: email, Password: password });
  await login.press('Sign In');
  await screen.findByText(/^The season is over, and your account was closed with it\./);
  await screen.findByDisplayValue('Ravi Menon');
  await screen.findByDisplayValue(email);
});

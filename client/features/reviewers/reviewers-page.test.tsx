import { within } from '@testing-library/dom';
import { expect, it } from 'vitest';
import { reviewerRefusals } from '#domain/reviewers.ts';
import { saveReview } from '#tests/helpers/admin-api.ts';
import { registerPerson, signInAdministrator, signInReviewer } from '#tests/helpers/app.ts';
import { addRecords, submittedRecord } from '#tests/helpers/made-records.ts';
import { unavailable } from '#tests/pages/network.ts';
import { administrator, member, openPage, screen, textsOf } from '#tests/pages/page.ts';

const region = (name: string) => within(screen.getByRole('region', { name }));
const link = () => screen.getByLabelText<HTMLInputElement>('Link').value;

it('the administrator invites, sends again, revokes and ends a role', async () => {
  const { portal, press, fill, network } = await openPage('/admin/reviewers', {
    as: async (to) => {
      await signInReviewer(to, 'Gita Rao');
      return signInAdministrator(to);
    },
  });
  await screen.findByText('Gita Rao');
  await fill({ Email: 'not an address' });
  await press('Send Invitation');
  await screen.findByText('Please enter a valid email address');
  await fill({ Email: 'ravi@club.example' });
  const repair = network.fail('POST /api/admin/reviewers', unavailable);
  await press('Send Invitation');
  await screen.findByRole('alert');
  repair();
  await press('Send Invitation');
  // Without a mail server, the link is to be handed over.
  await screen.findByText(/^The portal sends no email yet: hand this link to ravi@club\.example yourself/);
  const first = link();
  expect(first).toContain('/join?token=');
  await region('Open invitations').findByText('ravi@club.example');
  await press('Send Again');
  await expect.poll(link).not.toBe(first);
  await press('Revoke');
  await screen.findByText('The invitation of ravi@club.example is revoked.');
  await region('Open invitations').findByText('None.');

  const applicant = await registerPerson(portal);
  await fill({ Email: applicant.registration.email });
  await press('Send Invitation');
  await screen.findByText(reviewerRefusals.applied);

  await press('End Role');
  await press('Keep');
  await press('End Role');
  const dialog = within(await screen.findByRole('dialog'));
  dialog.getByText(/^They’re signed out everywhere within a second, and their account is removed/);
  dialog.getByRole('button', { name: 'End Role' }).click();
  await screen.findByText('Gita Rao is no longer a reviewer.');
  await region('Reviewers').findByText('Nobody yet. You review alone.');
});

it('an invited person joins with a name and a password, and arrives at the desk', async () => {
  const admin = await openPage('/admin/reviewers', { as: administrator });
  await admin.fill({ Email: 'ravi@club.example' });
  await admin.press('Send Invitation');
  await screen.findByLabelText('Link');
  const path = new URL(link()).pathname + new URL(link()).search;
  const { portal } = admin;

  const { fill, press, address } = await openPage(path, { portal });
  await screen.findByText(/^You’re invited as ravi@club\.example/);
  await fill({ Name: 'Ravi Menon', Password: 'short' });
  await press('Accept Invitation');
  await screen.findByText(/at least 6 characters/);
  await fill({ Password: 'a password of my own' });
  await press('Accept Invitation');
  await expect.poll(address).toBe('/admin/review');
  await screen.findByRole('link', { name: 'Set up a second factor' });
  await screen.findByRole('heading', { level: 1 });
  const menu = await screen.findByRole('navigation', { name: 'Account' });
  expect(textsOf(within(menu).getAllByRole('link'))).toEqual(['Review', 'ravi@club.example']);

  await openPage(path, { portal });
  await screen.findByText(reviewerRefusals.linkInvalid);
  await openPage('/join', { portal });
  await screen.findByText(reviewerRefusals.linkInvalid);
});

it('a reviewer signs in like everyone, and finds only the desk', async () => {
  const { portal, browser } = await openPage('/login', { as: (to) => signInReviewer(to) });
  for (const [path, shown] of [
    ['/', '/admin/review'],
    ['/dashboard', '/admin/review'],
    ['/login', '/admin/review'],
  ] as const) {
    const { address } = await openPage(path, { portal, as: browser });
    await expect.poll(address).toBe(shown);
  }
  for (const path of ['/admin-dashboard', '/admin/inbox', '/admin/reviewers', '/admin/settings/mail']) {
    await openPage(path, { portal, as: browser });
    await screen.findByRole('heading', { name: 'Access Denied' });
    expect(textsOf(screen.getAllByRole('link')).join()).not.toMatch(/Inbox|Users|Settings/);
  }
});

it('a member is not let in', async () => {
  await openPage('/admin/reviewers', { as: member() });
  await screen.findByRole('heading', { name: 'Access Denied' });
});

it('shows how many opinions each reviewer has given, and how they compare', async () => {
  await openPage('/admin/reviewers', {
    as: async (to) => {
      await addRecords(to.store, [submittedRecord({ uid: 'a' })]);
      const gita = await signInReviewer(to, 'Gita Rao');
      const ravi = await signInReviewer(to, 'Ravi Menon');
      for (const [person, score] of [
        [gita, 9],
        [ravi, 6],
      ] as const) {
        const scores = [{ criterion: 'Score', score }];
        expect((await saveReview(person, 'a', { opinion: { scores } })).status).toBe(200);
      }
      return signInAdministrator(to);
    },
  });
  const table = within(await screen.findByRole('table'));
  const rows = table.getAllByRole('row').map((row) => row.textContent);
  expect(rows).toContain('Gita Rao193 higher');
  expect(rows).toContain('Ravi Menon163 lower');
});

import { globSync, readFileSync } from 'node:fs';
import { expect, it, vi } from 'vitest';
import { inboxPage } from '#domain/form-inbox.ts';
import { openTestApp } from '#tests/helpers/app.ts';
import { contactMessage } from '#tests/helpers/forms.ts';
import { addRecords, submittedRecord } from '#tests/helpers/made-records.ts';
import { type Failure, type Network, refusal } from '#tests/pages/network.ts';
import { administrator, member, openPage, screen } from '#tests/pages/page.ts';

/** It is final: the client sends the request again after an error of the server. */
const refused: Failure = () => refusal(400, 'TEST', 'Not now.');

/** The dashboard has several parts, of which it names one. */
const offer = /^(Try again|Load the figures again)$/;

/** The sources that offer to load again, with a page and the request of it that fails. */
const ofMember = [
  ['profile/profile-page', '/profile', '/api/me'],
  ['timeline/timeline-page', '/timeline', '/api/me'],
  ['tasks/user-task-page', '/user-tasks', '/api/me'],
  ['tasks/task-skeleton', '/user-tasks', '/api/tasks/web'],
  ['dashboard/dashboard-page', '/dashboard', '/api/me'],
] as const;

const ofAdministrator = [
  ['tasks/tasks-page', '/tasks', '/api/tasks/web'],
  ['summary/admin-dashboard-page', '/admin-dashboard', '/api/admin/summary'],
  ['history/change-list', '/admin-dashboard', '/api/admin/changes'],
  ['member-list/member-list', '/admin', '/api/admin/members'],
  ['member-details/member-page', '/admin/members/asha', '/api/admin/members/asha'],
  ['member-details/member-page', '/admin/members/asha', '/api/admin/members/asha/extension'],
  ['member-details/sign-in-panel', '/admin/members/asha', '/api/admin/members/asha/account'],
  ['results/results-page', '/admin/results', '/api/admin/results'],
  ['settings/settings-form', '/admin/settings/dates', '/api/admin/settings/dates'],
  ['settings/mail-settings', '/admin/settings/mail', '/api/admin/settings/mail'],
  ['settings/accounts-settings', '/admin/settings/accounts', '/api/admin/settings/accounts/state'],
  ['settings/reminders-form', '/admin/settings/reminders', '/api/admin/settings/reminders'],
  ['group-messages/paged-list', '/admin/messages', '/api/admin/messages'],
  ['reviews/queue', '/admin/review', '/api/admin/review-queue'],
  ['reviews/review-page', '/admin/review', '/api/admin/reviews/asha'],
  ['inbox/inbox-page', '/admin/inbox', '/api/admin/form-submissions'],
  ['inbox/message-view', '/admin/inbox?message=:message', '/api/admin/form-submissions/*'],
  ['reviewers/reviewers-page', '/admin/reviewers', '/api/admin/reviewers'],
  ['reviewers/reviewers-page', '/admin/reviewers', '/api/admin/review-figures'],
  ['seasons/seasons-page', '/admin/seasons', '/api/admin/seasons'],
  ['seasons/seasons-page', '/admin/seasons', '/api/admin/club-members'],
  ['hand-over/hand-over-page', '/admin/hand-over', '/api/admin/hand-over'],
  ['numbers/numbers-page', '/admin/numbers', '/api/admin/numbers'],
  ['backups/backups-page', '/admin/backups', '/api/admin/backups'],
  ['backups/backups-page', '/admin/backups', '/api/admin/trash'],
  ['diagnostics/health-page', '/admin/health', '/api/diagnostics/health'],
  ['diagnostics/access-page', '/admin/access', '/api/diagnostics/access'],
] as const;

it('every source that offers to load again is tested here', () => {
  const offering = globSync('client/features/**/*.tsx').filter(
    (file) =>
      !file.includes('.test.') &&
      /<(?:LoadFailure|Loaded|Unloaded|RetryButton)/.test(readFileSync(file, 'utf8')),
  );
  const tested = [...ofMember, ...ofAdministrator].map(([source]) => `client/features/${source}.tsx`);
  expect(offering.filter((file) => !tested.includes(file))).toEqual([]);
});

/** The first connection has the data loaded again. */
function holdStreams(network: Network): void {
  network.hold('GET /api/me/events');
  network.hold('GET /api/admin/events');
}

async function openFailing(path: string, route: string, as: typeof administrator) {
  // The dashboard logs its failure.
  vi.spyOn(console, 'warn').mockImplementation(() => {});
  const portal = await openTestApp('sqlite');
  await addRecords(portal.store, [submittedRecord({ uid: 'asha', fullName: 'Asha Rao' })]);
  await portal.visitor().post('/f/contact', contactMessage());
  const browser = await as(portal);
  const { body } = await browser.get('/api/admin/form-submissions?limit=1');
  const message = as === administrator ? (inboxPage.parse(body).submissions[0]?.id ?? '') : '';
  const page = await openPage(path.replace(':message', message), {
    portal,
    as: browser,
    bare: true,
    prepare(network) {
      holdStreams(network);
      network.fail(route, refused);
    },
  });
  const button = await screen.findByRole('button', { name: offer });
  button.focus();
  return page;
}

const isOffered = () => screen.queryByRole('button', { name: offer }) !== null;
const hasFocus = () => document.activeElement !== document.body && document.activeElement?.isConnected;

it.each([
  ...ofMember.map((source) => [...source, member({ track: 'web' })] as const),
  ...ofAdministrator.map((source) => [...source, administrator] as const),
])('%s on %s without %s loads again, and keeps the focus', async (_, path, url, as) => {
  const route = `GET ${url}`;
  const { network, user } = await openFailing(path, route, as);
  for (const works of [false, true]) {
    screen.getByRole('button', { name: offer }).focus();
    if (works) network.release(route);
    const held = network.hold(route);
    await user.keyboard('{Enter}');
    await expect.poll(isOffered).toBe(false);
    await expect.poll(hasFocus).toBe(true);
    held.release();
    await expect.poll(isOffered).toBe(!works);
  }
  await expect.poll(() => screen.queryByRole('alert')).toBeNull();
  await expect.poll(hasFocus).toBe(true);
});

it('a load in the background that fails keeps the focus', async () => {
  const { network } = await openFailing('/profile', 'GET /api/me', member());
  const asked = () => network.requests.filter((request) => request === 'GET /api/me').length;
  const before = asked();
  network.release('GET /api/me/events');
  await expect.poll(asked).toBeGreaterThan(before);
  await expect.poll(isOffered).toBe(true);
  await expect.poll(hasFocus).toBe(true);
});

import { expect, it, vi } from 'vitest';
import type { ReviewFlags, SubmissionReview } from '#domain/review.ts';
import { openTestApp, registerPerson, signInAdministrator, type TestApp } from '#tests/helpers/app.ts';
import { decide, releaseNow } from '#tests/helpers/results.ts';
import { unreachable } from '#tests/pages/network.ts';
import { administrator, member, openPage, screen } from '#tests/pages/page.ts';

const project = { githubLink: 'https://github.com/asha/x', projectDescription: 'It works.' };

/** A portal with a member who has submitted a project. */
async function withSubmission() {
  const portal = await openTestApp('sqlite');
  const person = await registerPerson(portal, { fullName: 'Asha Rao' });
  await person.put('/api/me/track', { developmentTrack: 'web' });
  await person.put('/api/me/submission', project);
  return { portal, person };
}

/** Another administrator's page reviews a submission. */
async function reviewElsewhere(portal: TestApp, uid: string, flags: ReviewFlags) {
  const other = await signInAdministrator(portal);
  const { version } = (await other.get(`/api/admin/reviews/${uid}`)).body as SubmissionReview;
  await other.patch(`/api/admin/reviews/${uid}`, { version, ...flags });
}

const box = (name: string) => screen.findByRole('checkbox', { name });

it('shows a member what happened while the page was hidden', async () => {
  const { portal, browser } = await openPage('/dashboard', {
    as: member({ track: 'web', submission: project }),
  });
  await screen.findByText('Under review');
  const visibility = vi.spyOn(document, 'visibilityState', 'get');
  const become = (state: DocumentVisibilityState) => {
    visibility.mockReturnValue(state);
    document.dispatchEvent(new Event('visibilitychange'));
  };
  become('hidden');
  await reviewElsewhere(portal, browser.uid, { submissionReviewed: true, graded: true });
  const admin = await signInAdministrator(portal);
  await admin.post('/api/admin/messages', { text: 'Room A.', filter: {}, email: false });
  await decide(admin, [browser.uid], 'selected');
  await releaseNow(admin);
  become('visible');
  await screen.findByText('Reviewed and graded');
  await screen.findByText('Room A.');
  await screen.findByText('You’re in!');
});

it('shows the administrator who registers', async () => {
  const { portal } = await openPage('/admin', { as: administrator });
  await screen.findByText('No users found. Users will appear here once they register.');
  await registerPerson(portal);
  await screen.findByText('1 user');
  expect(screen.getByText('Live').closest('[role=status]')).not.toBeNull();
});

it('shows a mark before the server has it, and the former one if the server refuses it', async () => {
  const { portal, person } = await withSubmission();
  const { user, network } = await openPage(`/admin/members/${person.uid}`, { portal, as: administrator });
  const route = `PATCH /api/admin/reviews/${person.uid}`;
  const held = network.hold(route);
  await user.click(await box('Reviewed'));
  await expect.poll(() => box('Reviewed')).toHaveProperty('checked', true);
  held.release();
  const stored = portal.store.db.selectFrom('members').select('submissionReviewed');
  await expect.poll(() => stored.executeTakeFirst()).toEqual({ submissionReviewed: 1 });

  network.fail(route, unreachable);
  await user.click(await box('Reviewed'));
  await screen.findByText(/The portal couldn’t be reached/);
  await expect.poll(() => box('Reviewed')).toHaveProperty('checked', true);
});

it('shows a mark of another page', async () => {
  const { portal, person } = await withSubmission();
  await openPage(`/admin/members/${person.uid}`, { portal, as: administrator });
  expect(await box('Graded')).toHaveProperty('checked', false);
  await reviewElsewhere(portal, person.uid, { graded: true });
  await expect.poll(() => box('Graded')).toHaveProperty('checked', true);
});

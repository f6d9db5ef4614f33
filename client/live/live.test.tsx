import { expect, it, vi } from 'vitest';
import { saveReview } from '#tests/helpers/admin-api.ts';
import { registerPerson, signInAdministrator } from '#tests/helpers/app.ts';
import { submittedRecord } from '#tests/helpers/made-records.ts';
import { storedRecord } from '#tests/helpers/records.ts';
import { decide, releaseNow } from '#tests/helpers/results.ts';
import { unreachable } from '#tests/pages/network.ts';
import { administrator, administratorOf, member, openPage, screen } from '#tests/pages/page.ts';

const project = { githubLink: 'https://github.com/asha/x', projectDescription: 'It works.' };

function become(state: DocumentVisibilityState): void {
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue(state);
  document.dispatchEvent(new Event('visibilitychange'));
}

const box = (name: string) => screen.findByRole('checkbox', { name });

it('shows a member what happened while the page was hidden', async () => {
  const { portal, browser } = await openPage('/dashboard', {
    as: member({ track: 'web', submission: project }),
  });
  await screen.findByText('Under review');
  become('hidden');
  const admin = await signInAdministrator(portal);
  await saveReview(admin, browser.uid, { submissionReviewed: true, graded: true });
  await admin.post('/api/admin/messages', { text: 'Room A.', filter: {}, email: false });
  await decide(admin, [browser.uid], 'selected');
  await releaseNow(admin);
  become('visible');
  await screen.findByText('Reviewed and graded');
  await screen.findByText('Room A.');
  await screen.findByText('You’re in!');
});

it('shows what happened as soon as the page is looked at again, also if something holds its stream back', async () => {
  const { portal, browser, network } = await openPage('/dashboard', {
    as: member({ track: 'web', submission: project }),
  });
  await screen.findByText('Under review');
  network.hold('GET /api/me/events');
  network.dropStreams();
  const admin = await signInAdministrator(portal);
  await saveReview(admin, browser.uid, { submissionReviewed: true, graded: true });
  const before = network.count('GET /api/me');
  become('hidden');
  become('visible');
  // Long before the page takes the stream for silent.
  await expect.poll(() => network.count('GET /api/me'), { timeout: 5_000 }).toBeGreaterThan(before);
  await screen.findByText('Reviewed and graded');
});

it('shows the administrator who registers', async () => {
  const { portal } = await openPage('/admin', { as: administrator });
  await screen.findByText('No users found. Users will appear here once they register.');
  await registerPerson(portal);
  await screen.findByText('1 user');
  expect(screen.getByText('Live').closest('[role=status]')).not.toBeNull();
});

it('shows a mark of another page, its own before the server has it, and the former one if the server refuses it', async () => {
  const { browser, user, network, portal } = await openPage('/admin/members/asha', {
    as: administratorOf(submittedRecord({ uid: 'asha' })),
  });
  expect(await box('Graded')).toHaveProperty('checked', false);
  await saveReview(browser, 'asha', { graded: true });
  await expect.poll(() => box('Graded')).toHaveProperty('checked', true);
  const held = network.hold('PATCH /api/admin/reviews');
  await user.click(await box('Reviewed'));
  await expect.poll(() => box('Reviewed')).toHaveProperty('checked', true);
  held.release();
  await expect.poll(() => storedRecord(portal.store, 'asha')).toMatchObject({ submissionReviewed: 1 });

  network.fail('PATCH /api/admin/reviews', unreachable);
  await user.click(await box('Reviewed'));
  await screen.findByText(/The portal couldn’t be reached/);
  await expect.poll(() => box('Reviewed')).toHaveProperty('checked', true);
});

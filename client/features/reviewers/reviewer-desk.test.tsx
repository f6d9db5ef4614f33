import { within } from '@testing-library/dom';
import { expect, it } from 'vitest';
import { signInAdministrator, signInReviewer, type TestApp } from '#tests/helpers/app.ts';
import { addRecords, submittedRecord } from '#tests/helpers/made-records.ts';
import { rowsOf } from '#tests/helpers/records.ts';
import { saveSettings } from '#tests/helpers/settings.ts';
import { openPage, screen, textsOf } from '#tests/pages/page.ts';

const note = () => screen.findByLabelText<HTMLTextAreaElement>('Private note');

/** A reviewer, in a portal with two submissions. */
async function reviewer(portal: TestApp) {
  await addRecords(
    portal.store,
    ['a', 'b'].map((uid) =>
      submittedRecord({ uid, fullName: `Member ${uid}`, githubLink: `https://github.com/team/${uid}` }),
    ),
  );
  return signInReviewer(portal);
}

it('a reviewer judges at the desk, and finds there nothing that is not theirs', async () => {
  const { portal, network, user } = await openPage('/admin/review', { as: reviewer });
  const article = await screen.findByRole('article', { name: 'Member a' });
  within(article).getByText('Civil Engineering');
  expect(textsOf(await screen.findAllByRole('link')).join()).not.toMatch(/Dashboard|Users|Inbox|Results/);
  for (const absent of ['Member page', 'Selected', 'History']) expect(screen.queryByText(absent)).toBeNull();
  expect(screen.queryByText(/Search or jump to/)).toBeNull();
  await user.type(await note(), 'A good start.');
  await expect
    .poll(async () => (await rowsOf(portal.store, 'reviews')).map(({ note }) => note))
    .toEqual(['A good start.']);
  // Nothing that the page asks for is refused.
  const refused = network.requests.filter((request) =>
    /members|changes|outcome|form-submissions/.test(request),
  );
  expect(refused).toEqual([]);
});

it('blind review shows a project in the place of a person, from the moment it is switched on', async () => {
  const { portal, address } = await openPage('/admin/review', { as: reviewer });
  await screen.findByRole('article', { name: 'Member a' });
  await saveSettings(portal, 'reviews', { blind: true });
  const article = await screen.findByRole('article', { name: 'A submission' });
  within(article).getByText(/team\/a/);
  await expect.poll(() => document.body.textContent).not.toMatch(/Member [ab]|students\.example|1SD22CS/);
  expect(address()).toContain('member=a');
});

it('a reviewer whose role ends while typing keeps the text on the screen, and nothing more is written', async () => {
  const { portal, browser, user, network } = await openPage('/admin/review', { as: reviewer });
  await screen.findByRole('article', { name: 'Member a' });
  const field = await note();
  const held = network.hold('PATCH /api/admin/reviews');
  await user.type(field, 'Half a thought');
  await (await signInAdministrator(portal)).send('DELETE', `/api/admin/reviewers/${browser.uid}`);
  await screen.findByText(/^You’re signed out, or no longer a reviewer\./);
  held.release();
  await user.type(await note(), ', and the rest');
  await screen.findByText(/Sign in first\./);
  expect((await note()).value).toBe('Half a thought, and the rest');
  expect(await rowsOf(portal.store, 'reviews')).toEqual([]);
});

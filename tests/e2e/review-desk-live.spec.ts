import { submissionReview } from '#domain/review.ts';
import { uniqueName } from '#tests/helpers/admin-pages.ts';
import { expect, test } from '#tests/helpers/fixtures.ts';
import { send } from '#tests/helpers/live-journey.ts';
import {
  addSubmissions,
  feedbackField,
  noteField,
  openDesk,
  requirementsShown,
  storedMembers,
  submissionOf,
} from '#tests/helpers/review-desk.ts';
import { signedInAdmin } from '#tests/helpers/signed-in-admin.ts';
import { signedInMember } from '#tests/helpers/signed-in-member.ts';

// These tests use several browsers.
test.describe.configure({ timeout: 120_000 });

test('two administrators’ pages show each other’s reviews, notes and checklists @engines', async ({
  page: first,
  newPage,
  portal,
}) => {
  const { members, query } = await addSubmissions(portal, 2);
  const name = members[0]?.fullName ?? '';
  const second = await newPage();
  for (const page of [first, second]) {
    await signedInAdmin(page, portal);
    await openDesk(page, `/admin/review?${query}`, name);
  }
  await first.keyboard.press('r');
  await expect(second.getByRole('checkbox', { name: 'Reviewed' })).toBeChecked();
  await expect(second.getByText(/reviewed on another page meanwhile/)).toBeVisible();
  await expect(second.getByText('1 left to review')).toBeVisible();
  await expect(first.getByText(/on another page meanwhile/)).toHaveCount(0);

  await requirementsShown(second);
  await second.keyboard.press('1');
  await expect(first.getByText(/^1 of \d+ met$/)).toBeVisible();
  await noteField(second).fill('Ask about the tests.');
  await expect(noteField(first)).toHaveValue('Ask about the tests.');

  await feedbackField(first).fill('Well done.');
  await first.getByRole('button', { name: 'Send feedback' }).click();
  await expect(feedbackField(second)).toHaveValue('Well done.');
  await expect(second.getByText(/now reviewed, not graded, with feedback/)).toBeVisible();
});

test('a review is not written over another one that the page has not shown @engines', async ({
  page,
  newPage,
  portal,
  problems,
}) => {
  const { members, query } = await addSubmissions(portal, 2);
  const [name = '', next = ''] = members.map(({ fullName }) => fullName);
  const uid = members[0]?.uid ?? '';
  const other = await newPage();
  for (const desk of [page, other]) await signedInAdmin(desk, portal);
  // Without its stream the page does not learn what the other one does.
  await page.route('**/api/admin/events*', (route) => route.abort());
  problems.allow(/events|ERR_FAILED|status of 409/);
  await page.goto(`/admin/review?${query}`);
  await expect(submissionOf(page, name)).toBeVisible();
  await openDesk(other, `/admin/review?${query}`, name);
  await feedbackField(other).fill('Please add tests.');
  await other.keyboard.press('Control+Enter');
  await expect(submissionOf(other, next)).toBeVisible();
  await expect
    .poll(async () => (await storedMembers(portal, members))[0]?.feedback)
    .toBe('Please add tests.');

  await feedbackField(page).fill('Perfect.');
  await page.keyboard.press('Control+Enter');
  await expect(submissionOf(page, next)).toBeVisible();
  const alert = page.getByRole('region', { name: 'Notifications' });
  await expect(alert).toContainText(`${name}: not saved.`);
  await expect(alert).toContainText('it is now reviewed, not graded, with feedback');
  await alert.getByRole('button', { name: 'Look at it' }).click();
  await expect(submissionOf(page, name)).toBeVisible();
  await expect(page.getByRole('checkbox', { name: 'Reviewed' })).toBeChecked();
  // Neither text is lost, and the page asks which one to keep.
  await expect(feedbackField(page)).toHaveValue('Perfect.');
  await expect(page.getByText('This text was changed on another page. It now reads:')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Keep mine' })).toBeVisible();
  const [stored] = await storedMembers(portal, members);
  expect(stored).toMatchObject({ uid, feedback: 'Please add tests.', submissionReviewed: true });
});

test('a text that could not be saved survives a reload and is saved once the network is back', async ({
  page,
  portal,
  problems,
}) => {
  const { members, query } = await addSubmissions(portal, 2);
  const [first, second] = members;
  problems.allow(/ERR_FAILED/);
  await signedInAdmin(page, portal);
  await openDesk(page, `/admin/review?${query}`, first?.fullName ?? '');
  const isWrite = '**/api/admin/reviews/*';
  await page.route(isWrite, (route) =>
    route.request().method() === 'PATCH' ? route.abort() : route.continue(),
  );
  await noteField(page).fill('Ask about the tests.');
  await expect(page.getByText('Could not be saved')).toBeVisible();
  await page.keyboard.press('Escape');
  await page.keyboard.press('j');
  await expect(submissionOf(page, second?.fullName ?? '')).toBeVisible();
  await page.keyboard.press('k');
  await expect(noteField(page)).toHaveValue('Ask about the tests.');
  await page.reload();
  await expect(noteField(page)).toHaveValue('Ask about the tests.');
  await expect(page.getByText('Could not be saved')).toBeVisible();

  await page.unroute(isWrite);
  await page.evaluate("window.dispatchEvent(new Event('online'))");
  const stored = async () => {
    const response = await page.request.get(`${portal.url}/api/admin/reviews/${first?.uid}`);
    return submissionReview.parse(await response.json()).note;
  };
  await expect.poll(stored).toBe('Ask about the tests.');
  await expect(page.getByText('Could not be saved')).toHaveCount(0);
});

test('a submission that is replaced while it is open is marked so, with the difference @engines', async ({
  page,
  newPage,
  portal,
}) => {
  const name = uniqueName('Noor');
  const student = await newPage();
  const githubLink = 'https://github.com/noor/board';
  const { uid } = await signedInMember(
    student,
    portal,
    { track: 'web', submission: { githubLink, projectDescription: 'A board. No tests yet.' } },
    { fullName: name },
  );
  await signedInAdmin(page, portal);
  await openDesk(page, `/admin/review?member=${uid}`, name);
  await feedbackField(page).fill('Please add tests.');
  await page.getByRole('button', { name: 'Send feedback' }).click();
  await expect(page.getByText('Sent', { exact: true })).toBeVisible();

  await send(student, portal, 'PUT', '/api/me/submission', {
    githubLink,
    projectDescription: 'A board. Now with tests.',
  });
  await expect(
    page.getByText('The member submitted again while this was open.', { exact: false }),
  ).toBeVisible();
  await expect(feedbackField(page)).toHaveValue('');
  const difference = page.getByRole('region', { name: 'Changes since the former submission' });
  await expect(difference.locator('del')).toContainText('No tests yet.');
  await expect(difference.locator('ins')).toContainText('Now with tests.');
  const former = page.getByRole('region', { name: 'Former submissions' });
  await former.locator('summary').click();
  await expect(former).toContainText('Please add tests.');
});

test('the same repository of two members is shown side by side', async ({ page, portal }) => {
  const { members } = await addSubmissions(portal, 2, { githubLink: 'https://github.com/Copy/Board' });
  const [one = '', two = ''] = members.map(({ fullName }) => fullName);
  await signedInAdmin(page, portal);
  await openDesk(page, `/admin/review?member=${members[0]?.uid}`, one);
  const same = page.getByRole('region', { name: /submitted the same repository/ });
  await expect(same.getByRole('listitem')).toHaveCount(2);
  await same
    .getByRole('listitem')
    .filter({ hasText: two })
    .getByRole('button', { name: 'Look at it' })
    .click();
  await expect(submissionOf(page, two)).toBeVisible();
});

test('reviews that could not be saved are named until the page is told what to do @engines', async ({
  page,
  portal,
  problems,
}) => {
  problems.allow(/ERR_FAILED/);
  const { members, query } = await addSubmissions(portal, 3);
  const [first = '', second = '', third = ''] = members.map(({ fullName }) => fullName);
  await signedInAdmin(page, portal);
  const isWrite = '**/api/admin/reviews/*';
  // Before the page opens: Chromium may let a request pass that is sent at once after the first route is set.
  await page.route(isWrite, (route) =>
    route.request().method() === 'PATCH' ? route.abort() : route.continue(),
  );
  await openDesk(page, `/admin/review?${query}`, first);
  const alert = page.getByRole('region', { name: 'Notifications' });
  await page.keyboard.press('e');
  await expect(submissionOf(page, second)).toBeVisible();
  await expect(alert).toContainText(`${first}: not saved.`);
  await page.keyboard.press('e');
  await expect(submissionOf(page, third)).toBeVisible();
  await expect(alert).toContainText(`${first}, ${second}: not saved.`);

  await page.unroute(isWrite);
  await page.evaluate("window.dispatchEvent(new Event('online'))");
  await expect(alert).toContainText(`${first}, ${second}: not saved.`);
  await alert.getByRole('button', { name: 'Look at it' }).click();
  await expect(submissionOf(page, second)).toBeVisible();
  await page.keyboard.press('e');
  await expect.poll(async () => (await storedMembers(portal, members))[1]?.submissionReviewed).toBe(true);
});

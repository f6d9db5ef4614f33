import { globSync, readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { inboxPage } from '#domain/form-inbox.ts';
import { expect, test } from '#tests/helpers/fixtures.ts';
import { expectFocusKept } from '#tests/helpers/focus.ts';
import type { Portal } from '#tests/helpers/portal.ts';
import { omitPageData, startedUp, withoutStream } from '#tests/helpers/requests.ts';
import { addSubmissions } from '#tests/helpers/review-desk.ts';
import { signedInAdmin } from '#tests/helpers/signed-in-admin.ts';
import { signedInMember } from '#tests/helpers/signed-in-member.ts';

interface Failing {
  name: string;
  /** The source that offers the retry. */
  source: string;
  path: string;
  /** The request that fails. */
  route: string | RegExp;
}

const ofMember: readonly Failing[] = [
  { name: 'the profile', source: 'profile/profile-page', path: '/profile', route: '**/api/me' },
  { name: 'the timeline', source: 'timeline/timeline-page', path: '/timeline', route: '**/api/me' },
  { name: 'the task page', source: 'tasks/user-task-page', path: '/user-tasks', route: '**/api/me' },
  { name: 'a task', source: 'tasks/user-task-page', path: '/user-tasks', route: '**/api/tasks/web' },
  { name: 'the dashboard', source: 'dashboard/account-status', path: '/dashboard', route: '**/api/me' },
];

const ofAdministrator: readonly Failing[] = [
  { name: 'a task', source: 'tasks/tasks-page', path: '/tasks', route: '**/api/tasks/web' },
  {
    name: 'the changes',
    source: 'history/change-list',
    path: '/admin-dashboard',
    route: '**/api/admin/changes?*',
  },
  {
    name: 'the members',
    source: 'member-list/member-list',
    path: '/admin',
    route: '**/api/admin/members?*',
  },
  {
    name: 'a member',
    source: 'member-details/member-page',
    path: '/admin/members/:uid',
    route: /\/api\/admin\/members\/[^/]+$/,
  },
  {
    name: 'a member’s account',
    source: 'member-details/sign-in-panel',
    path: '/admin/members/:uid',
    route: '**/api/admin/members/*/account',
  },
  {
    name: 'the results',
    source: 'results/results-page',
    path: '/admin/results',
    route: '**/api/admin/results',
  },
  {
    name: 'the messages to members',
    source: 'group-messages/paged-list',
    path: '/admin/messages',
    route: /\/api\/admin\/messages(\?|$)/,
  },
  {
    name: 'the queue',
    source: 'reviews/review-page',
    path: '/admin/review?:query',
    route: '**/api/admin/review-queue?*',
  },
  {
    name: 'a submission',
    source: 'reviews/review-page',
    path: '/admin/review?:query',
    route: '**/api/admin/reviews/*',
  },
  {
    name: 'the inbox',
    source: 'inbox/inbox-page',
    path: '/admin/inbox',
    route: '**/api/admin/form-submissions?*',
  },
  {
    name: 'a message',
    source: 'inbox/message-view',
    path: '/admin/inbox?message=:message',
    route: '**/api/admin/form-submissions/*',
  },
  {
    name: 'the health',
    source: 'diagnostics/health-page',
    path: '/admin/health',
    route: '**/api/diagnostics/health',
  },
  {
    name: 'the access table',
    source: 'diagnostics/access-page',
    path: '/admin/access',
    route: '**/api/diagnostics/access',
  },
];

test('every source that offers to load again is tested here', () => {
  const offering = globSync('client/features/**/*.tsx').filter((file) =>
    /<(?:LoadFailure|RetryButton)/.test(readFileSync(file, 'utf8')),
  );
  const tested = [...ofMember, ...ofAdministrator].map(({ source }) => `client/features/${source}.tsx`);
  expect(offering.filter((file) => !tested.includes(file))).toEqual([]);
});

/** Presses 'Try again' with the keyboard, which fails once more and then loads. */
async function retry(page: Page, { path, route }: Failing): Promise<void> {
  let waiting = Promise.withResolvers<void>();
  let works = false;
  await page.route(route, async (request) => {
    await waiting.promise;
    if (works) await request.fallback();
    else await request.fulfill({ status: 400, json: { code: 'TEST', message: 'Not now.' } });
  });
  waiting.resolve();
  await page.goto(path);
  const button = page.getByRole('button', { name: 'Try again' });
  await startedUp(page);
  await button.focus();

  waiting = Promise.withResolvers();
  await page.keyboard.press('Enter');
  await expect(button).toHaveCount(0);
  await expectFocusKept(page);
  waiting.resolve();
  // Loading has failed again: the focus is on the part that was loaded, in front of the button.
  await expect(button).toBeVisible();
  await button.focus();

  waiting = Promise.withResolvers();
  works = true;
  await page.keyboard.press('Enter');
  await expect(button).toHaveCount(0);
  waiting.resolve();
  await expect(page.getByRole('alert')).toHaveCount(0);
  await expectFocusKept(page);
  await page.unroute(route);
}

/** Opens the pages one after the other, without what their HTML and their streams would load. */
async function retryAll(page: Page, pages: readonly Failing[]): Promise<void> {
  await omitPageData(page);
  // The first connection has the data loaded again, perhaps between the focus and the key.
  await withoutStream(page);
  for (const failing of pages) await test.step(failing.name, () => retry(page, failing));
}

/** @returns the message's id in the administrator's inbox */
async function sendMessage({ request }: Page, { url }: Portal): Promise<string> {
  const data = { name: 'Asha', email: 'asha@students.example', message: 'A question.' };
  await request.post(`${url}/f/contact`, { data });
  const answer = await request.get(`${url}/api/admin/form-submissions?limit=1`);
  return inboxPage.parse(await answer.json()).submissions[0]?.id ?? '';
}

test.beforeEach(({ problems }) => problems.allow(/net::ERR|status of 400/));

test('loading a member’s page again keeps the focus', async ({ page, portal }) => {
  await signedInMember(page, portal, { track: 'web' });
  await retryAll(page, ofMember);
});

test('a load in the background that fails keeps the focus', async ({ page, portal }) => {
  await signedInMember(page, portal);
  await omitPageData(page);
  const stream = Promise.withResolvers<void>();
  await page.route('**/api/me/events*', async (request) => {
    await stream.promise;
    await request.fallback();
  });
  await page.route('**/api/me', (request) =>
    request.fulfill({ status: 400, json: { code: 'TEST', message: 'Not now.' } }),
  );
  await page.goto('/profile');
  const button = page.getByRole('button', { name: 'Try again' });
  await startedUp(page);
  await button.focus();

  const again = page.waitForResponse('**/api/me');
  stream.resolve();
  await again;
  await expect(button).toBeVisible();
  await expectFocusKept(page);
});

test('loading a page of the administrator again keeps the focus', async ({ page, portal }) => {
  const { members, query } = await addSubmissions(portal, 1);
  await signedInAdmin(page, portal);
  const message = await sendMessage(page, portal);
  const pages = ofAdministrator.map((failing) => ({
    ...failing,
    path: failing.path
      .replace(':uid', members[0]?.uid ?? '')
      .replace(':query', query)
      .replace(':message', message),
  }));
  await retryAll(page, pages);
});

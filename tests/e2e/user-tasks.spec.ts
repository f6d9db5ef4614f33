import type { Page } from '@playwright/test';
import android from '#content/tasks/android.json' with { type: 'json' };
import game from '#content/tasks/game.json' with { type: 'json' };
import ml from '#content/tasks/ml.json' with { type: 'json' };
import web from '#content/tasks/web.json' with { type: 'json' };
import { trackLabels, tracks } from '#domain/member-choices.ts';
import { expectAccessible, expectNoSidewaysScroll } from '#tests/helpers/accessibility.ts';
import { expect, signIn, test } from '#tests/helpers/fixtures.ts';
import { holdRequests, omitPageData, watchRequests, withoutStream } from '#tests/helpers/requests.ts';
import { signedInMember } from '#tests/helpers/signed-in-member.ts';

const tasks = { android, web, ml, game };
const submission = {
  githubLink: 'https://github.com/asha-rao/events-board',
  projectDescription: 'An events board for the campus.',
};
const recordRoute = '**/api/me';

function card(page: Page, name: string) {
  return page.getByRole('region', { name, exact: true });
}

function markAsDone(page: Page) {
  return card(page, 'Submission').getByRole('button', { name: /^(Mark as Done|Marking\.\.\.)$/ });
}

for (const track of tracks) {
  test(`shows the whole task of the member’s track: ${track}`, async ({ page, portal }) => {
    const task = tasks[track];
    const chunks: string[] = [];
    page.on('request', (request) => {
      const [, name] = /\/assets\/(android|web|ml|game)-[^/]+\.js$/.exec(request.url()) ?? [];
      if (name) chunks.push(name);
    });
    await signedInMember(page, portal, { track });
    await page.goto('/user-tasks');

    await expect(page.getByRole('heading', { level: 1 })).toHaveText('My Task');
    await expect(page.getByRole('heading', { level: 2, name: task.title })).toBeVisible();
    await expect(page.getByText(trackLabels[track], { exact: true })).toBeVisible();
    await expect(page.getByText(task.description)).toBeVisible();
    const requirements = card(page, 'Requirements').getByRole('listitem');
    await expect(requirements).toHaveCount(task.requirements.length);
    for (const [index, { title, description }] of task.requirements.entries()) {
      const requirement = requirements.nth(index);
      await expect(requirement.getByRole('heading', { level: 3 })).toHaveText(title);
      await expect(requirement.getByText('Required', { exact: true })).toBeVisible();
      await expect(requirement).toContainText(description);
    }
    await expect(card(page, 'Guidelines').getByRole('listitem')).toHaveText(task.guidelines);
    await expect(card(page, 'Tech Stack').getByRole('listitem')).toHaveText(task.techStack);

    const links = card(page, 'Learning Resources').getByRole('link');
    await expect(links).toHaveCount(task.resources.length);
    for (const [index, { name, link }] of task.resources.entries()) {
      await expect(links.nth(index)).toHaveAccessibleName(`${name} (opens in a new tab)`);
      await expect(links.nth(index)).toHaveAttribute('href', link);
      await expect(links.nth(index)).toHaveAttribute('target', '_blank');
      await expect(links.nth(index)).toHaveAttribute('rel', /noopener/);
    }
    expect(chunks, 'nobody else’s task is loaded').toEqual([track]);
    for (const width of [320, 390, 768]) await expectNoSidewaysScroll(page, width);
  });
}

test('shows the status of the task', async ({ page, portal }) => {
  await signedInMember(page, portal, { track: 'web' });
  await page.goto('/user-tasks');
  await expect(card(page, 'Task Status').getByRole('term')).toHaveText(['Status', 'Deadline', 'Difficulty']);
  await expect(card(page, 'Task Status').getByRole('definition')).toHaveText([
    'Active',
    'Flexible',
    'Intermediate',
  ]);
  await page.getByRole('link', { name: 'Back to Dashboard' }).click();
  await expect(page).toHaveURL('/dashboard');
});

test('links a member without a track to the dashboard', async ({ page, portal }) => {
  await signedInMember(page, portal);
  await page.goto('/user-tasks');
  await expect(page.getByRole('heading', { level: 2 })).toHaveText('No Task Assigned');
  await expect(
    page.getByText('Please select a development track in your dashboard to view your assigned task.'),
  ).toBeVisible();
  await page.getByRole('link', { name: 'Go to Dashboard' }).click();
  await expect(page).toHaveURL('/dashboard');
});

test('has its status and its action at the top, on a phone too', async ({ page, portal }) => {
  await signedInMember(page, portal, { track: 'web' });
  for (const [width, height] of [
    [390, 844],
    [1280, 800],
  ] as const) {
    await page.setViewportSize({ width, height });
    await page.goto('/user-tasks');
    await expect(markAsDone(page)).toBeInViewport({ ratio: 1 });
    await expect(card(page, 'Submission').getByText('In progress')).toBeInViewport({ ratio: 1 });
  }
});

test.describe('Submission', () => {
  test('marks the task as done once, and links to the contact page', async ({ page, portal }) => {
    const member = await signedInMember(page, portal, { track: 'ml' });
    await page.goto('/user-tasks');
    const submit = card(page, 'Submission').getByRole('link', { name: 'Submit Project' });
    await expect(card(page, 'Submission')).toContainText('In progress');
    await expect(submit).toHaveAttribute('href', '/contact');
    const held = await holdRequests(page, '**/api/me/task-completion');
    const writes = watchRequests(page, '/api/me/task-completion');
    await markAsDone(page).dblclick();
    await expect(markAsDone(page)).toHaveText('Marking...');
    await expect(markAsDone(page)).toBeDisabled();
    // The second half of a double click, however slow: a busy button does not lose the focus to the page around it.
    await markAsDone(page).click({ force: true });
    held.release();
    await expect(card(page, 'Submission')).toContainText('Task completed');
    await expect(markAsDone(page)).toHaveCount(0);
    await expect(submit).toBeFocused();
    expect(writes.map((request) => request.method())).toEqual(['PUT']);
    expect((await member.stored())?.taskCompleted).toBe(1);
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL('/contact');
  });

  test('shows a failure where it was started, logs its details, and can be retried', async ({
    page,
    portal,
    problems,
  }) => {
    problems.allow(/net::ERR/);
    await signedInMember(page, portal, { track: 'ml' });
    await page.goto('/user-tasks');
    await page.route('**/api/me/task-completion', (route) => route.abort());
    const logged = page.waitForEvent('console', {
      predicate: (message) => message.text().startsWith('Marking the task as done failed'),
    });
    await markAsDone(page).click();
    await logged;
    await expect(markAsDone(page)).toHaveText('Mark as Done');
    await expect(markAsDone(page)).toBeEnabled();
    await expect(card(page, 'Submission').getByRole('alert')).toContainText(
      'Your task was not marked as done.',
    );
    await page.unroute('**/api/me/task-completion');
    await markAsDone(page).click();
    await expect(card(page, 'Submission')).toContainText('Task completed');
  });

  test('shows the submission', async ({ page, portal }) => {
    await signedInMember(page, portal, { track: 'ml', taskDone: true, submission });
    await page.goto('/user-tasks');
    const link = card(page, 'Submission').getByRole('link', { name: 'asha-rao/events-board' });
    await expect(link).toHaveAttribute('href', submission.githubLink);
    await expect(card(page, 'Submission')).toContainText('Your submission is under review.');
  });

  test('shows the review', async ({ page, portal }) => {
    const record = { submissionReviewed: true, graded: true };
    await signedInMember(page, portal, { track: 'ml', taskDone: true, submission, record });
    await page.goto('/user-tasks');
    await expect(card(page, 'Submission')).toContainText(/results will be out soon/i);
  });
});

test.describe('without the record or the task', () => {
  test('redirects a visitor to sign in, and back', async ({ page, newMember }) => {
    await page.goto('/user-tasks');
    await expect(page).toHaveURL(/\/login\?from=%2Fuser-tasks$/);
    const member = await newMember();
    await page.getByLabel('Email').fill(member.email);
    await page.getByLabel('Password', { exact: true }).fill(member.password);
    await page.getByRole('button', { name: 'Sign In', exact: true }).click();
    await expect(page).toHaveURL('/user-tasks');
    await expect(page.getByRole('heading', { name: 'No Task Assigned' })).toBeVisible();
  });

  test('shows that it is loading', async ({ page, portal }) => {
    await signedInMember(page, portal, { track: 'web' });
    const held = await holdRequests(page, recordRoute);
    await page.goto('/user-tasks');
    await expect(page.getByRole('status').filter({ hasText: 'Loading...' })).toBeAttached();
    await expect(page.getByText('No Task Assigned')).toHaveCount(0);
    held.release();
    await expect(page.getByRole('heading', { name: web.title })).toBeVisible();
  });

  for (const [what, route] of [
    ['record', recordRoute],
    ['task', '**/assets/web-*.js'],
  ] as const) {
    test(`shows that the ${what} could not be loaded, and can be retried`, async ({
      page,
      portal,
      problems,
    }) => {
      problems.allow(/net::ERR/);
      await signedInMember(page, portal, { track: 'web' });
      await omitPageData(page);
      await withoutStream(page);
      await page.route(route, (request) => request.abort());
      await page.goto('/user-tasks');
      await expect(page.getByRole('alert')).toContainText('Your task could not be loaded');
      await expect(page.getByText('No Task Assigned')).toHaveCount(0);
      await page.unroute(route);
      await page.getByRole('button', { name: 'Try again' }).click();
      await expect(page.getByRole('heading', { name: web.title })).toBeVisible();
    });
  }

  test('shows that the account has no record', async ({ page, portal, problems }) => {
    problems.allow(/status of 404/);
    await signIn(page, { email: portal.adminEmail, password: portal.adminPassword });
    await page.goto('/user-tasks');
    await expect(page.getByRole('alert')).toHaveText('User data not found. Please contact support.');
    await expect(page.getByRole('heading', { name: 'No Task Assigned' })).toBeVisible();
    await expectAccessible(page);
  });
});

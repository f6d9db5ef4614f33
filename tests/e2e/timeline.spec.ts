import type { Page } from '@playwright/test';
import { expectAccessible, expectNoSidewaysScroll } from '#tests/helpers/accessibility.ts';
import { expect, signIn, test } from '#tests/helpers/fixtures.ts';
import { holdRequests, omitPageData, watchRequests, withoutStream } from '#tests/helpers/requests.ts';
import { type Progress, signedInMember } from '#tests/helpers/signed-in-member.ts';

const titles = [
  'Create Account',
  'Select Development Track',
  'Complete Assigned Task',
  'Submit Project Details',
] as const;
const submission = {
  githubLink: 'https://github.com/asha-rao/events-board',
  projectDescription: 'An events board for the campus.',
};
const doneRoute = '**/api/me/task-completion';
const recordRoute = '**/api/me';

function step(page: Page, title: (typeof titles)[number]) {
  return page.getByRole('listitem').filter({ has: page.getByRole('heading', { level: 2, name: title }) });
}

function markAsDone(page: Page) {
  return page.getByRole('button', { name: /^(Mark as Done|Marking\.\.\.)$/ });
}

async function expectStatuses(page: Page, statuses: readonly string[]): Promise<void> {
  await expect(page.getByRole('heading', { level: 2 })).toHaveText([...titles]);
  for (const [index, title] of titles.entries()) {
    const status = statuses[index] ?? '';
    await expect(step(page, title).getByText(/^(Completed|Current|Pending)$/)).toHaveText(status);
    const current = status === 'Current' ? 1 : 0;
    await expect(step(page, title).and(page.locator('[aria-current="step"]'))).toHaveCount(current);
  }
  const completed = statuses.filter((status) => status === 'Completed').length;
  await expect(page.getByText(`${completed} of 4 steps completed`)).toBeVisible();
}

test.describe('the four steps', () => {
  const states: { name: string; progress: Progress; statuses: string[]; text: RegExp }[] = [
    {
      name: 'a new member',
      progress: {},
      statuses: ['Completed', 'Current', 'Pending', 'Pending'],
      text: /You can submit your project once the task is done\./,
    },
    {
      name: 'a track chosen',
      progress: { track: 'web' },
      statuses: ['Completed', 'Completed', 'Current', 'Pending'],
      text: /You can submit your project once the task is done\./,
    },
    {
      name: 'the task done',
      progress: { track: 'web', taskDone: true },
      statuses: ['Completed', 'Completed', 'Completed', 'Current'],
      text: /Send us the link to your project/,
    },
    {
      name: 'a project sent before the task is done',
      progress: { track: 'web', submission },
      statuses: ['Completed', 'Completed', 'Current', 'Current'],
      text: /under review/,
    },
    {
      name: 'a project under review',
      progress: { track: 'web', taskDone: true, submission },
      statuses: ['Completed', 'Completed', 'Completed', 'Current'],
      text: /under review/,
    },
    {
      name: 'a reviewed project',
      progress: { track: 'web', taskDone: true, submission, record: { submissionReviewed: true } },
      statuses: ['Completed', 'Completed', 'Completed', 'Completed'],
      text: /results will be out soon/i,
    },
  ];

  for (const { name, progress, statuses, text } of states) {
    test(name, async ({ page, portal }) => {
      await signedInMember(page, portal, progress);
      await page.goto('/timeline');
      await expectStatuses(page, statuses);
      await expect(page.getByRole('main')).toContainText(text);
      const [, , third] = statuses;
      await expect(page.getByRole('link', { name: 'Go to Task' })).toHaveCount(third === 'Current' ? 1 : 0);
      await expect(markAsDone(page)).toHaveCount(third === 'Current' ? 1 : 0);
    });
  }

  test('show the track, and when each step was completed', async ({ page, portal }) => {
    await signedInMember(page, portal, {
      track: 'ml',
      taskDone: true,
      submission,
      record: {
        trackUpdatedAt: '2026-09-02T08:05:00.000Z',
        taskCompletedAt: '2026-10-03T21:15:00.000Z',
        submittedAt: '2026-10-04T06:30:00.000Z',
      },
    });
    await page.goto('/timeline');
    await expect(step(page, 'Select Development Track')).toContainText('Machine Learning');
    await expect(step(page, 'Select Development Track')).toContainText('Sep 2, 2026');
    await expect(step(page, 'Complete Assigned Task')).toContainText('Oct 3, 2026');
    await expect(page.getByText('October 4, 2026 at 06:30 AM')).toBeVisible();
  });

  test('date a track that was chosen in the profile', async ({ page, portal }) => {
    const record = { trackUpdatedAt: '2026-09-02T08:05:00.000Z' };
    await signedInMember(page, portal, { track: 'ml', record });
    await page.goto('/profile');
    await page.getByRole('button', { name: 'Edit Profile' }).click();
    await page.getByLabel('Development Track').selectOption('Web Development');
    await page.getByRole('button', { name: 'Save Changes' }).click();
    await expect(page.getByText('Profile updated successfully!')).toBeVisible();
    await page.goto('/timeline');
    await expect(step(page, 'Select Development Track')).toContainText('Web Development');
    await expect(step(page, 'Select Development Track')).not.toContainText('Sep 2, 2026');
  });

  test('link to the dashboard, the task and the contact page', async ({ page, portal }) => {
    await signedInMember(page, portal, {});
    await page.goto('/timeline');
    await expect(page.getByRole('link', { name: 'Choose a track' })).toHaveAttribute('href', '/dashboard');
    await page.getByRole('link', { name: 'Back to Dashboard' }).click();
    await expect(page).toHaveURL('/dashboard');
    await page.getByRole('radio', { name: 'Game Development' }).check();
    await page.getByRole('button', { name: 'Save Selection' }).click();
    await page.getByRole('link', { name: 'Registration Timeline' }).click();
    await page.getByRole('link', { name: 'Go to Task' }).click();
    await expect(page).toHaveURL('/user-tasks');
    await page.goBack();
    await markAsDone(page).click();
    await page.getByRole('link', { name: 'Submit Project' }).click();
    await expect(page).toHaveURL('/contact');
  });
});

test.describe('Mark as Done', () => {
  test('marks the task once for a double click, and shows progress', async ({ page, portal }) => {
    const member = await signedInMember(page, portal, { track: 'android' });
    await page.goto('/timeline');
    const held = await holdRequests(page, doneRoute);
    const writes = watchRequests(page, '/api/me/task-completion');
    await markAsDone(page).dblclick();
    await expect(markAsDone(page)).toHaveText('Marking...');
    await expect(markAsDone(page)).toBeDisabled();
    held.release();
    await expectStatuses(page, ['Completed', 'Completed', 'Completed', 'Current']);
    expect(writes.map((request) => request.method())).toEqual(['PUT']);
    const record = await member.stored();
    expect(record?.taskCompleted).toBe(1);
    expect(record?.taskCompletedAt).toMatch(/^\d{4}-\d\d-\d\dT/);
    expect(await member.changeKinds()).toEqual(['registered', 'track-selected', 'task-completed']);
  });

  test('works by keyboard, and moves the focus to the next step', async ({ page, portal }) => {
    await signedInMember(page, portal, { track: 'android' });
    await page.goto('/timeline');
    await page.getByRole('link', { name: 'Go to Task' }).focus();
    await page.keyboard.press('Tab');
    await expect(markAsDone(page)).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('link', { name: 'Submit Project' })).toBeFocused();
  });

  test('shows a failure where it was started, logs its details, and can be retried', async ({
    page,
    portal,
    problems,
  }) => {
    problems.allow(/net::ERR/);
    const member = await signedInMember(page, portal, { track: 'android' });
    await page.route(doneRoute, (route) => route.abort());
    await page.goto('/timeline');
    await markAsDone(page).focus();
    const logged = page.waitForEvent('console', {
      predicate: (message) => message.text().startsWith('Marking the task as done failed'),
    });
    await page.keyboard.press('Space');
    await logged;
    await expect(markAsDone(page)).toHaveText('Mark as Done');
    await expect(markAsDone(page)).toBeEnabled();
    await expect(markAsDone(page)).toBeFocused();
    await expect(
      page.getByRole('region', { name: 'Complete Assigned Task' }).getByRole('alert'),
    ).toContainText('Your task was not marked as done. Could not reach the server.');
    await expectStatuses(page, ['Completed', 'Completed', 'Current', 'Pending']);
    expect((await member.stored())?.taskCompleted).toBe(0);
    await page.unroute(doneRoute);
    await markAsDone(page).click();
    await expectStatuses(page, ['Completed', 'Completed', 'Completed', 'Current']);
    await expect(page.getByRole('alert')).toHaveCount(0);
  });
});

test.describe('the submission', () => {
  test('shows the repository and the description', async ({ page, portal }) => {
    await signedInMember(page, portal, { track: 'web', taskDone: true, submission });
    await page.goto('/timeline');
    const last = page.getByRole('region', { name: 'Submit Project Details' });
    const link = last.getByRole('link', { name: 'asha-rao/events-board' });
    await expect(link).toHaveAttribute('href', submission.githubLink);
    await expect(link).toHaveAttribute('target', '_blank');
    await expect(link).toHaveAttribute('rel', /noopener/);
    await expect(link).toHaveAccessibleName(/opens in a new tab/);
    await expect(last.getByText(submission.projectDescription)).toBeVisible();
    await expect(last.getByRole('button')).toHaveCount(0);
  });

  test('shows descriptions as plain text, and collapses long ones', async ({ page, portal }) => {
    const projectDescription = `<img src=x onerror="alert(1)"> ${'A long story about it. '.repeat(60)}The end.`;
    await signedInMember(page, portal, {
      track: 'web',
      taskDone: true,
      submission: { ...submission, projectDescription },
    });
    await page.goto('/timeline');
    const last = page.getByRole('region', { name: 'Submit Project Details' });
    const text = last.getByText('<img src=x onerror="alert(1)">');
    await expect(text).toContainText('The end.');
    await expect(last.locator('img')).toHaveCount(0);
    const folded = (await text.boundingBox())?.height ?? 0;
    await last.getByRole('button', { name: 'Show more' }).click();
    await expect(last.getByRole('button', { name: 'Show less' })).toHaveAttribute('aria-expanded', 'true');
    expect((await text.boundingBox())?.height).toBeGreaterThan(folded * 1.5);
  });
});

test.describe('without the record', () => {
  test('redirects a visitor to sign in, and back', async ({ page, newMember }) => {
    await page.goto('/timeline');
    await expect(page).toHaveURL(/\/login\?from=%2Ftimeline$/);
    await page.getByLabel('Email').waitFor();
    const member = await newMember();
    await page.getByLabel('Email').fill(member.email);
    await page.getByLabel('Password', { exact: true }).fill(member.password);
    await page.getByRole('button', { name: 'Sign In', exact: true }).click();
    await expect(page).toHaveURL('/timeline');
    await expectStatuses(page, ['Completed', 'Current', 'Pending', 'Pending']);
  });

  test('shows that it is loading', async ({ page, portal }) => {
    await signedInMember(page, portal, { track: 'web' });
    const held = await holdRequests(page, recordRoute);
    await page.goto('/timeline');
    await expect(page.getByRole('status').filter({ hasText: 'Loading...' })).toBeAttached();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Registration Timeline');
    await expect(page.getByRole('listitem')).toHaveCount(0);
    held.release();
    await expectStatuses(page, ['Completed', 'Completed', 'Current', 'Pending']);
  });

  test('shows a failure to load, and can be retried', async ({ page, portal, problems }) => {
    problems.allow(/net::ERR/);
    await signedInMember(page, portal, { track: 'web' });
    await omitPageData(page);
    await withoutStream(page);
    await page.route(recordRoute, (route) => route.abort());
    await page.goto('/timeline');
    await expect(page.getByRole('alert')).toContainText('Your timeline could not be loaded');
    await expect(page.getByRole('listitem')).toHaveCount(0);
    await page.unroute(recordRoute);
    await page.getByRole('button', { name: 'Try again' }).click();
    await expectStatuses(page, ['Completed', 'Completed', 'Current', 'Pending']);
  });

  test('shows that the account has no record', async ({ page, portal, problems }) => {
    problems.allow(/status of 404/);
    await signIn(page, { email: portal.adminEmail, password: portal.adminPassword });
    await page.goto('/timeline');
    await expect(page.getByRole('alert')).toHaveText('User data not found. Please contact support.');
    await expectStatuses(page, ['Completed', 'Current', 'Pending', 'Pending']);
    await expect(page.getByRole('link', { name: 'Go to Admin Dashboard' })).toBeVisible();
    await expect(page.getByRole('link', { name: 'Data Recovery' })).toHaveCount(0);
    await expectAccessible(page);
  });
});

test('fits narrow screens and long links', async ({ page, portal }) => {
  const githubLink = `https://git.example-university.edu/${'a-very-long-group-name/'.repeat(40)}project`;
  await signedInMember(page, portal, { track: 'web', submission: { ...submission, githubLink } });
  await page.goto('/timeline');
  const project = page.getByRole('region').getByRole('link', { name: /opens in a new tab/ });
  await expect(project).toBeVisible();
  for (const width of [320, 390, 768, 1440]) await expectNoSidewaysScroll(page, width);
});

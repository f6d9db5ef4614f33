import type { Page } from '@playwright/test';
import { expectAccessible, expectNoSidewaysScroll } from '#tests/helpers/accessibility.ts';
import { expect, signIn, test } from '#tests/helpers/fixtures.ts';
import { holdRequests, omitPageData, withoutStream } from '#tests/helpers/requests.ts';
import { type Progress, signedInMember } from '#tests/helpers/signed-in-member.ts';
import { nothingSelected, radio, saveButton, saveFailed } from '#tests/helpers/track-picker.ts';

const submission = {
  githubLink: 'https://github.com/asha-rao/events-board',
  projectDescription: 'An events board for the campus.',
};
const reviewed = { submissionReviewed: true, graded: true };
const underReview = 'Your submission is under review.';
const graded = 'Your submission has been reviewed and graded. Stay tuned for the results!';

const recordRoute = '**/api/me';

/** The labels and values of the Account Status card, in order. */
async function accountStatus(page: Page): Promise<string[]> {
  const card = page.getByRole('region', { name: 'Account Status' });
  const labels = await card.getByRole('term').allTextContents();
  const values = await card.getByRole('definition').allTextContents();
  return labels.map((label, index) => `${label}: ${values[index]}`);
}

function nextSteps(page: Page) {
  return page.getByRole('region', { name: 'Next Steps' });
}

test.describe('greeting', () => {
  test('follows the reader’s local time, updated every 60 seconds', async ({ page, portal }) => {
    await signedInMember(page, portal);
    await page.clock.install({ time: '2026-11-20T11:58:00Z' });
    await page.goto('/dashboard');
    const heading = page.getByRole('heading', { level: 1 });
    await expect(heading).toHaveText('Good morning, Asha Rao');
    await page.clock.pauseAt('2026-11-20T12:00:30Z');
    await page.clock.runFor(60_000);
    await expect(heading).toHaveText('Good afternoon, Asha Rao');
    await page.clock.pauseAt('2026-11-20T16:58:00Z');
    await page.clock.runFor(60_000);
    await expect(heading).toHaveText('Good afternoon, Asha Rao');
    await page.clock.runFor(120_000);
    await expect(heading).toHaveText('Good evening, Asha Rao');
  });

  test('uses the part of the e-mail before the at-sign if there is no display name', async ({
    page,
    portal,
  }) => {
    const member = await signedInMember(page, portal);
    await member.withStore(({ db }) =>
      db.updateTable('user').set({ name: '' }).where('id', '=', member.uid).execute(),
    );
    await page.goto('/dashboard');
    const [name] = member.registration.email.split('@');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(new RegExp(`^Good \\w+, ${name}$`));
  });
});

test.describe('access', () => {
  test('redirects a visitor to the login page, and a member back to the dashboard', async ({
    page,
    newMember,
  }) => {
    await page.goto('/dashboard');
    await expect(page).toHaveURL('/login');
    await signIn(page, await newMember());
    await expect(page).toHaveURL('/dashboard');
  });

  test('redirects the administrator to their own dashboard', async ({ page, portal, problems }) => {
    problems.allow(/status of 404/);
    await signIn(page, { email: portal.adminEmail, password: portal.adminPassword });
    await page.goto('/dashboard');
    await expect(page).toHaveURL('/admin-dashboard');
  });
});

test('links to the other pages', async ({ page, portal }) => {
  await signedInMember(page, portal, { track: 'android' });
  await page.goto('/dashboard');
  const cards = page.getByRole('navigation', { name: 'Pages' }).getByRole('link');
  await expect(cards).toHaveCount(5);
  const expected = [
    ['My Task', '/user-tasks'],
    ['My Profile', '/profile'],
    ['Registration Timeline', '/timeline'],
    ['Submit Project / Contact', '/contact'],
    ['About', '/about'],
  ] as const;
  for (const [index, [name, path]] of expected.entries()) {
    await expect(cards.nth(index)).toHaveAccessibleName(name);
    await expect(cards.nth(index)).toHaveAttribute('href', path);
  }
  await cards.nth(2).click();
  await expect(page).toHaveURL('/timeline');
});

test.describe('Account Status and Next Steps', () => {
  const states: {
    name: string;
    progress: Progress;
    status: string[];
    notice: string | null;
    button: [string, string];
  }[] = [
    {
      name: 'a new member',
      progress: {},
      status: ['Complete', 'Not selected', 'Not assigned', 'Not submitted'],
      notice: null,
      button: ['View Task', '/user-tasks'],
    },
    {
      name: 'a track chosen',
      progress: { track: 'ml' },
      status: ['Complete', 'Machine Learning', 'In progress', 'Not submitted'],
      notice: null,
      button: ['View Task', '/user-tasks'],
    },
    {
      name: 'the task done',
      progress: { track: 'ml', taskDone: true },
      status: ['Complete', 'Machine Learning', 'Completed', 'Not submitted'],
      notice: null,
      button: ['Submit Project', '/contact'],
    },
    {
      name: 'a project sent before the task is done',
      progress: { track: 'web', submission },
      status: ['Complete', 'Web Development', 'In progress', 'Under review'],
      notice: underReview,
      button: ['View Task', '/user-tasks'],
    },
    {
      name: 'a project under review',
      progress: { track: 'game', taskDone: true, submission },
      status: ['Complete', 'Game Development', 'Completed', 'Under review'],
      notice: underReview,
      button: ['Submit Project', '/contact'],
    },
    {
      name: 'a reviewed project',
      progress: { track: 'android', taskDone: true, submission, record: reviewed },
      status: ['Complete', 'Android Development', 'Completed', 'Reviewed and graded'],
      notice: graded,
      button: ['Submit Project', '/contact'],
    },
    {
      name: 'a project that is reviewed and not yet graded',
      progress: { track: 'ml', taskDone: true, submission, record: { submissionReviewed: true } },
      status: ['Complete', 'Machine Learning', 'Completed', 'Reviewed'],
      notice: graded,
      button: ['Submit Project', '/contact'],
    },
    {
      name: 'a recovered record',
      progress: { record: { registrationComplete: false } },
      status: ['Not complete', 'Not selected', 'Not assigned', 'Not submitted'],
      notice: null,
      button: ['View Task', '/user-tasks'],
    },
  ];

  for (const { name, progress, status, notice, button } of states) {
    test(name, async ({ page, portal }) => {
      await signedInMember(page, portal, progress);
      await page.goto('/dashboard');
      const action = nextSteps(page).getByRole('link');
      await expect(action).toHaveText(button[0]);
      await expect(action).toHaveAttribute('href', button[1]);
      for (const text of [underReview, graded]) {
        await expect(page.getByText(text)).toHaveCount(text === notice ? 1 : 0);
      }
      const labels = ['Registration', 'Track', 'Task', 'Submission'];
      expect(await accountStatus(page)).toEqual(labels.map((label, index) => `${label}: ${status[index]}`));
    });
  }
});

test.describe('without the record', () => {
  test('shows that it is loading, without any values', async ({ page, portal }) => {
    await signedInMember(page, portal, { track: 'web' });
    const held = await holdRequests(page, recordRoute);
    await page.goto('/dashboard');
    await expect(page.getByRole('status').filter({ hasText: 'Loading...' })).toBeAttached();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(/Asha Rao$/);
    await expect(page.getByText(/Not selected|Not available|Please select/)).toHaveCount(0);
    await expect(saveButton(page)).toHaveCount(0);
    held.release();
    await expect(radio(page, 'Web Development')).toBeChecked();
    await expect(page.getByRole('status').filter({ hasText: 'Loading...' })).toHaveCount(0);
  });

  test('logs a failure without showing it, and loads the record on retry', async ({
    page,
    portal,
    problems,
  }) => {
    problems.allow(/net::ERR/);
    await signedInMember(page, portal, { track: 'web' });
    const logged = page.waitForEvent('console', {
      predicate: (message) => message.text().startsWith('Loading user data on the dashboard failed'),
    });
    await omitPageData(page);
    await withoutStream(page);
    await page.route(recordRoute, (route) => route.abort());
    await page.goto('/dashboard');
    await logged;
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(/Asha Rao$/);
    await expect(page.getByRole('alert')).toHaveCount(0);
    await expect(page.getByRole('definition')).toHaveText(Array(4).fill('Not available'));
    await expect(page.getByText(nothingSelected)).toHaveCount(0);
    await expect(page.getByText('Your current track')).toHaveCount(0);
    await page.unroute(recordRoute);
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(radio(page, 'Web Development')).toBeChecked();
    await expect(page.getByText('Not available')).toHaveCount(0);
  });

  test('works for an account without a record', async ({ page, portal, problems }) => {
    problems.allow(/status of 404/);
    const member = await signedInMember(page, portal, { track: 'web' });
    await member.withStore(({ db }) => db.deleteFrom('members').where('uid', '=', member.uid).execute());
    await page.goto('/dashboard');
    await expect(page.getByRole('definition')).toHaveText(Array(4).fill('Not available'));
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(/Asha Rao$/);
    await expect(page.getByRole('alert')).toHaveCount(0);
    await expect(page.getByRole('navigation', { name: 'Pages' }).getByRole('link')).toHaveCount(4);
    await expect(page.getByRole('main').getByRole('link', { name: 'Data Recovery' })).toHaveAttribute(
      'href',
      '/data-recovery',
    );
    await expectAccessible(page);
    await radio(page, 'Web Development').check();
    await saveButton(page).click();
    await expect(page.getByRole('alert')).toHaveText(saveFailed);
    await expect(radio(page, 'Web Development')).toBeChecked();
  });
});

test('fits narrow screens with long names and large text', async ({ page, portal }) => {
  const fullName = 'Venkatanarasimharajuvaripeta Subramaniam-Ananthapadmanabhan Krishnamurthy';
  await signedInMember(page, portal, { track: 'ml' }, { fullName });
  await page.goto('/dashboard');
  await expect(radio(page, 'Machine Learning')).toBeChecked();
  for (const width of [320, 390, 640, 768, 1440]) await expectNoSidewaysScroll(page, width);
  await page.setViewportSize({ width: 390, height: 844 });
});

import type { Page } from '@playwright/test';
import { type ReviewSet, reviewLimits } from '#domain/review.ts';
import { button, press, see } from '../acts.ts';
import { administrator, longLink } from '../people.ts';
import type { ScreenState } from '../screen-state.ts';

/** An open submission, whose bar at the bottom covers what lies behind it. */
const desk = { ...administrator, cutOff: true } as const;
const refused = /net::ERR/;

function seeSubmission(page: Page, name: string): Promise<void> {
  return page.getByRole('article', { name }).and(page.locator('[aria-busy="false"]')).waitFor();
}

/** Reviews the open submission as another page would: without this page's routes. */
async function reviewElsewhere(page: Page, set: ReviewSet): Promise<void> {
  const { origin } = new URL(page.url());
  const uid = await page.getByRole('article').getAttribute('data-uid');
  const response = await page.request.patch(`${origin}/api/admin/reviews`, {
    headers: { Origin: origin },
    data: { reviews: [{ uid, set }] },
  });
  if (!response.ok()) throw new Error(`PATCH /api/admin/reviews: ${response.status()}`);
}

/** Keeps this page's reviews from being saved. */
async function refuseWrites(page: Page, refusal?: { code: string; message: string }): Promise<void> {
  await page.route('**/api/admin/reviews', (route) =>
    refusal ? route.fulfill({ status: 409, json: refusal }) : route.abort(),
  );
}

const longFeedback = `Well done. Two things are left: tests, and ${longLink}\n\n`
  .repeat(10)
  .slice(0, reviewLimits.text);

/** The review desk. */
export const reviewStates: readonly ScreenState[] = [
  {
    name: 'review',
    isRecorded: true,
    path: '/admin/review',
    ...desk,
    reach: async (page) => {
      await seeSubmission(page, '');
      await page.getByRole('checkbox').nth(3).waitFor();
    },
  },
  {
    name: 'review-again',
    path: '/admin/review?q=sara',
    ...desk,
    reach: async (page) => {
      await seeSubmission(page, 'Sara Nair');
      await page.getByText('Previous submissions').waitFor();
      await page.locator('summary').first().click();
    },
  },
  {
    name: 'review-explained',
    path: '/admin/review?q=asha',
    ...desk,
    reach: async (page) => {
      await seeSubmission(page, 'Asha Rao');
      await press(page, 'Show what each means');
      await button(page, 'Hide what each means').waitFor();
    },
  },
  {
    name: 'review-feedback',
    isRecorded: true,
    after: 'review-explained',
    cutOff: true,
    reach: async (page) => {
      await page.getByLabel('Feedback to the member').fill('Please add tests.');
      await page.getByRole('button', { name: 'Snippets' }).click();
      await page.getByRole('button', { name: 'Save as a snippet' }).waitFor();
    },
    shows: 'Draft',
  },
  {
    name: 'review-feedback-long',
    path: '/admin/review?q=zoya',
    ...desk,
    before: async (page) => {
      const snippets = ['Please add tests.', longFeedback, longLink];
      const json = { snippets: snippets.map((text, index) => ({ id: String(index), text })) };
      await page.route('**/api/admin/review-snippets', (route) => route.fulfill({ json }));
      await refuseWrites(page);
    },
    complaints: refused,
    reach: async (page) => {
      await seeSubmission(page, 'Zoya Fernandes');
      await page.getByLabel('Feedback to the member').fill(longFeedback);
      await page.getByLabel('Private note').fill(longFeedback);
      await see(page, 'Couldn’t be saved');
      await press(page, 'Snippets');
      await page.getByRole('button', { name: 'Insert: Please add tests.' }).waitFor();
    },
  },
  {
    name: 'review-conflict',
    path: '/admin/review?reviewed=false&track=ml',
    ...desk,
    portal: 'reviewing',
    complaints: refused,
    before: (page) => refuseWrites(page),
    reach: async (page) => {
      await seeSubmission(page, '');
      await page.getByLabel('Private note').fill('Ask about the tests.');
      await see(page, 'Couldn’t be saved');
      await reviewElsewhere(page, { submissionReviewed: true, note: 'The tests are in a branch.' });
      await see(page, /^This was just reviewed on another page/);
      await button(page, 'Keep mine').waitFor();
    },
  },
  {
    name: 'review-keys',
    path: '/admin/review?q=asha',
    ...desk,
    reach: async (page) => {
      await seeSubmission(page, 'Asha Rao');
      await page.keyboard.press('?');
      await page.getByRole('dialog').waitFor();
    },
  },
  {
    name: 'review-empty',
    isRecorded: true,
    path: '/admin/review',
    ...administrator,
    portal: 'nobody',
    shows: 'No submissions yet',
  },
];

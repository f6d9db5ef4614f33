import type { Page } from '@playwright/test';
import { cut, hold, see, seeAlert, seeHeading } from '../acts.ts';
import { longName } from '../people.ts';
import type { ScreenState } from '../screen-state.ts';

const administrator = { as: 'administrator', portal: 'club' } as const;
const refused = /net::ERR/;

function shows(page: Page, name: string): Promise<void> {
  return page.getByRole('article', { name }).waitFor();
}

/** The review desk. */
export const reviewStates: readonly ScreenState[] = [
  {
    name: 'review',
    path: '/admin/review',
    ...administrator,
    reach: async (page) => {
      await shows(page, '');
      await page.getByRole('checkbox').nth(3).waitFor();
    },
  },
  {
    name: 'review-again',
    path: '/admin/review?q=sara',
    ...administrator,
    reach: async (page) => {
      await shows(page, 'Sara Nair');
      await page.getByText('Former submissions').waitFor();
      await page.locator('summary').first().click();
    },
  },
  {
    name: 'review-long',
    path: '/admin/review?q=venkata',
    ...administrator,
    reach: (page) => shows(page, longName),
  },
  {
    name: 'review-feedback',
    path: '/admin/review?q=asha',
    ...administrator,
    reach: async (page) => {
      await shows(page, 'Asha Rao');
      await page.getByLabel('Feedback to the member').fill('Please add tests.');
      await page.getByRole('button', { name: 'Snippets' }).click();
      await page.getByRole('button', { name: 'Save as a snippet' }).waitFor();
    },
  },
  {
    name: 'review-keys',
    path: '/admin/review?q=asha',
    ...administrator,
    reach: async (page) => {
      await shows(page, 'Asha Rao');
      await page.keyboard.press('?');
      await page.getByRole('dialog').waitFor();
    },
  },
  {
    name: 'review-crowd',
    path: '/admin/review?track=web',
    ...administrator,
    portal: 'crowd',
    reach: (page) => shows(page, ''),
  },
  {
    name: 'review-empty',
    path: '/admin/review',
    ...administrator,
    portal: 'nobody',
    reach: (page) => see(page, 'No submissions yet'),
  },
  {
    name: 'review-no-match',
    path: '/admin/review?q=no-such-member',
    ...administrator,
    reach: (page) => see(page, 'No submission matches'),
  },
  {
    name: 'review-not-loaded',
    path: '/admin/review',
    ...administrator,
    complaints: refused,
    before: (page) => cut(page, /\/api\/admin\/reviews\//),
    reach: (page) => seeAlert(page),
  },
  {
    name: 'review-loading',
    path: '/admin/review',
    ...administrator,
    before: (page) => hold(page, /\/api\/admin\/reviews\//),
    reach: (page) => seeHeading(page, 'Review'),
  },
];

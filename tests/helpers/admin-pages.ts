import { randomBytes } from 'node:crypto';
import { expect, type Locator, type Page } from '@playwright/test';
import { startedUp } from './requests.ts';

/** A project to submit. */
export const submission = {
  githubLink: 'https://github.com/asha-rao/events-board',
  projectDescription: 'An events board for the campus.',
};

/** A name that no other test uses. */
export function uniqueName(first: string): string {
  return `${first} ${randomBytes(5).toString('hex')}`;
}

/** The rendered rows of a list of members. */
export function memberRows(page: Page): Locator {
  return page.locator('[role=row][data-index]');
}

/** The names in a list: each is the link that its row opens. */
export function memberNames(page: Page): Locator {
  return memberRows(page).locator('[data-column=fullName]').getByRole('link');
}

/** The status that shows whether the page is live. */
export function statusOf(page: Page, label: string): Locator {
  return page.getByRole('status').filter({ hasText: new RegExp(`^${label}$`) });
}

/** Opens an admin page filtered to the test's own members, and waits until it is live. */
export async function openLive(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await expect(statusOf(page, 'Live')).toBeVisible();
  await startedUp(page);
}

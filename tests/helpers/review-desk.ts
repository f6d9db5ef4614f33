import { expect, type Locator, type Page } from '@playwright/test';
import type { Member } from '#domain/members.ts';
import { findMember } from '#server/members/member-store.ts';
import { statusOf, uniqueName } from './admin-pages.ts';
import { addRecords, submittedRecord } from './made-records.ts';
import type { Portal } from './portal.ts';
import { withStore } from './with-store.ts';

/**
 * Adds submissions, oldest first, whose members share a family name that no other test uses.
 * @returns the members, and the query that lists only them
 */
export async function addSubmissions(
  portal: Portal,
  count: number,
  overrides: Partial<Member> = {},
): Promise<{ members: Member[]; query: string; family: string }> {
  const family = uniqueName('Rao').replace(' ', '');
  const members = Array.from({ length: count }, (_, index) =>
    submittedRecord({
      uid: `${family}-${String(index).padStart(3, '0')}`,
      fullName: `Member${String(index + 1).padStart(2, '0')} ${family}`,
      developmentTrack: 'web',
      githubLink: `https://github.com/${family}/project-${index}`,
      submittedAt: new Date(Date.UTC(2026, 8, 1, 9, index)).toISOString(),
      ...overrides,
    }),
  );
  await withStore(portal, (store) => addRecords(store, members));
  return { members, query: `q=${family}`, family };
}

/** Opens the desk and waits until it shows the submission of a member and is live. */
export async function openDesk(page: Page, address: string, name: string): Promise<void> {
  await page.goto(address);
  await expect(submissionOf(page, name)).toBeVisible();
  await expect(statusOf(page, 'Live')).toBeVisible();
}

/** The open submission, if it is this member's and has been on the screen long enough to be reviewed. */
export function submissionOf(page: Page, name: string): Locator {
  return page.getByRole('article', { name, exact: true }).and(page.locator('[aria-busy="false"]'));
}

export function feedbackField(page: Page): Locator {
  return page.getByRole('textbox', { name: 'Feedback to the member' });
}

/** The stored records, in order. */
export function storedMembers(portal: Portal, members: readonly Member[]): Promise<(Member | null)[]> {
  return withStore(portal, ({ db }) => Promise.all(members.map(({ uid }) => findMember(db, uid))));
}

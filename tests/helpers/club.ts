import type { Page } from '@playwright/test';
import { button, field } from './controls.ts';
import { test as base, expect } from './fixtures.ts';
import type { Portal } from './portal.ts';

interface ClubFixtures {
  env: Record<string, string>;
  /** A portal whose settings this test alone changes. */
  club: Portal;
}

/** For tests of what the lead decides. Its pages are the club's. */
export const test = base.extend<ClubFixtures>({
  env: [{}, { option: true }],
  club: async ({ ownPortal, env }, provide) => provide(await ownPortal(env)),
  baseURL: async ({ club }, provide) => provide(club.url),
});

/** Opens a part of the settings, changes it and saves it. */
export async function change(lead: Page, part: string, work: () => Promise<unknown>): Promise<void> {
  await lead.goto(`/admin/settings/${part}`);
  await work();
  await save(lead);
}

export async function save(lead: Page): Promise<void> {
  await button(lead, 'Save').click();
  // However long the form is.
  await expect(lead.getByText('Saved.', { exact: true })).toBeInViewport();
}

export const preview = (lead: Page) => lead.getByRole('region', { name: 'As a student sees it' });

export async function fill(page: Page, values: Record<string, string>): Promise<void> {
  for (const [label, value] of Object.entries(values)) await field(page, label).fill(value);
}

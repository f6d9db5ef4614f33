import type { Locator, Page } from '@playwright/test';

/** Presses a button of a tool. */
export async function press(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name, exact: true }).click();
}

/** What went wrong, as a tool says it. */
export function failure(page: Page): Locator {
  return page.getByRole('main').getByRole('alert');
}

/** What a success or a progress line of a tool says. */
export function outcome(page: Page): Locator {
  return page.getByRole('main').getByRole('status');
}

/** The reason for those who may not use a tool. */
export const notAllowed = 'Only the administrator may do this.';

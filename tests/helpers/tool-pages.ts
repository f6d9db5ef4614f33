import type { Locator, Page } from '@playwright/test';

/** Presses a tool's button. */
export async function press(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name, exact: true }).click();
}

/** A tool's error message. */
export function failure(page: Page): Locator {
  return page.getByRole('main').getByRole('alert');
}

/** A tool's success or progress message. */
export function outcome(page: Page): Locator {
  return page.getByRole('main').getByRole('status');
}

/** The reason shown to users without permission. */
export const notAllowed = 'Only the administrator may do this.';

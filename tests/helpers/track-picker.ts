import type { Locator, Page } from '@playwright/test';

export const saveFailed = 'Failed to update development track. Please try again.';
export const nothingSelected = 'Please select a development track';

export function radio(page: Page, name: string): Locator {
  return page.getByRole('radio', { name, exact: true });
}

export function saveButton(page: Page): Locator {
  return page.getByRole('button', { name: /^(Save Selection|Update Track|Saving\.\.\.)$/ });
}

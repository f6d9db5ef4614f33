import type { Locator, Page } from '@playwright/test';

/** The button with exactly this name. */
export function button(page: Page, name: string): Locator {
  return page.getByRole('button', { name, exact: true });
}

/** The field with exactly this label. */
export function field(page: Page, label: string): Locator {
  return page.getByLabel(label, { exact: true });
}

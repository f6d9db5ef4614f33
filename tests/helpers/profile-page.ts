import type { Page } from '@playwright/test';
import { expect } from '#tests/helpers/fixtures.ts';

export const saved = 'Profile updated successfully!';

export const signedOut = 'Please log in to view your profile';

export const saveRoute = '**/api/me/profile';

export const labels = [
  'Full Name',
  'Email Address',
  'Student ID',
  'Department',
  'Year of Study',
  'Contact Number',
  'Development Track',
] as const;

export const selects: readonly string[] = ['Department', 'Year of Study', 'Development Track'];

export function field(page: Page, label: (typeof labels)[number]) {
  return page.getByLabel(label, { exact: true });
}

export function button(page: Page, name: string) {
  return page.getByRole('button', { name, exact: true });
}

export async function edit(page: Page) {
  await page.goto('/profile');
  await button(page, 'Edit Profile').click();
  await expect(button(page, 'Save Changes')).toBeVisible();
}

/** The values of the seven fields, with the selected option's text for selects. */
export function shownFields(page: Page): Promise<string[]> {
  return Promise.all(
    labels.map(async (label) => {
      const control = field(page, label);
      if (!selects.includes(label)) return control.inputValue();
      return (await control.locator('option:checked').textContent()) ?? '';
    }),
  );
}

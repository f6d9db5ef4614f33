import type { Page } from '@playwright/test';
import { session } from '#domain/accounts.ts';
import type { Portal } from './portal.ts';

/** Signs in as the administrator by the API, with the page's cookies. */
export async function signedInAdmin(page: Page, portal: Portal): Promise<void> {
  const response = await page.request.post(`${portal.url}/api/admin/sign-in`, {
    headers: { Origin: portal.url },
    data: { email: portal.adminEmail, password: portal.adminPassword },
  });
  const { user } = session.parse(await response.json());
  if (user?.role !== 'administrator') throw new Error('The administrator was not signed in.');
}

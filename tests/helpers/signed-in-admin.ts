import type { Page } from '@playwright/test';
import { session } from '#domain/accounts.ts';
import type { Portal } from './portal.ts';
import { send } from './requests.ts';

/** Signs in as the administrator by the API, with the page's cookies. */
export async function signedInAdmin(page: Page, portal: Portal): Promise<void> {
  const credentials = { email: portal.adminEmail, password: portal.adminPassword };
  const { user } = session.parse(await send(page, portal, 'POST', '/api/admin/sign-in', credentials));
  if (user?.role !== 'administrator') throw new Error('The administrator was not signed in.');
}

import type { Page } from '@playwright/test';
import { expect } from './fixtures.ts';
import { startedUp } from './requests.ts';

/** Leaves the page by the browser's Back and returns by Forward. Answers the question whether to leave. */
export async function goBackAndForward(page: Page): Promise<void> {
  const { pathname } = new URL(page.url());
  await page.goBack();
  const leave = page.getByRole('button', { name: 'Leave', exact: true });
  const left = page.waitForURL((url) => url.pathname !== pathname).then(() => 'left' as const);
  const asked = leave.waitFor().then(() => 'asked' as const);
  if ((await Promise.race([left, asked])) === 'asked') await leave.click();
  await page.waitForURL((url) => url.pathname !== pathname);
  await page.goForward();
  await page.waitForURL((url) => url.pathname === pathname);
}

/** Cuts the connection. Resolves when the page has noticed: requests before that may still get through. */
export async function goOffline(page: Page): Promise<void> {
  await startedUp(page);
  await page.context().setOffline(true);
  await expect(page.getByText(/^You’re offline\./)).toBeVisible();
}

export async function goOnline(page: Page): Promise<void> {
  await page.context().setOffline(false);
  await expect(page.getByText(/^You’re offline\./)).toHaveCount(0);
}

/** Loses the connection for a moment. */
export async function loseConnection(page: Page): Promise<void> {
  await goOffline(page);
  await goOnline(page);
}

/** Ends the session as if it had expired, and signs in again where the page leads. */
export async function expireSession(page: Page, { email, password }: { email: string; password: string }) {
  await page.context().clearCookies();
  await page.reload();
  const login = page.getByRole('link', { name: 'Go to Login' });
  const signIn = page.getByRole('button', { name: 'Sign In', exact: true });
  await login.or(signIn).waitFor();
  if (await login.isVisible()) await login.click();
  await startedUp(page);
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await signIn.click();
  await expect(page).not.toHaveURL(/\/login/);
}

/** Everything that this browser keeps for its users. */
export function keptDrafts(page: Page): Promise<string[]> {
  return page.evaluate<string[]>(
    "[localStorage, sessionStorage].flatMap((area) => Object.keys(area)).filter((key) => key.startsWith('draft:'))",
  );
}

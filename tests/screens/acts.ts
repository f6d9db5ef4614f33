import type { Page } from '@playwright/test';
import { statusOf } from '#tests/helpers/admin-pages.ts';
import { button, field } from '#tests/helpers/controls.ts';
import { holdRequests, omitPageData, startedUp } from '#tests/helpers/requests.ts';

/** Waits until a text is visible. */
export function see(page: Page, text: string | RegExp): Promise<void> {
  return page.getByText(text).filter({ visible: true }).first().waitFor();
}

export function seeHeading(page: Page, name: string | RegExp): Promise<void> {
  return page.getByRole('heading', { name }).first().waitFor();
}

export function seeAlert(page: Page): Promise<void> {
  return page.getByRole('alert').first().waitFor();
}

/** Waits until the list follows changes. */
export function seeLive(page: Page): Promise<void> {
  return statusOf(page, 'Live').first().waitFor();
}

/** The second leaves requests to a URL unanswered, so that the page keeps waiting. */
export { button, holdRequests as hold };

export async function press(page: Page, name: string): Promise<void> {
  // Before that a form's button does nothing.
  await startedUp(page);
  await button(page, name).click();
}

/** Fills fields by their labels. */
export async function fill(page: Page, values: Record<string, string>): Promise<void> {
  for (const [label, value] of Object.entries(values)) {
    await field(page, label).fill(value);
  }
}

/** Makes requests to a URL fail as without a connection. */
export async function cut(page: Page, url: string | RegExp): Promise<void> {
  await omitPageData(page);
  await page.route(url, (route) => route.abort());
}

/** Answers requests to a URL with this response. */
export async function answer(page: Page, url: string | RegExp, json: unknown, status = 200): Promise<void> {
  await omitPageData(page);
  await page.route(url, (route) => route.fulfill({ status, json }));
}

/** The browser's errors of requests that were refused or cut off. */
export const refused = /status of 40[0139]|net::ERR|status of 503/;

/** Keeps transient messages of this duration on screen. Call it before the page is opened. */
export function keepMessages(page: Page, milliseconds: number): Promise<unknown> {
  return page.addInitScript(`{
    const later = window.setTimeout;
    window.setTimeout = (work, time, ...rest) => (time === ${milliseconds} ? 0 : later(work, time, ...rest));
  }`);
}

/** Keeps the notification of a success on screen. */
export const keepNotifications = (page: Page) => keepMessages(page, 8_000);

/** Two devices, as the other states sign in to the same account. */
export function answerDevices(page: Page): Promise<void> {
  const signedInAt = '2025-10-05T08:05:00.000Z';
  const times = { signedInAt, lastUsedAt: signedInAt };
  return answer(page, '**/api/me/sessions', [
    { id: 'here', browser: 'Chrome', system: 'Linux', current: true, ...times },
    { id: 'phone', browser: 'Safari', system: 'iOS', current: false, ...times },
  ]);
}

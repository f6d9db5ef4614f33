import type { Page } from '@playwright/test';
import { expectAccessible } from '#tests/helpers/accessibility.ts';
import { expect, signIn, test } from '#tests/helpers/fixtures.ts';
import type { Portal } from '#tests/helpers/portal.ts';
import { startedUp, streamBegun } from '#tests/helpers/requests.ts';
import { signedInAdmin } from '#tests/helpers/signed-in-admin.ts';
import { signedInMember } from '#tests/helpers/signed-in-member.ts';

test.use({ serviceWorkers: 'allow' });

// These tests load many pages and precache the whole client.
test.describe.configure({ timeout: 120_000 });

test.beforeEach(({ problems }) => problems.allowLostServer());

/** Stops this worker's portal during a test; it is started again afterwards. */
let stopped = false;
async function stop(portal: Portal): Promise<void> {
  stopped = true;
  await portal.stop();
}
test.afterEach(async ({ portal }) => {
  if (stopped) await portal.restart();
  stopped = false;
});

const heading = (page: Page) => page.getByRole('heading', { level: 1 });
const unreachable = (page: Page) => page.getByText(/^We can’t reach the portal\./);
const lastSeen = (page: Page) =>
  page.getByText(/^We can’t reach the portal\. Showing what we last loaded at \d+:\d\d [AP]M\.$/);

/** Opens a page and waits until everything it needs offline is cached. */
async function openKept(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await page.evaluate('navigator.serviceWorker.ready.then(() => undefined)');
}

/** The portal's data stored on this device, as text. */
const kept = (page: Page) => page.evaluate<string | null>('localStorage.getItem("last-seen")');

/** The URLs in the service worker's caches. */
const cached = (page: Page) =>
  page.evaluate<string[]>(`(async () => {
    const caches_ = await Promise.all((await caches.keys()).map((name) => caches.open(name)));
    const requests = await Promise.all(caches_.map((cache) => cache.keys()));
    return requests.flat().map(({ url }) => new URL(url).pathname);
  })()`);

test('without the server, pages show the stored data with a banner, and catch up afterwards', async ({
  page,
  portal,
}) => {
  const { registration, stored } = await signedInMember(page, portal, { track: 'web', taskDone: true });
  await openKept(page, '/dashboard');
  await expect.poll(() => kept(page)).toContain(registration.email);

  await stop(portal);
  await page.reload();
  await expect(heading(page)).toContainText(registration.fullName);
  await expect(page.getByRole('radio', { name: 'Web Development', exact: true })).toBeChecked();
  await expect(lastSeen(page)).toBeVisible();

  // The choice is kept, with the spec's text.
  await page.getByRole('radio', { name: 'Machine Learning', exact: true }).check();
  await page.getByRole('button', { name: 'Update Track' }).click();
  await expect(page.getByText('Failed to update development track. Please try again.')).toBeVisible();
  await expect(page.getByRole('radio', { name: 'Machine Learning', exact: true })).toBeChecked();

  await page.goto('/timeline');
  await expect(heading(page)).toHaveText('Registration Timeline');
  await expect(page.getByText('Submit Project Details')).toBeVisible();
  await expect(lastSeen(page)).toBeVisible();
  await page.getByRole('link', { name: 'Back to Dashboard' }).click();
  await page.getByRole('link', { name: 'My Task' }).click();
  await expect(page.getByRole('heading', { level: 2 }).first()).toBeVisible();

  await portal.restart();
  await expect(unreachable(page)).toHaveCount(0);
  await page.getByRole('link', { name: 'Back to Dashboard' }).click();
  await page.getByRole('radio', { name: 'Machine Learning', exact: true }).check();
  await page.getByRole('button', { name: 'Update Track' }).click();
  await expect(page.getByText('Development track updated successfully!')).toBeVisible();
  expect((await stored())?.developmentTrack).toBe('ml');
});

test('the stored data is deleted with the session, and contains nothing of others', async ({
  page,
  portal,
  newMember,
}) => {
  const another = await newMember({ fullName: 'Somebody Else' });
  const { registration } = await signedInMember(page, portal);
  await openKept(page, '/dashboard');
  await expect.poll(() => kept(page)).toContain(registration.email);
  await page.getByRole('button', { name: 'Sign Out' }).click();
  await expect(heading(page)).toHaveText('Welcome Back');
  expect(await kept(page)).toBeNull();

  const begun = streamBegun(page);
  await signIn(page, another);
  await begun;
  await expect.poll(() => kept(page)).toContain(another.email);
  expect(await kept(page)).not.toContain(registration.email);
  // The session ends elsewhere, as after a password reset: the next page finds out and deletes the data.
  await page.context().clearCookies();
  await openKept(page, '/login');
  await expect.poll(() => kept(page)).toBeNull();

  await stop(portal);
  await page.goto('/dashboard');
  await expect(heading(page)).toHaveText('Welcome Back');
  await expect(unreachable(page)).toHaveText('We can’t reach the portal.');
});

test('the service worker caches no page, no API response and no list', async ({ page, portal }) => {
  await signedInAdmin(page, portal);
  await openKept(page, '/admin-dashboard');
  await expect(heading(page)).toHaveText('Admin Dashboard');
  await page.reload();
  await expect(heading(page)).toHaveText('Admin Dashboard');
  await page.evaluate('fetch("/api/session").then((answer) => answer.text())');
  const own = ['/shell', '/before-paint.js', '/favicon.svg'];
  expect((await cached(page)).filter((path) => !path.startsWith('/assets/')).sort()).toEqual(own.sort());
  await expect.poll(() => kept(page)).toContain('"member":null');

  await stop(portal);
  await page.goto('/admin-dashboard');
  await expect(heading(page)).toBeVisible();
  await expect(unreachable(page)).toBeVisible();
  // Paths that are not pages do not get the shell.
  await expect(page.evaluate('fetch("/api/session").then(() => "answered", () => "failed")')).resolves.toBe(
    'failed',
  );
});

test('an open page shows when the network is lost and restored, and keeps its input', async ({
  page,
  portal,
}) => {
  await signedInMember(page, portal, { track: 'game' });
  await openKept(page, '/contact');
  await page.getByLabel('Message', { exact: true }).fill('A question about the game track');
  await startedUp(page);
  await page.context().setOffline(true);
  const sign = page.getByText(/^You’re offline\. Showing what we last loaded at/);
  await expect(sign).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Send Message' }).click();
  await expect(page.getByText('Please check the form and try again.')).toBeVisible();
  await expect(page.getByLabel('Message', { exact: true })).toHaveValue('A question about the game track');
  // A page that has not been opened before.
  await page.getByRole('link', { name: 'Profile', exact: true }).click();
  await expect(heading(page)).toHaveText('My Profile');
  await page.context().setOffline(false);
  await expect(sign).toHaveCount(0);
});

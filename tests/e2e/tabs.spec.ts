import type { Page } from '@playwright/test';
import { submission } from '#tests/helpers/admin-pages.ts';
import { expect, signIn, test } from '#tests/helpers/fixtures.ts';
import { openStreams } from '#tests/helpers/open-streams.ts';
import type { Portal } from '#tests/helpers/portal.ts';
import { send } from '#tests/helpers/requests.ts';
import { signedInMember } from '#tests/helpers/signed-in-member.ts';

// Headless Chromium shows all tabs at the same time. Firefox and WebKit hide them for real: tests/browsers/scenarios.ts.

test.describe.configure({ timeout: 120_000 });

async function openThree(page: Page, url: string): Promise<[Page, Page, Page]> {
  const tabs: [Page, Page, Page] = [page, await page.context().newPage(), await page.context().newPage()];
  await Promise.all(tabs.map((tab) => tab.goto(url)));
  return tabs;
}

/** Hides or shows a tab, as switching tabs does. */
async function setVisibility(page: Page, state: 'hidden' | 'visible'): Promise<void> {
  await page.evaluate(`{
    Object.defineProperty(document, 'visibilityState', { configurable: true, get: () => '${state}' });
    document.dispatchEvent(new Event('visibilitychange'));
  }`);
}

/** Waits until the portal has this many streams open. */
async function expectStreams(portal: Portal, count: number): Promise<void> {
  await expect.poll(() => openStreams(portal)).toBe(count);
}

const submitLink = (page: Page) => page.getByRole('link', { name: 'Submit Project', exact: true });

/** Marks the task as done on another device. */
async function finishTask(page: Page, portal: Portal): Promise<void> {
  await send(page, portal, 'PUT', '/api/me/task-completion', { taskCompleted: true });
}

test('the stream survives the tab that holds it, and is closed while no tab is visible', async ({
  page,
  ownPortal,
  problems,
}) => {
  problems.allow(/crashed/);
  const portal = await ownPortal();
  await signedInMember(page, portal, { track: 'web' });
  const [first, second, third] = await openThree(page, `${portal.url}/dashboard`);
  for (const tab of [second, third]) await setVisibility(tab, 'hidden');
  await expectStreams(portal, 1);

  await test.step('no tab is visible: no stream', async () => {
    await setVisibility(first, 'hidden');
    await expectStreams(portal, 0);
    await finishTask(page, portal);
  });

  await test.step('a tab that is shown catches up', async () => {
    await setVisibility(third, 'visible');
    await expect(submitLink(third)).toBeVisible();
    await expectStreams(portal, 1);
  });

  await test.step('the leading tab crashes: another takes over', async () => {
    await setVisibility(second, 'visible');
    const crashed = third.waitForEvent('crash');
    await third.goto('chrome://crash').catch(() => {});
    await crashed;
    await send(first, portal, 'PUT', '/api/me/submission', submission);
    await expect(second.getByText('Your submission is under review.')).toBeVisible();
    await expectStreams(portal, 1);
    await third.close();
  });

  await test.step('the leading tab is closed: the next one catches up', async () => {
    await setVisibility(first, 'visible');
    await second.close();
    await expect(first.getByText('Your submission is under review.')).toBeVisible();
    await expectStreams(portal, 1);
  });
});

test('other tabs follow a sign-in or sign-out', async ({ page, newMember, problems }) => {
  // A tab may open its stream just when the session ends.
  problems.allow(/status of 401 .*\/api\/me\/events/);
  const [asha, bina] = [await newMember({ fullName: 'Asha Rao' }), await newMember({ fullName: 'Bina Das' })];
  const second = await page.context().newPage();
  await page.goto('/login?from=%2Ftimeline');
  await second.goto('/register');

  await signIn(second, asha);
  await expect(page).toHaveURL('/timeline');

  await second.goto('/profile');
  await second.getByRole('button', { name: 'Sign Out' }).first().click();
  await expect(second).toHaveURL(/\/login/);
  await expect(page).toHaveURL('/login?from=%2Ftimeline');

  await signIn(second, bina);
  await expect(page).toHaveURL('/timeline');
  await expect(page.getByText(bina.email).first()).toBeVisible();
});

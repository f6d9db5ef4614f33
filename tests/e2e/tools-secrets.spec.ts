import type { Page, Response } from '@playwright/test';
import { canaries, secretsOf, shownIn } from '#tests/helpers/canaries.ts';
import { button } from '#tests/helpers/controls.ts';
import { expect, test } from '#tests/helpers/fixtures.ts';
import { signedInAdmin } from '#tests/helpers/signed-in-admin.ts';

test.describe.configure({ timeout: 120_000 });

/** Collects what a page shows, and every response from the server except event streams. */
function listenTo(page: Page, origin: string) {
  const answers: Promise<string>[] = [];
  const shown: string[] = [];
  page.on('response', (response: Response) => {
    const events = response.headers()['content-type']?.startsWith('text/event-stream') ?? false;
    // The bodies of redirects and aborted requests are not available.
    if (response.url().startsWith(origin) && !events) answers.push(response.text().catch(() => ''));
  });
  return {
    async look() {
      shown.push(await page.locator('html').innerText());
    },
    async everything() {
      return [...(await Promise.all(answers)), ...shown];
    },
  };
}

/** The page's state, which carries the session and the form service's URL by design. */
const ownState = /<script type="application\/json" id="portal-state">.*?<\/script>/s;

test('no page of the tools shows a configured value', async ({ page, ownPortal, problems }) => {
  problems.allow(/status of 409/);
  // HOST and PORTAL_URL keep the values by which the test reaches the portal.
  const { HOST: _host, PORTAL_URL: _url, ...env } = canaries;
  const portal = await ownPortal(env);
  const secrets = secretsOf([...Object.values(env), portal.dataDir, portal.databaseUrl ?? []].flat());
  const heard = listenTo(page, portal.url);
  await signedInAdmin(page, portal);

  for (const [path, name, text] of [
    ['/data-recovery', 'Check Database', 'No users node found in database'],
    ['/database-test', 'Test Write', 'Write test successful!'],
    ['/database-test', 'Test Users Read', 'Users read successful!'],
    ['/firebase-test', 'Check Config', 'environment variables'],
    ['/firebase-test', 'Test Auth', 'Auth test successful!'],
    ['/firebase-test', 'Test Realtime DB', 'The event arrived after'],
    ['/admin/health', 'Check the data', 'Good'],
    ['/admin/access', null, '/api/admin/members'],
    ['/migrate-users', null, 'Migration Complete'],
  ] as const) {
    await page.goto(`${portal.url}${path}`);
    if (name) await button(page, name).click();
    await expect(page.getByRole('main')).toContainText(text);
    await heard.look();
  }

  const texts = await heard.everything();
  expect(texts.filter((text) => text.includes('ADMIN_PASSWORD'))).not.toEqual([]);
  // The header shows the signed-in user (spec, point 2), and the page's state contains the account's id.
  const own: readonly string[] = [canaries.ADMIN_EMAIL, canaries.ADMIN_UID];
  const others = secrets.filter((secret) => !own.includes(secret));
  const leaks = texts.flatMap((text) => shownIn(text.replace(ownState, ''), others));
  expect(leaks).toEqual([]);
  const states = texts.flatMap((text) => ownState.exec(text)?.[0] ?? []);
  expect(states.length).toBeGreaterThan(5);
  expect(new Set(states.flatMap((state) => shownIn(state, others)))).toEqual(
    new Set([canaries.FORM_ENDPOINT, canaries.CONTACT_FORM_ID]),
  );
});

test('no page of the tools shows anybody else whose portal it is', async ({ page, ownPortal, problems }) => {
  problems.allow(/status of 401/);
  const portal = await ownPortal({ ADMIN_UID: canaries.ADMIN_UID, ADMIN_EMAIL: canaries.ADMIN_EMAIL });
  const heard = listenTo(page, portal.url);
  for (const path of ['/database-test', '/firebase-test', '/data-recovery', '/migrate-users']) {
    await page.goto(`${portal.url}${path}`);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await heard.look();
  }
  await page.goto(`${portal.url}/firebase-test`);
  await button(page, 'Check Config').click();
  await expect(page.getByRole('main').getByRole('alert')).toContainText('Sign in first.');
  await heard.look();
  const texts = await heard.everything();
  expect(
    texts.flatMap((text) => shownIn(text, secretsOf([canaries.ADMIN_UID, canaries.ADMIN_EMAIL]))),
  ).toEqual([]);
});

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expectAccessible, expectNoSidewaysScroll } from '#tests/helpers/accessibility.ts';
import { expect, test } from '#tests/helpers/fixtures.ts';
import { freePort } from '#tests/helpers/free-port.ts';
import { programEnv } from '#tests/helpers/program-env.ts';
import { addSubmissions, openDesk } from '#tests/helpers/review-desk.ts';
import { signedInAdmin } from '#tests/helpers/signed-in-admin.ts';
import { startProgram } from '#tests/helpers/started-program.ts';

test('every page of a demo says so, and still fits the window', async ({ page, ownPortal }) => {
  const portal = await ownPortal({ DEMO: 'on' });
  await page.setViewportSize({ width: 390, height: 844 });
  for (const path of ['/login', '/about', '/reset-password']) {
    await page.goto(`${portal.url}${path}`);
    const mark = page.getByRole('complementary', { name: 'Demo' });
    await expect(mark).toHaveText('Demo: the members are made up, and no emails are sent.');
    await expect(mark).toBeInViewport();
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    if (path === '/login') await expectAccessible(page);
    await expectNoSidewaysScroll(page, 320);
    await page.setViewportSize({ width: 390, height: 844 });
  }
  for (const size of [
    { width: 390, height: 844 },
    { width: 1440, height: 900 },
  ]) {
    await page.setViewportSize(size);
    await page.goto(`${portal.url}/login`);
    await expect(page.getByRole('contentinfo')).toBeInViewport({ ratio: 1 });
    expect(await page.evaluate('document.documentElement.scrollHeight')).toBe(size.height);
  }

  // The main button of the desk stands above its keys.
  const { members, query } = await addSubmissions(portal, 40);
  await signedInAdmin(page, portal);
  await openDesk(page, `${portal.url}/admin/review?${query}`, members[0]?.fullName ?? '');
  const button = await page.getByRole('button', { name: 'Reviewed and next' }).boundingBox();
  const keys = await page.getByText('0 of 40 reviewed').boundingBox();
  if (!button || !keys) throw new Error('Nothing to measure.');
  expect(button.y + button.height).toBeLessThan(keys.y);
});

test('the demo prints how to see its season as its lead and as a student', async ({
  page: lead,
  newPage,
}) => {
  const student = await newPage();
  const folder = await mkdtemp(join(tmpdir(), 'sdc-demo-'));
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const env = { ...programEnv(), TMPDIR: folder, HOST: '127.0.0.1', PORT: `${port}`, PORTAL_URL: url };
  const demo = startProgram(process.execPath, ['scripts/start.ts', '--demo'], { env, folder });
  try {
    await demo.until(() => /^Mail: /m.test(demo.printed()));
    for (const [who, page] of [
      ['Lead', lead],
      ['Student', student],
    ] as const) {
      const [, email = '', password = ''] =
        new RegExp(`^${who}: (\\S+), password (.+)$`, 'm').exec(demo.printed()) ?? [];
      await page.goto(`${url}/login`);
      await page.getByLabel('Email').fill(email);
      await page.getByLabel('Password', { exact: true }).fill(password);
      await page.getByRole('button', { name: 'Sign In', exact: true }).click();
    }
    await expect(student.getByText('You’re in!')).toBeVisible();
    await expect(student.getByRole('region', { name: 'Messages' }).getByRole('article')).toHaveCount(2);
    await expect(lead.getByRole('link', { name: /to review$/ }).first()).toBeVisible();
    await lead.getByRole('link', { name: /^Inbox/ }).click();
    await expect(lead.getByRole('list', { name: 'Messages' }).getByRole('link').first()).toBeVisible();
  } finally {
    for (const page of [lead, student]) await page.goto('about:blank');
    await demo.end('SIGTERM');
    await rm(folder, { recursive: true });
  }
});

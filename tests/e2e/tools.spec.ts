import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { Page } from '@playwright/test';
import { expectAccessible, expectNoSidewaysScroll } from '#tests/helpers/accessibility.ts';
import { expect, test } from '#tests/helpers/fixtures.ts';
import { type Portal, startPortal } from '#tests/helpers/portal.ts';
import { dropRecord } from '#tests/helpers/records.ts';
import { signedInAdmin } from '#tests/helpers/signed-in-admin.ts';
import { signedInMember } from '#tests/helpers/signed-in-member.ts';

test.describe.configure({ timeout: 120_000 });

async function press(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name, exact: true }).click();
}

function alert(page: Page) {
  return page.getByRole('alert');
}

/** What a success or a progress line says. */
function status(page: Page) {
  return page.getByRole('main').getByRole('status');
}

async function expectFits(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expectNoSidewaysScroll(page, 320);
}

/** A connection of another process, which waits for its turn as the portal's own does. */
function openBeside(portal: Portal): DatabaseSync {
  return new DatabaseSync(join(portal.dataDir, 'portal.sqlite'), { timeout: 10_000 });
}

const notAllowed = 'Only the administrator may do this.';

test('the tools work for the administrator', { tag: '@engines' }, async ({ page, portal }) => {
  await signedInMember(page, portal);
  await signedInAdmin(page, portal);
  await page.goto('/database-test');
  await press(page, 'Test Write');
  await expect(status(page)).toHaveText('Write test successful!');
  await press(page, 'Test Read');
  await expect(status(page)).toContainText('Read test successful!');
  await press(page, 'Test Users Read');
  await expect(status(page)).toHaveText(/^Users read successful! Found \d+ users$/);
  await expectAccessible(page);

  await page.goto('/firebase-test');
  await press(page, 'Test Auth');
  await expect(status(page)).toContainText('Auth test successful!');
  await press(page, 'Test Realtime DB');
  await expect(status(page)).toHaveText(/The event arrived after \d+ ms$/);
  await press(page, 'Check Config');
  const keys = page.getByRole('region', { name: 'Configuration keys' });
  await expect(keys).toContainText('AUTH_SECRET');
  await expect(keys.getByText('Set', { exact: true }).first()).toBeVisible();
  await expect(keys.getByText('Missing', { exact: true }).first()).toBeVisible();
  // A database that can be shared needs a secret that is.
  await expect(portal.databaseUrl ? alert(page) : status(page)).toHaveText(
    portal.databaseUrl
      ? 'Missing environment variables: AUTH_SECRET'
      : 'All required environment variables are set',
  );
  await expectAccessible(page);

  await page.goto('/data-recovery');
  await press(page, 'Check Database');
  await expect(status(page)).toContainText('Database read successful!');
  await press(page, 'Check My Data');
  await expect(alert(page)).toHaveText('User data not found in Realtime Database');
  for (const path of ['/database-test', '/firebase-test', '/data-recovery']) await expectFits(page, path);
});

test('the health of the portal is shown to the administrator', { tag: '@engines' }, async ({
  page,
  portal,
}) => {
  await signedInAdmin(page, portal);
  await page.goto('/admin/health');
  await expect(page.getByRole('region', { name: 'Database' })).toContainText('Migrations applied');
  await press(page, 'Check the data');
  await expect(page.getByRole('region', { name: 'Are the data whole?' })).toContainText('Good');
  await expectAccessible(page);
  await expectFits(page, '/admin/health');
});

test('who may do what is proved to the administrator', async ({ page, portal }) => {
  await signedInAdmin(page, portal);
  await page.goto('/admin/access');
  await press(page, 'Run the proof');
  await expect(status(page)).toHaveText(/^All \d+ addresses answered all 4 people as declared\.$/);
  await expectNoSidewaysScroll(page, 320);
  await expectAccessible(page);
});

test('who may not is told so by each tool', async ({ page, portal, problems }) => {
  problems.allow(/status of 40[13]/);
  const failures = [
    ['/database-test', 'Test Write', 'Write test failed: '],
    ['/database-test', 'Test Read', 'Read test failed: '],
    ['/database-test', 'Test Users Read', 'Users read test failed: '],
    ['/firebase-test', 'Check Config', 'Configuration check failed: '],
    ['/firebase-test', 'Test Auth', 'Auth test failed: '],
    ['/firebase-test', 'Test Realtime DB', 'Realtime Database test failed: '],
  ] as const;
  for (const reason of ['Please sign in first.', notAllowed]) {
    if (reason === notAllowed) await signedInMember(page, portal);
    for (const [path, button, text] of failures) {
      await page.goto(path);
      await press(page, button);
      await expect(alert(page)).toHaveText(`${text}${reason}`);
    }
  }
  await page.goto('/data-recovery');
  await press(page, 'Check Database');
  await expect(alert(page)).toHaveText(`Error checking database: ${notAllowed}`);
  await page.goto('/admin/health');
  await expect(page.getByRole('heading', { name: 'Access Denied' })).toBeVisible();
});

test('a missing record is recovered and edited', { tag: '@engines' }, async ({ page, portal, problems }) => {
  problems.allow(/status of 40[149]/);
  const member = await signedInMember(page, portal);
  await member.withStore((store) => dropRecord(store, member.uid));
  await page.goto('/profile');
  await expect(alert(page)).toContainText('User data not found. Please contact support.');
  await page.getByRole('link', { name: 'Data Recovery' }).click();
  await press(page, 'Check My Data');
  await expect(alert(page)).toHaveText('User data not found in Realtime Database');
  await press(page, 'Create My Data');
  await expect(status(page)).toHaveText('User data created successfully! You can now edit your profile.');
  await expect(page.getByRole('region', { name: 'Account' })).toContainText('Not Set');
  await expectAccessible(page);
  await page.getByRole('main').getByRole('link', { name: 'My Profile' }).click();
  await press(page, 'Edit Profile');
  await page.getByLabel('Student ID').fill('1SD22CS042');
  await page.getByLabel('Development Track').selectOption('Web Development');
  await press(page, 'Save Changes');
  await expect(page.getByText('Profile updated successfully!')).toBeVisible();
  expect(await member.stored()).toMatchObject({ studentId: '1SD22CS042', department: 'Not Set' });

  // Over a record it asks first.
  await page.goto('/data-recovery');
  await press(page, 'Create My Data');
  const dialog = page.getByRole('dialog', { name: 'Replace your record?' });
  await expect(dialog).toContainText('You would lose: student ID, date of registration, development track.');
  await expectAccessible(page);
  await press(page, 'Keep my record');
  await expect(dialog).toBeHidden();
  expect(await member.stored()).toMatchObject({ studentId: '1SD22CS042' });
  await press(page, 'Create My Data');
  await press(page, 'Replace my record');
  await expect(status(page)).toContainText('User data created successfully!');
  expect(await member.stored()).toMatchObject({ studentId: 'Not Set', developmentTrack: null });

  await page.context().clearCookies();
  for (const button of ['Check My Data', 'Create My Data', 'Check Database']) {
    await press(page, button);
    await expect(alert(page)).toHaveText('Please log in first');
  }
});

test('recovery and the notice without anybody signed in', async ({ page }) => {
  await page.goto('/data-recovery');
  await expect(page.getByText('Please log in to use the data recovery tool')).toBeVisible();
  await expectAccessible(page);
  await page.goto('/migrate-users');
  await expect(page.getByRole('heading', { name: 'Migration Complete' })).toBeVisible();
  await expectAccessible(page);
});

test('the database itself in trouble, and no value of the configuration anywhere', async ({
  page,
  problems,
}) => {
  problems.allow(/status of (40\d|50\d)|EventSource|net::ERR/);
  const canaries = {
    AUTH_SECRET: 'canary-auth-secret-canary-auth-secret',
    SMTP_URL: 'smtp://canary-user:canary-pass@127.0.0.1:1',
    MAIL_FROM: 'canary-from@canary.test',
    CONTACT_INBOX: 'canary-inbox@canary.test',
    ADMIN_PASSWORD: 'canary-password',
    TRUST_PROXY: '203.0.113.77',
  };
  const portal = await startPortal({ env: canaries });
  const answers: string[] = [];
  page.on('response', (response) => {
    const type = response.headers()['content-type'] ?? '';
    if (!response.url().startsWith(portal.url) || type.startsWith('text/event-stream')) return;
    void response.text().then(
      (text) => answers.push(text),
      () => {},
    );
  });
  try {
    await signedInAdmin(page, portal);
    await page.goto(`${portal.url}/data-recovery`);
    await press(page, 'Check Database');
    await expect(alert(page)).toHaveText('No users node found in database');
    await press(page, 'Create My Data');
    await expect(alert(page)).toContainText('Error creating user data: The administrator has no record');
    for (const [path, button, outcome] of [
      ['/database-test', 'Test Users Read', 'Users read successful!'],
      ['/firebase-test', 'Check Config', 'environment variables'],
      ['/firebase-test', 'Test Auth', 'Auth test successful!'],
      ['/admin/health', 'Check the data', 'Good'],
      ['/admin/access', 'Run the proof', 'as declared.'],
    ] as const) {
      await page.goto(`${portal.url}${path}`);
      await press(page, button);
      // Whatever it writes must be over before somebody else takes the write lock.
      await expect(page.getByRole('main')).toContainText(outcome);
    }

    // Another process holds the write lock for longer than the portal waits.
    await page.goto(`${portal.url}/database-test`);
    const other = openBeside(portal);
    other.exec('begin immediate');
    await press(page, 'Test Write');
    await expect(alert(page)).toContainText('Write test failed: The database is not available right now.', {
      timeout: 30_000,
    });
    await page.goto(`${portal.url}/firebase-test`);
    await press(page, 'Test Auth');
    await expect(alert(page)).toContainText('not initialized', { timeout: 40_000 });
    other.exec('rollback');
    other.close();
    await page.goto(`${portal.url}/database-test`);
    await press(page, 'Test Write');
    await expect(status(page)).toHaveText('Write test successful!');

    // The table of the users is gone.
    const broken = openBeside(portal);
    broken.exec('alter table test_node rename to test_node_away');
    await press(page, 'Test Read');
    await expect(alert(page)).toContainText('Read test failed: Something went wrong on our side.');
    broken.exec('alter table test_node_away rename to test_node');
    broken.close();
    const text = answers.join('\n');
    expect(answers.length).toBeGreaterThan(10);
    for (const canary of [...Object.values(canaries), portal.dataDir]) expect(text).not.toContain(canary);
    const client = join(import.meta.dirname, '../../dist/assets');
    for (const file of await readdir(client)) {
      if (/\.(js|css)$/.test(file))
        expect(await readFile(join(client, file), 'utf8')).not.toContain('canary');
    }
  } finally {
    await portal.discard();
  }
});

import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { limitFileSize } from '#tests/helpers/file-limit.ts';
import { expect, test } from '#tests/helpers/fixtures.ts';
import type { Portal } from '#tests/helpers/portal.ts';
import { dropRecord, storedRecord } from '#tests/helpers/records.ts';
import { signedInAdmin } from '#tests/helpers/signed-in-admin.ts';
import { signedInMember } from '#tests/helpers/signed-in-member.ts';
import { failure, outcome, press } from '#tests/helpers/tool-pages.ts';

test.describe.configure({ timeout: 120_000 });

const unwritable =
  'Nothing can be saved right now: the database is full or cannot be written to. Please try again later.';

/** Another process's connection, which waits for locks like the portal's own. */
function openSecondConnection(portal: Portal): DatabaseSync {
  return new DatabaseSync(join(portal.dataDir, 'portal.sqlite'), { timeout: 10_000 });
}

/** Checkpoints the write-ahead log. @returns whether the log is empty afterwards */
function emptyLog(portal: Portal): boolean {
  const beside = openSecondConnection(portal);
  const row = beside.prepare('pragma wal_checkpoint(truncate)').get();
  beside.close();
  return row?.busy === 0;
}

test('a database that is read-only, or cannot grow', async ({ page, newPage, ownPortal, problems }) => {
  problems.allow(/status of (404|503)/);
  const portal = await ownPortal();
  const program = portal.pid();
  const memberPage = await newPage();
  const member = await signedInMember(memberPage, portal, { track: 'web' });
  await signedInAdmin(page, portal);
  await page.goto(`${portal.url}/database-test`);
  await press(page, 'Test Write');
  await expect(outcome(page)).toHaveText('Write test successful!');

  // With room for one page, the write-ahead log ends in the middle of a transaction.
  for (const room of [0, 5_000]) {
    await expect.poll(() => emptyLog(portal)).toBe(true);
    const restore = await limitFileSize(program, room);
    await page.goto(`${portal.url}/database-test`);
    await press(page, 'Test Write');
    await expect(failure(page)).toHaveText(`Write test failed: ${unwritable}`);
    // Reading still works, and the session lasts.
    await press(page, 'Test Read');
    await expect(outcome(page)).toContainText('Read test successful!');
    await page.goto(`${portal.url}/firebase-test`);
    await press(page, 'Test Realtime DB');
    await expect(failure(page)).toHaveText(
      `Realtime Database test failed: Realtime Database not initialized: ${unwritable}`,
    );
    await press(page, 'Test Auth');
    await expect(failure(page)).toHaveText(`Auth test failed: Auth not initialized: ${unwritable}`);

    await memberPage.goto(`${portal.url}/dashboard`);
    await memberPage.getByRole('radio', { name: /Game Development/ }).check({ force: true });
    await press(memberPage, 'Update Track');
    await expect(memberPage.getByRole('alert')).toHaveText(
      'Failed to update development track. Please try again.',
    );
    await memberPage.goto(`${portal.url}/data-recovery`);
    await press(memberPage, 'Create My Data');
    await expect(failure(memberPage)).toHaveText(`Error creating user data: ${unwritable}`);
    expect(await member.stored()).toMatchObject({
      developmentTrack: 'web',
      fullName: member.registration.fullName,
    });

    await restore();
    await press(page, 'Test Auth');
    await expect(outcome(page)).toContainText('Auth test successful!');
    await press(page, 'Test Realtime DB');
    await expect(outcome(page)).toContainText('The event arrived after');
  }
  expect(portal.pid()).toBe(program);
  await member.withStore(async (store) => {
    await dropRecord(store, member.uid);
    expect(await store.integrityFaults()).toEqual([]);
  });
  await press(memberPage, 'Create My Data');
  await expect(outcome(memberPage)).toContainText('User data created successfully!');
  expect(await member.withStore((store) => storedRecord(store, member.uid))).toMatchObject({
    studentId: 'Not Set',
  });
});

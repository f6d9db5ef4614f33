import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { mostUsedPasswordKey } from '#server/accounts/password-keys.ts';
import { openTestApp, type TestApp } from '#tests/helpers/app.ts';
import { describeEachEngine } from '#tests/helpers/engines.ts';
import type { FirebaseExport } from '#tests/helpers/firebase-export.ts';
import { importFiles, makeFiles, scratchFolder } from '#tests/helpers/firebase-import.ts';
import { accountsAsJson, recordsAsJson } from './export-firebase.ts';
import { messagesAsCsv } from './export-messages.ts';
import { Faults } from './faults.ts';
import { type ImportedMessage, readMessages } from './messages-file.ts';
import type { PlannedAccount } from './plan.ts';

/** Imports the files and returns what was planned, by uid. */
async function importAll(portal: TestApp, files: FirebaseExport): Promise<Map<string, PlannedAccount>> {
  const planned: PlannedAccount[] = [];
  await importFiles(portal, files, { onAccounts: (accounts) => planned.push(...accounts) });
  return new Map(planned.map((account) => [account.uid, account]));
}

async function exportAll({ store, deps }: TestApp, files: FirebaseExport): Promise<FirebaseExport> {
  const folder = scratchFolder('exported');
  await mkdir(folder);
  const exported = {
    ...files,
    accounts: join(folder, 'accounts.json'),
    database: join(folder, 'database.json'),
    messages: join(folder, 'messages.csv'),
  };
  const key = await mostUsedPasswordKey(store.db, deps.config.authSecret);
  const counts = { accounts: 0, withoutPassword: 0, otherKey: 0 };
  await writeFile(exported.accounts, accountsAsJson(store.db, key?.id ?? null, counts));
  await writeFile(exported.database, recordsAsJson(store.db));
  await writeFile(exported.messages, messagesAsCsv(store.db));
  return exported;
}

type Fields = Record<string, unknown>;

async function usersIn(file: string): Promise<Map<string, Fields>> {
  const { users } = JSON.parse(await readFile(file, 'utf8')) as { users: Fields[] };
  return new Map(users.map((user) => [String(user.localId), user]));
}

async function recordsIn(file: string): Promise<Record<string, Fields>> {
  return (JSON.parse(await readFile(file, 'utf8')) as { users: Record<string, Fields> }).users;
}

async function messagesIn(file: string): Promise<Omit<ImportedMessage, 'id'>[]> {
  const messages: Omit<ImportedMessage, 'id'>[] = [];
  for await (const { receivedAt, fields } of readMessages(file, new Faults()))
    messages.push({ receivedAt, fields });
  return messages.sort((a, b) => JSON.stringify(a).localeCompare(JSON.stringify(b)));
}

/** The names of the fields that differ; both base64 alphabets are equal. */
function differing(a: Fields = {}, b: Fields = {}): string[] {
  const plain = (value: unknown) =>
    typeof value === 'string' ? value.replaceAll('-', '+').replaceAll('_', '/') : JSON.stringify(value);
  return [...new Set([...Object.keys(a), ...Object.keys(b)])].filter(
    (name) => plain(a[name]) !== plain(b[name]),
  );
}

describeEachEngine('an export for Firebase', (engine) => {
  it('equals what was imported, except for the differences that the rehearsal named', async () => {
    const portal = await openTestApp(engine);
    const files = await makeFiles({ messages: 20 });
    const planned = await importAll(portal, files);
    const exported = await exportAll(portal, files);
    const [users, exportedUsers] = [await usersIn(files.accounts), await usersIn(exported.accounts)];
    const [records, exportedRecords] = [await recordsIn(files.database), await recordsIn(exported.database)];
    for (const { uid, outcome, notes } of planned.values()) {
      if (outcome === 'skip') {
        expect(exportedUsers.has(uid) || uid in exportedRecords).toBe(false);
        continue;
      }
      const named = notes.join(' ');
      const fields = [
        ...differing(users.get(uid), exportedUsers.get(uid)),
        ...differing(records[uid], exportedRecords[uid]),
      ];
      expect(fields.filter((field) => !named.includes(field))).toEqual([]);
    }
    const unchanged = files.people.filter(({ oddity }) => oddity === 'complete' || oddity === 'reviewed');
    for (const { uid } of unchanged) {
      expect(exportedUsers.get(uid)).toEqual(users.get(uid));
      expect(exportedRecords[uid]).toEqual(records[uid]);
    }
    expect(await messagesIn(exported.messages)).toEqual(await messagesIn(files.messages));
  });

  it('is imported into another portal, and exported again, without a difference', async () => {
    const first = await openTestApp(engine);
    const files = await makeFiles();
    await importAll(first, files);
    const exported = await exportAll(first, files);
    const second = await openTestApp(engine);
    const planned = await importAll(second, exported);
    expect(new Set([...planned.values()].map(({ outcome }) => outcome))).toEqual(new Set(['make']));
    const again = await exportAll(second, exported);
    for (const name of ['accounts', 'database', 'messages'] as const) {
      expect(await readFile(again[name], 'utf8')).toBe(await readFile(exported[name], 'utf8'));
    }
  });
});

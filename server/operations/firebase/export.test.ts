import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { inboxPage } from '#domain/form-inbox.ts';
import { type Member, member } from '#domain/members.ts';
import { openTestApp, signInAdministrator, type TestApp } from '#tests/helpers/app.ts';
import { describeEachEngine } from '#tests/helpers/engines.ts';
import { type FirebaseExport, makeFiles } from '#tests/helpers/firebase-export.ts';
import { importFiles } from '#tests/helpers/firebase-import.ts';
import { contentWithForms } from '#tests/helpers/forms.ts';
import { newFolder } from '#tests/helpers/scratch.ts';
import { exportForFirebase } from './export.ts';
import { Faults } from './input-file.ts';
import { readMessages } from './messages.ts';
import type { PlannedAccount } from './plan.ts';
import { plainRecord, toMember, toRecord } from './record.ts';

/** Imports the files and returns what was planned, by uid. */
async function importAll(portal: TestApp, files: FirebaseExport): Promise<Map<string, PlannedAccount>> {
  const { accounts } = await importFiles(portal, files);
  return new Map(accounts.map((account) => [account.uid, account]));
}

async function exportAll({ store, deps }: TestApp, files: FirebaseExport): Promise<FirebaseExport> {
  const folder = await newFolder();
  const exported = await exportForFirebase(store.db, deps.config.authSecret);
  for (const [name, text] of Object.entries(exported.files)) await writeFile(join(folder, name), text ?? '');
  return {
    ...files,
    accounts: join(folder, 'accounts.json'),
    database: join(folder, 'database.json'),
    messages: join(folder, 'messages.csv'),
  };
}

/** Every object has these properties, and anybody can send a field with such a name. */
const ownedByEveryObject = Object.getOwnPropertyNames(Object.prototype);

type Fields = Record<string, unknown>;

async function usersIn(file: string): Promise<Map<string, Fields>> {
  const { users } = JSON.parse(await readFile(file, 'utf8')) as { users: Fields[] };
  return new Map(users.map((user) => [String(user.localId), user]));
}

async function recordsIn(file: string): Promise<Record<string, Fields>> {
  return (JSON.parse(await readFile(file, 'utf8')) as { users: Record<string, Fields> }).users;
}

function messagesIn(file: string): string[] {
  return readMessages(file, new Faults())
    .map(({ receivedAt, fields }) => JSON.stringify([receivedAt, ...fields]))
    .sort();
}

/** The names of the fields that differ; both base64 alphabets are equal. */
function differing(a: Fields = {}, b: Fields = {}): string[] {
  const plain = (value: unknown) =>
    typeof value === 'string' ? value.replaceAll('-', '+').replaceAll('_', '/') : JSON.stringify(value);
  return [...new Set([...Object.keys(a), ...Object.keys(b)])].filter(
    (name) => plain(a[name]) !== plain(b[name]),
  );
}

const owner = {
  uid: 'u',
  email: 'asha@students.example',
  displayName: 'Asha',
  createdAt: new Date(0).toISOString(),
};

it('leaves a submission in the track that it was made for', () => {
  const submitted = { developmentTrack: 'web', githubLink: 'https://github.com/asha/notes' };
  expect(toMember(plainRecord(submitted), owner).member).toMatchObject({ submissionTrack: 'web' });
  const chosen = { developmentTrack: 'web' };
  expect(toMember(plainRecord(chosen), owner).member).toMatchObject({ submissionTrack: null });
});

it('loses no field of a record on the way out and back in', () => {
  const values: Record<string, unknown> = {
    ...{ uid: owner.uid, email: owner.email, department: 'Other' },
    githubLink: 'https://github.com/asha/notes',
  };
  const sampleOf = (name: keyof Member) =>
    name.endsWith('At')
      ? owner.createdAt
      : (values[name] ?? ['web', 'M', 2, true].find((value) => member.shape[name].safeParse(value).success));
  const names = Object.keys(member.shape) as (keyof Member)[];
  const full = member.parse(Object.fromEntries(names.map((name) => [name, sampleOf(name)])));
  expect(toMember(toRecord(full), owner)).toEqual({ member: full, notes: [] });
});

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
    expect(messagesIn(exported.messages)).toEqual(messagesIn(files.messages));
  });

  it('keeps the fields of a message whatever their sender called them', async () => {
    const portal = await openTestApp(engine, { content: contentWithForms() });
    const files = await makeFiles();
    // A name that begins with an underscore is for the service itself.
    const names = ownedByEveryObject.filter((name) => !name.startsWith('_'));
    const strange = Object.fromEntries(names.map((name) => [name, `value of ${name}`]));
    for (const fields of [{ nick: 'Asha', ...strange }, { nick: 'Ben' }]) {
      expect((await portal.visitor().post('/f/survey', fields)).status).toBe(200);
    }
    const exported = readMessages((await exportAll(portal, files)).messages, new Faults());
    expect(exported.map(({ fields }) => Object.fromEntries(fields))).toEqual(
      expect.arrayContaining([expect.objectContaining(strange), { nick: 'Ben' }]),
    );

    const admin = await signInAdministrator(portal);
    const list = inboxPage.parse((await admin.get('/api/admin/form-submissions')).body);
    const shown = await Promise.all(
      list.submissions.map(async ({ id }) => (await admin.get(`/api/admin/form-submissions/${id}`)).text),
    );
    const { text: csv } = await admin.get('/api/admin/form-submissions.csv');
    for (const text of [shown.join(''), csv]) {
      for (const name of names) expect(text).toContain(`value of ${name}`);
    }
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

  it('holds people, fields and messages with the names that every JavaScript object has', async () => {
    const portal = await openTestApp(engine);
    const files = await makeFiles({ count: 1 });
    const record =
      '{"fullName": "Asha", "constructor": "c", "__proto__": {"studentId": "1"}, "toString": "t"}';
    const uids = ['__proto__', 'constructor'];
    const users = uids.map((localId) => ({ localId, email: `${localId}@college.example` }));
    await writeFile(files.accounts, JSON.stringify({ users }));
    await writeFile(files.database, `{"users": {"__proto__": ${record}, "constructor": ${record}}}`);
    const messages = 'date,message,constructor,__proto__\n2025-09-01,Hello,c,p\n2025-09-02,Again,,';
    await writeFile(files.messages, messages);
    const planned = await importAll(portal, files);
    for (const uid of uids) {
      const { outcome, notes } = planned.get(uid) ?? {};
      expect([uid, outcome]).toEqual([uid, 'make']);
      for (const field of ['constructor', '__proto__', 'toString']) {
        expect(notes).toContain(`${field} is left behind`);
      }
      expect(notes).toContain('studentId: nothing becomes "Not Set"');
    }
    const exported = await exportAll(portal, files);
    expect(Object.keys(await recordsIn(exported.database)).sort()).toEqual(uids);
    expect(messagesIn(exported.messages)).toEqual([
      '["2025-09-01T00:00:00.000Z",["message","Hello"],["constructor","c"],["__proto__","p"]]',
      '["2025-09-02T00:00:00.000Z",["message","Again"]]',
    ]);
  });
});

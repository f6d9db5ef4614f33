import { writeFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { inboxPage } from '#domain/form-inbox.ts';
import { openWithMembers } from '#tests/helpers/admin-api.ts';
import {
  adminPassword,
  confirmEmail,
  openTestApp,
  registerPerson,
  signIn,
  signInAdministrator,
  type TestApp,
} from '#tests/helpers/app.ts';
import { describeEachEngine } from '#tests/helpers/engines.ts';
import {
  type FirebaseExport,
  type FirebasePerson,
  makeFiles,
  type Oddity,
} from '#tests/helpers/firebase-export.ts';
import {
  countOutcomes,
  importFiles,
  openImported,
  rehearseFiles,
  signInStatus,
} from '#tests/helpers/firebase-import.ts';
import { contentWithForms } from '#tests/helpers/forms.ts';
import { requestReset, resetPassword } from '#tests/helpers/passwords.ts';
import { dataFaults, rowsOf, storedRecord } from '#tests/helpers/records.ts';
import { tokenIn } from '#tests/helpers/sent-mails.ts';
import { plainRecord, toMember } from './record.ts';

function personWith(files: FirebaseExport, oddity: Oddity): FirebasePerson {
  const person = files.people.find((one) => one.oddity === oddity);
  if (!person) throw new Error(`nobody is ${oddity}`);
  return person;
}

function accountOf(portal: TestApp, uid: string) {
  return portal.store.db.selectFrom('user').selectAll().where('id', '=', uid).executeTakeFirstOrThrow();
}

describeEachEngine('people who come from Firebase', (engine) => {
  it('find their messages in the inbox, read and with the form’s fields', async () => {
    const { portal } = await openImported(engine, { messages: 5 });
    const administrator = await signInAdministrator(portal);
    const { body } = await administrator.get('/api/admin/form-submissions?q=second');
    const { submissions, unread } = body as { submissions: { id: string }[]; unread: number };
    expect(unread).toBe(0);
    expect(submissions).toHaveLength(5);
    const message = await administrator.get(`/api/admin/form-submissions/${submissions.at(-1)?.id}`);
    expect(message.body).toMatchObject({
      form: 'Contact form',
      from: 'Asha Rao',
      replyTo: 'asha0@college.example',
      receivedAt: '2025-09-01T10:30:00.000Z',
      fields: [
        { label: 'Name', value: 'Asha Rao' },
        { label: 'Email', value: 'asha0@college.example' },
        { label: 'Message', value: 'Hello, here is "it".\nSecond line 0' },
        { label: 'GitHub Link', value: 'https://github.com/asha/p0' },
      ],
    });
  });

  it('can ask for a reset link if they had no password, and cannot if they are disabled', async () => {
    const { portal, files } = await openImported(engine);
    for (const oddity of ['federated', 'disabled', 'disabled federated'] as const) {
      const { email } = personWith(files, oddity);
      expect((await requestReset(portal, email)).status).toBe(200);
    }
    const mails = await portal.mails();
    const { email } = personWith(files, 'federated');
    expect(mails.flatMap(({ to }) => to)).toEqual([email]);
    expect((await resetPassword(portal, tokenIn(mails[0]))).status).toBe(200);
    expect(await signInStatus(portal, email, 'a new password')).toBe(200);
  });
});

const owner = {
  uid: 'u',
  email: 'asha@students.example',
  displayName: 'Asha',
  createdAt: '2025-09-01T00:00:00.000Z',
};

it('a submission stays in the track that it was made for', () => {
  const submitted = { developmentTrack: 'web', githubLink: 'https://github.com/asha/notes' };
  expect(toMember(plainRecord(submitted), owner).member).toMatchObject({ submissionTrack: 'web' });
  const chosen = { developmentTrack: 'web' };
  expect(toMember(plainRecord(chosen), owner).member).toMatchObject({ submissionTrack: null });
});

describeEachEngine('names that every JavaScript object has', (engine) => {
  it('are ordinary ones for people and fields of a move', async () => {
    const portal = await openTestApp(engine);
    const files = await makeFiles({ count: 1 });
    const record =
      '{"fullName": "Asha", "constructor": "c", "__proto__": {"studentId": "1"}, "toString": "t"}';
    const uids = ['__proto__', 'constructor'];
    const users = uids.map((localId) => ({ localId, email: `${localId}@college.example` }));
    await writeFile(files.accounts, JSON.stringify({ users }));
    await writeFile(files.database, `{"users": {"__proto__": ${record}, "constructor": ${record}}}`);
    await writeFile(files.messages, 'date,message,constructor,__proto__\n2025-09-01,Hello,c,p');
    const { accounts } = await importFiles(portal, files);
    expect(accounts.map(({ uid, outcome }) => [uid, outcome])).toEqual(uids.map((uid) => [uid, 'make']));
    for (const { notes } of accounts) {
      for (const field of ['constructor', '__proto__', 'toString'])
        expect(notes).toContain(`${field} is left behind`);
      expect(notes).toContain('studentId: nothing becomes "Not Set"');
    }
    const members = await rowsOf(portal.store, 'members');
    expect(members.map(({ uid, studentId }) => [uid, studentId])).toEqual(
      uids.map((uid) => [uid, 'Not Set']),
    );
    const administrator = await signInAdministrator(portal);
    const { text } = await administrator.get('/api/admin/form-submissions.csv');
    expect(text).toContain('Hello');
    for (const name of uids) expect(text).toContain(name);
  });

  it('are ordinary ones for the fields of a message', async () => {
    const portal = await openTestApp(engine, { content: contentWithForms() });
    // A name that begins with an underscore is for the service itself.
    const names = Object.getOwnPropertyNames(Object.prototype).filter((name) => !name.startsWith('_'));
    const fields = { nick: 'Asha', ...Object.fromEntries(names.map((name) => [name, `value of ${name}`])) };
    expect((await portal.visitor().post('/f/survey', fields)).status).toBe(200);
    const administrator = await signInAdministrator(portal);
    const list = inboxPage.parse((await administrator.get('/api/admin/form-submissions')).body);
    const [message] = list.submissions;
    const { text: shown } = await administrator.get(`/api/admin/form-submissions/${message?.id}`);
    const { text: csv } = await administrator.get('/api/admin/form-submissions.csv');
    for (const text of [shown, csv]) for (const name of names) expect(text).toContain(`value of ${name}`);
  });
});

describeEachEngine('people who have an account here already', (engine) => {
  it('are given their record only if they have confirmed the address and have none', async () => {
    const portal = await openTestApp(engine);
    const files = await makeFiles();
    const [plain, confirmed, complete] = files.people.filter(({ oddity }) =>
      ['complete', 'submitted', 'reviewed'].includes(oddity),
    );
    for (const person of [plain, confirmed, complete]) {
      const here = await registerPerson(portal, { email: person?.email ?? '' });
      if (person === plain) continue;
      await confirmEmail(portal, here.uid);
      if (person === confirmed) {
        await portal.store.db.deleteFrom('members').where('uid', '=', here.uid).execute();
        await portal.store.db.deleteFrom('changes').where('uid', '=', here.uid).execute();
      }
    }
    const planned = await rehearseFiles(portal, files);
    const outcomes = [plain, confirmed, complete].map((person) => planned.get(person?.uid ?? '')?.outcome);
    expect(outcomes).toEqual(['skip', 'join', 'here']);
    await importFiles(portal, files);
    const members = await rowsOf(portal.store, 'members');
    const { uid = '', githubLink } = members.find(({ email }) => email === confirmed?.email) ?? {};
    expect(githubLink).toContain('https://github.com/student');
    expect(uid).not.toBe(confirmed?.uid);
  });
});

describeEachEngine('the former administrator', (engine) => {
  it('is this portal’s, with the former address and password', async () => {
    const files = await makeFiles();
    const former = personWith(files, 'complete');
    const env = { ADMIN_UID: former.uid };
    const { portal, administrator: before } = await openWithMembers(engine, [], { env });
    await importFiles(portal, files);
    expect((await before.get('/api/admin/summary')).status).toBe(401);
    expect(await signInStatus(portal, portal.deps.config.adminEmail, adminPassword)).toBe(401);
    const administrator = await signIn(portal, former.email, former.password);
    await portal.deps.background.idle();
    const { body } = await administrator.get('/api/session');
    expect(body).toMatchObject({ user: { uid: former.uid, role: 'administrator', email: former.email } });
    expect(await storedRecord(portal.store, former.uid)).toBeUndefined();

    expect(countOutcomes(await importFiles(portal, files)).administrator).toBeUndefined();
    expect((await administrator.get('/api/admin/summary')).status).toBe(200);
    expect(await dataFaults(portal.store)).toEqual([]);
  });

  it('keeps the present address if the former account is disabled, or somebody here has its address', async () => {
    const files = await makeFiles();
    for (const oddity of ['disabled', 'complete'] as const) {
      const { uid, email } = personWith(files, oddity);
      const { portal } = await openWithMembers(engine, [], { env: { ADMIN_UID: uid } });
      if (oddity === 'complete') await registerPerson(portal, { email });
      const { adminEmail } = portal.deps.config;
      const { outcome, notes } = (await rehearseFiles(portal, files)).get(uid) ?? {};
      expect(outcome).toBe('skip');
      expect(notes?.[0]).toContain('it is the administrator, and');
      await importFiles(portal, files);
      expect(await accountOf(portal, uid)).toMatchObject({ email: adminEmail });
    }
  });
});

import { expect, it } from 'vitest';
import { firstPasswordMail } from '#server/mail/messages.ts';
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
  undo,
} from '#tests/helpers/firebase-import.ts';
import { requestReset, resetPassword } from '#tests/helpers/passwords.ts';
import { dataFaults, rowsOf, storedRecord } from '#tests/helpers/records.ts';
import { tokenIn } from '#tests/helpers/sent-mails.ts';

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

  it('get a link to a first password if they had none, only when the operator says so', async () => {
    const portal = await openTestApp(engine);
    const files = await makeFiles();
    const { club } = portal.deps.content;
    const tally = await importFiles(portal, files, {
      firstPasswordMail: (recipient, token) =>
        firstPasswordMail(club, { ...recipient, link: `https://portal.test/r?token=${token}` }),
    });
    expect(tally.mails).toBe(2);
    const mails = await portal.mails();
    const { email } = personWith(files, 'federated');
    const mail = mails.find(({ to }) => to.includes(email));
    expect(mails).toHaveLength(2);
    expect((await resetPassword(portal, tokenIn(mail))).status).toBe(200);
    expect(await signInStatus(portal, email, 'a new password')).toBe(200);
    expect((await resetPassword(portal, tokenIn(mail))).status).toBe(400);
  });

  it('can ask for a reset link if they had no password, and cannot if they are disabled', async () => {
    const { portal, files } = await openImported(engine);
    for (const oddity of ['federated', 'disabled', 'disabled federated'] as const) {
      const { email } = personWith(files, oddity);
      expect((await requestReset(portal, email)).status).toBe(200);
    }
    const mails = await portal.mails();
    expect(mails.flatMap(({ to }) => to)).toEqual([personWith(files, 'federated').email]);
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
    await undo(portal);
    expect(await accountOf(portal, uid)).toMatchObject({ email: confirmed?.email });
  });
});

describeEachEngine('the former administrator', (engine) => {
  it('is this portal’s, with the former address and password, and undo brings the present one back', async () => {
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

    await undo(portal, true);
    expect(await signInStatus(portal, former.email, former.password)).toBe(401);
    expect(await signInStatus(portal, portal.deps.config.adminEmail, adminPassword)).toBe(200);
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

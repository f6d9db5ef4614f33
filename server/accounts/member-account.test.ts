import { describe, expect, it } from 'vitest';
import { correctableFields } from '#domain/corrections.ts';
import type { MemberAccount } from '#domain/member-account.ts';
import { pick } from '#domain/shown.ts';
import { accountHeader } from '#domain/shown-account.ts';
import { writeState } from '#server/store/portal-state.ts';
import { changesOf, openWithMembers, storedMember } from '#tests/helpers/admin-api.ts';
import {
  confirmEmail,
  expireSessions,
  registerPerson,
  signIn,
  type TestApp,
  type TestAppOptions,
} from '#tests/helpers/app.ts';
import { takeClock } from '#tests/helpers/clock.ts';
import { changedFrom, newEmail, noticesTo, restore, saveProfile } from '#tests/helpers/email-change.ts';
import { describeEachEngine, type TestEngine } from '#tests/helpers/engines.ts';
import { mailedResetToken, resetPassword, trySignIn } from '#tests/helpers/passwords.ts';
import { rowsOf } from '#tests/helpers/records.ts';
import { tokenIn } from '#tests/helpers/sent-mails.ts';
import { refusedWith, type Visitor } from '#tests/helpers/visitor.ts';

const isoTime = expect.stringMatching(/Z$/);
const reason = 'Shown on the student card.';

async function open(engine: TestEngine, options?: TestAppOptions) {
  const { portal, administrator: lead } = await openWithMembers(engine, [], options);
  const person = await registerPerson(portal);
  const path = `/api/admin/members/${person.uid}`;
  const correct = (body: object) => lead.patch(path, { reason, ...body });
  const account = async () => (await lead.get(`${path}/account`)).body as MemberAccount;
  const remove = (confirm: string) => lead.send('DELETE', path, { body: { confirm } });
  const record = () => storedMember(lead, person.uid);
  async function handLink() {
    const { body } = await lead.post(`${path}/reset-link`, {});
    const { url, until } = body as { url: string; until: string };
    return { token: new URL(url).searchParams.get('token') ?? '', until };
  }
  return { portal, lead, person, path, correct, account, remove, record, handLink };
}

async function wrongPasswords(portal: TestApp, email: string, count: number): Promise<void> {
  for (let index = 0; index < count; index += 1) await trySignIn(portal, email, `wrong ${index}`);
}

async function isSignedIn(visitor: Visitor): Promise<boolean> {
  return ((await visitor.get('/api/session')).body as { user: unknown }).user !== null;
}

describe('correcting a member', () => {
  it('changes any field by its rule, also of a member without a track, with the reason in the history', async () => {
    const { lead, person, correct, record } = await open('sqlite');
    const before = await record();
    expect(await correct({ studentId: '1SD22CS999', fullName: 'Asha N. Rao' })).toMatchObject({
      status: 200,
      body: { studentId: '1SD22CS999', fullName: 'Asha N. Rao', developmentTrack: null },
    });
    const { changes } = await changesOf(lead, `?uid=${person.uid}&kind=record-corrected`);
    const fields = {
      studentId: { old: before.studentId, new: '1SD22CS999' },
      reason: { old: null, new: reason },
    };
    expect(changes).toMatchObject([{ actor: 'administrator', undoable: false, fields }]);
    expect((await person.get('/api/session')).body).toMatchObject({ user: { displayName: 'Asha N. Rao' } });
    const chosen = { taskCompleted: true, developmentTrack: 'web', yearOfStudy: 4 };
    await correct(chosen);
    const done = await record();
    expect(done).toMatchObject({ ...chosen, taskCompletedAt: isoTime, trackUpdatedAt: isoTime });
    await correct({ taskCompleted: true, yearOfStudy: 3 });
    expect(await record()).toMatchObject({ taskCompletedAt: done.taskCompletedAt, yearOfStudy: 3 });
    await correct({ taskCompleted: false });
    expect(await record()).toMatchObject({ taskCompleted: false, taskCompletedAt: null });
    await correct({ githubLink: 'https://github.com/asha/notes', projectDescription: 'By email.' });
    expect(await record()).toMatchObject({
      githubLink: 'https://github.com/asha/notes',
      submissionTrack: 'web',
      submittedAt: isoTime,
      submissionReviewed: false,
    });
    // A corrected link is the same submission: it keeps its place in the queue and its track.
    const { submittedAt } = await record();
    await correct({ developmentTrack: 'game' });
    await correct({ githubLink: 'https://github.com/asha/notebook' });
    expect(await record()).toMatchObject({
      githubLink: 'https://github.com/asha/notebook',
      submissionTrack: 'web',
      submittedAt,
    });
  });

  it.each([
    { studentId: ' ' },
    { email: 'not an address' },
    { developmentTrack: 'none' },
    { githubLink: 'notes' },
    { graded: true },
    { reason: '' },
  ])('refuses %j', async (body) => {
    const { correct, record } = await open('sqlite');
    const before = await record();
    const [field] = Object.keys(body);
    expect(await correct(body)).toMatchObject({ status: 400, body: { field } });
    expect(await record()).toEqual(before);
  });

  it('refuses a description without a project, and logs nothing where nothing changes', async () => {
    const { lead, person, correct, record } = await open('sqlite');
    expect(await correct({ projectDescription: 'x' })).toMatchObject(
      refusedWith(409, 'NO_SUBMISSION', { field: 'projectDescription' }),
    );
    const { studentId } = await record();
    expect(await correct({ studentId })).toMatchObject({ status: 200, body: { updatedAt: null } });
    expect((await changesOf(lead, `?uid=${person.uid}&kind=record-corrected`)).changes).toEqual([]);
  });

  it('of a record that somebody changed meanwhile is refused, with what they wrote', async () => {
    const { correct, record } = await open('sqlite');
    const shown = pick(await record(), correctableFields);
    expect(await correct({ shown, studentId: 'FIRST' })).toMatchObject({ status: 200 });
    expect(await correct({ shown, contactNumber: '9000000000' })).toMatchObject(
      refusedWith(409, 'STALE_VERSION', { current: { studentId: 'FIRST' } }),
    );
    expect(await record()).toMatchObject({ studentId: 'FIRST', contactNumber: '9876543210' });
    // The same request again: its first answer was lost.
    expect(await correct({ shown, studentId: 'FIRST' })).toMatchObject({ status: 200 });
    const now = pick(await record(), correctableFields);
    expect(await correct({ shown: now, contactNumber: '9000000000' })).toMatchObject({ status: 200 });
  });

  it('of an email reaches account and record, notifies both addresses, and can be reverted', async () => {
    const { portal, person, correct, record, account } = await open('sqlite');
    const { email, password } = person.registration;
    await confirmEmail(portal, person.uid);
    expect(await correct({ email: newEmail })).toMatchObject({ status: 200, body: { email: newEmail } });
    await signIn(portal, newEmail, password);
    const mails = await portal.mails();
    expect(mails.map(({ to, subject }) => [to[0], subject])).toEqual(
      expect.arrayContaining([
        [email, 'The email address of your SDC account was changed'],
        [newEmail, 'Confirm your email address for SDC'],
      ]),
    );
    expect(await account()).toMatchObject({ confirmed: false, formerEmail: { email } });
    const confirm = { token: tokenIn(mails.find(({ to }) => to[0] === newEmail)) };
    expect((await portal.visitor().post('/api/auth/confirm-email', confirm)).status).toBe(200);
    expect(await account()).toMatchObject({ confirmed: true });
    const token = tokenIn(mails.findLast(({ to }) => to[0] === email));
    expect((await restore(portal, token)).status).toBe(200);
    expect(await record()).toMatchObject({ email });
  });

  it('back to the address that a change left ends its right, and the next change is announced there', async () => {
    const { portal, person, correct, account } = await open('sqlite');
    const { email } = person.registration;
    await changedFrom(portal, person, email, newEmail);
    await correct({ email });
    expect(await account()).toMatchObject({ formerEmail: null, confirmed: true });
    await saveProfile(person, { email: 'third@students.example' });
    expect((await noticesTo(portal, email)).at(-1)?.links).toEqual([
      expect.stringContaining('/restore-email'),
    ]);
    expect(await account()).toMatchObject({ formerEmail: { email } });
  });
});

describeEachEngine('correcting a member', (engine) => {
  it('to the address of another account is refused whole', async () => {
    const { portal, correct, record } = await open(engine);
    const other = await registerPerson(portal);
    const before = await record();
    expect(await correct({ fullName: 'Somebody', email: other.registration.email })).toMatchObject(
      refusedWith(409, 'EMAIL_TAKEN', { field: 'email' }),
    );
    expect(await record()).toEqual(before);
  });
});

describe('what the portal knows about a sign-in', () => {
  it('is told in full, and clears with a new password', async () => {
    const clock = takeClock();
    const { portal, person, account } = await open('sqlite');
    const { email, password } = person.registration;
    expect(await account()).toMatchObject({
      ...{ confirmed: false, sendsMail: false, password: 'set', sessions: 1, delayedUntil: null },
      ...{ resetLinkUntil: null, formerEmail: null, mails: [], sameStudentId: [] },
      ...{ backups: { lastAt: null, goneAt: null }, lastSignInAt: expect.any(String) },
    });
    await wrongPasswords(portal, email, 5);
    const { delayedUntil } = await account();
    const wait = Date.parse(delayedUntil ?? '') - Date.now();
    expect(wait).toBeGreaterThan(0);
    expect(wait).toBeLessThanOrEqual(30_000);
    clock.pass(31_000);
    expect(await account()).toMatchObject({ delayedUntil: null });
    await signIn(portal, email, password);
    expect(await account()).toMatchObject({ sessions: 2 });
    await expireSessions(portal, person.uid);
    expect(await account()).toMatchObject({ sessions: 0 });
  });

  it('has no wait while limits are off', async () => {
    const { portal, person, account } = await open('sqlite', { env: { RATE_LIMIT: 'off' } });
    await wrongPasswords(portal, person.registration.email, 6);
    expect(await account()).toMatchObject({ delayedUntil: null });
  });

  it('names emails that wait and that were refused, and other members with the same student ID', async () => {
    const { portal, person, account } = await open('sqlite');
    const { email, studentId } = person.registration;
    const twin = await registerPerson(portal, { studentId: studentId.toLowerCase().replace('1sd', '1sd-') });
    const at = '2026-09-01T09:30:00.000Z';
    const mail = { kind: 'review', lane: 0, uid: person.uid, to: email, createdAt: at, dueAt: at };
    await portal.store.db
      .insertInto('mail_outbox')
      .values([
        { ...mail, id: 'a', attempts: 3, state: 'refused', doneAt: at, lastError: '550 no such user' },
        { ...mail, id: 'b', attempts: 0, createdAt: '2026-09-02T09:30:00.000Z', state: 'waiting' },
      ] as never)
      .execute();
    expect(await account()).toMatchObject({
      mails: [
        { kind: 'review', state: 'waiting', fault: null },
        { kind: 'review', state: 'refused', fault: '550 no such user' },
      ],
      sameStudentId: [{ uid: twin.uid, email: twin.registration.email }],
    });
  });

  it('says until when backups hold what is removed now', async () => {
    const { portal, account } = await open('sqlite');
    const at = '2026-09-01T09:30:00.000Z';
    await writeState(portal.store.db, 'backup', { at, fault: null, keptFor: 2 * 86_400_000 });
    const { backups } = await account();
    expect(backups.lastAt).toBe(at);
    expect(Math.round((Date.parse(backups.goneAt ?? '') - Date.now()) / 3_600_000)).toBe(48);
  });
});

function checkLink(portal: TestApp, token: string) {
  return portal.visitor().post('/api/auth/check-reset-link', { token });
}

describe('a reset link that is handed over', () => {
  it('sets a password once within 24 hours, is logged, and confirms no address', async () => {
    const clock = takeClock();
    const { portal, lead, person, account, handLink } = await open('sqlite');
    const { token, until } = await handLink();
    expect(Date.parse(until) - Date.now()).toBe(24 * 60 * 60_000);
    expect((await account()).resetLinkUntil).toBe(until);
    const { changes } = await changesOf(lead, `?uid=${person.uid}`);
    expect(JSON.stringify(changes)).not.toContain(token);
    expect(changes[0]).toMatchObject({ kind: 'reset-link-made', actor: 'administrator', fields: {} });
    clock.pass(23 * 60 * 60_000);
    expect((await portal.visitor().post('/api/auth/check-reset-link', { token })).status).toBe(200);
    expect((await resetPassword(portal, token)).status).toBe(200);
    expect(await resetPassword(portal, token)).toMatchObject(refusedWith(400, 'INVALID_TOKEN'));
    await signIn(portal, person.registration.email, 'a new password');
    expect(await account()).toMatchObject({ confirmed: false });
    expect(portal.logText()).not.toContain(token);
  });

  it('ends after 24 hours, and with a newer one', async () => {
    const clock = takeClock();
    const { portal, account, handLink } = await open('sqlite');
    const check = ({ token }: { token: string }) => checkLink(portal, token);
    const [first, second] = [await handLink(), await handLink()];
    expect((await check(first)).status).toBe(400);
    expect((await check(second)).status).toBe(200);
    clock.pass(24 * 60 * 60_000 + 1_000);
    expect((await check(second)).status).toBe(400);
    expect((await account()).resetLinkUntil).toBeNull();
  });

  it('is not ended by links that anybody can request, of which the newest works', async () => {
    const clock = takeClock();
    const { portal, account, handLink, person } = await open('sqlite');
    const { token, until } = await handLink();
    clock.pass(1_000);
    const first = await mailedResetToken(portal, person.registration.email);
    clock.pass(1_000);
    const second = await mailedResetToken(portal, person.registration.email);
    expect((await checkLink(portal, first)).status).toBe(400);
    expect((await checkLink(portal, second)).status).toBe(200);
    expect((await account()).resetLinkUntil).toBe(until);
    expect((await resetPassword(portal, token)).status).toBe(200);
    expect((await resetPassword(portal, second)).status).toBe(400);
  });

  it('ends links that were mailed before', async () => {
    const { portal, handLink, person } = await open('sqlite');
    const mailed = await mailedResetToken(portal, person.registration.email);
    await handLink();
    expect((await resetPassword(portal, mailed)).status).toBe(400);
  });

  it('is refused for a disabled account, and for an administrator', async () => {
    const { portal, lead, person, path } = await open('sqlite');
    const account = portal.store.db.updateTable('account').where('userId', '=', person.uid);
    await account.set({ password: '!' }).execute();
    expect(await lead.post(`${path}/reset-link`, {})).toMatchObject(refusedWith(409, 'ACCOUNT_DISABLED'));
    const { adminUid } = portal.deps.config;
    const own = `/api/admin/members/${adminUid}`;
    for (const [method, address, body] of [
      ['POST', `${own}/reset-link`, {}],
      ['POST', `${own}/end-sessions`, {}],
      ['PATCH', own, { reason, fullName: 'Lead' }],
      ['DELETE', own, { confirm: 'Administrator' }],
      ['DELETE', '/api/admin/members', { uids: [adminUid], confirm: 1 }],
    ] as const) {
      expect(await lead.send(method, address, { body })).toMatchObject(refusedWith(409, 'STAFF_ACCOUNT'));
    }
    expect(await isSignedIn(lead)).toBe(true);
  });
});

describe('ending sessions and removing', () => {
  it('ends every session of the member, and of nobody else', async () => {
    const { portal, lead, person, path } = await open('sqlite');
    const other = await registerPerson(portal);
    const second = await signIn(portal, person.registration.email, person.registration.password);
    expect(await lead.post(`${path}/end-sessions`, {})).toMatchObject({ status: 200, body: { ended: 2 } });
    for (const visitor of [person, second]) expect(await isSignedIn(visitor)).toBe(false);
    for (const visitor of [lead, other]) expect(await isSignedIn(visitor)).toBe(true);
    expect((await changesOf(lead, `?uid=${person.uid}`)).changes[0]).toMatchObject({
      kind: 'sessions-ended',
    });
  });

  it('removes only after the name was typed, tells it to the member’s page, and keeps when and by whom', async () => {
    const { portal, lead, person, path, remove } = await open('sqlite');
    expect(await remove('Asha')).toMatchObject(
      refusedWith(409, 'NOT_CONFIRMED', { field: 'confirm', message: expect.stringContaining('Asha Rao') }),
    );
    expect(await isSignedIn(person)).toBe(true);
    expect(await remove('  Asha   Rao ')).toMatchObject({ status: 200, body: { removed: 1 } });
    const shown = { headers: { [accountHeader]: person.uid } };
    const session = await person.send('GET', '/api/session', shown);
    expect(session.body).toEqual({ user: null, removed: true });
    for (const gone of [await lead.get(`${path}/account`), await remove('Asha Rao')])
      expect(gone).toMatchObject(refusedWith(404, 'MEMBER_NOT_FOUND'));
    const log = await rowsOf(portal.store, 'changes');
    expect(log.map(({ kind, actor, fields }) => [kind, actor, fields])).toEqual([
      ['registered', person.uid, '{}'],
      ['member-removed', portal.deps.config.adminUid, '{}'],
    ]);
  });

  it('removes several together, all confirmed by their number', async () => {
    const { portal, lead, person } = await open('sqlite');
    const other = await registerPerson(portal);
    const stays = await registerPerson(portal);
    const uids = [person.uid, other.uid, other.uid];
    const remove = (confirm: number) =>
      lead.send('DELETE', '/api/admin/members', { body: { uids, confirm } });
    expect(await remove(3)).toMatchObject(refusedWith(409, 'NOT_CONFIRMED'));
    expect(await remove(2)).toMatchObject({ status: 200, body: { removed: 2 } });
    expect(await remove(2)).toMatchObject({ status: 200, body: { removed: 0 } });
    expect(await rowsOf(portal.store, 'members')).toMatchObject([{ uid: stays.uid }]);
  });
});

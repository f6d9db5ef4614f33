import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import type { Kysely } from 'kysely';
import { expect, it } from 'vitest';
import { serverMessages } from '#domain/errors.ts';
import { formFailures } from '#domain/forms.ts';
import { closeAccount, dropClosedAccounts, reopenAccount } from '#server/accounts/closed-accounts.ts';
import { lockPassword } from '#server/accounts/credentials.ts';
import { assignEmail } from '#server/accounts/email-address.ts';
import { issueResetLink } from '#server/accounts/mailed-tokens.ts';
import { memberData, removeAccount } from '#server/accounts/member-data.ts';
import { removeForGood, removeMembers } from '#server/accounts/removal.ts';
import { beginSession } from '#server/accounts/session-store.ts';
import { toRefusal } from '#server/http/error-handler.ts';
import { emailMovedMail } from '#server/mail/messages.ts';
import { enqueue } from '#server/mail/outbox-store.ts';
import { changeMember } from '#server/members/member-store.ts';
import { takeBackup } from '#server/operations/backup.ts';
import { checkData } from '#server/operations/check.ts';
import { countRows } from '#server/store/count-rows.ts';
import type { Store } from '#server/store/open.ts';
import type { Tables } from '#server/store/tables.ts';
import { openTestApp, registerPerson, signInAdministrator } from './helpers/app.ts';
import { describeEachEngine, openTestStore } from './helpers/engines.ts';
import { contactMessage } from './helpers/forms.ts';
import { addRecords, newRecord } from './helpers/made-records.ts';
import { placeVariables, runPortal } from './helpers/portal-command.ts';
import { rowsOf } from './helpers/records.ts';
import { endTheSeason } from './helpers/season-end.ts';

type AnyTables = Record<string, Record<string, unknown>>;

interface Owner {
  uid: string;
  email: string;
  formerEmail: string;
}

/** A text that is in every field of the member, and nowhere else. */
const canary = 'canary7f3a';
const mailId = 'a0b1c2';
/** A message to members, which stays when a member leaves. */
const messageId = 'd3e4f5';
const now = '2026-09-01T09:30:00.000Z';
const later = '2999-01-01T00:00:00.000Z';

type Rows = (owner: Owner) => Record<string, unknown>[];

/** For each table with something of a member: rows with the canary, or how else it gets some. */
const rows: Partial<Record<keyof Tables, Rows>> = {
  mailed_tokens: ({ uid, formerEmail: email }) => [
    { id: canary, purpose: 'restore-email', uid, email, expiresAt: later },
  ],
  second_factors: ({ uid }) => [{ uid, sealed: canary, since: now, lastStep: 1, recoveryCodes: '[]' }],
  identities: ({ uid }) => [{ id: canary, uid, issuer: canary, createdAt: now }],
  passkeys: ({ uid }) => [{ id: canary, uid, name: canary, publicKey: canary, counter: 0, createdAt: now }],
  known_devices: ({ uid }) => [{ id: canary, uid, lastUsedAt: now }],
  staff: ({ uid }) => [{ uid, role: 'reviewer', member: 1, name: canary, since: now }],
  changes: ({ uid, email, formerEmail }) => [
    {
      ...{ uid, actor: uid, kind: 'profile-saved', at: now },
      fields: JSON.stringify({
        email: { old: formerEmail, new: email },
        fullName: { old: canary, new: canary },
      }),
    },
  ],
  reviews: ({ uid }) => [{ id: canary, uid, submittedAt: now, note: canary, draft: canary, savedAt: now }],
  opinions: ({ uid }) => [
    {
      ...{ id: canary, uid, submittedAt: now, reviewer: 'sdc-admin', given: 1, met: '[]', metCount: 0 },
      ...{ scores: '[]', comment: canary, savedAt: now },
    },
  ],
  review_claims: ({ uid }) => [{ uid, reviewer: canary, until: later }],
  mail_optouts: ({ uid }) => [{ id: `review ${uid} ${canary}`, uid, kind: 'review', at: canary }],
  review_waits: ({ uid }) => [{ id: `${uid} ${canary}`, uid, reviewedAt: now, seconds: 60 }],
  group_message_recipients: ({ uid }) => [
    { id: `${messageId} ${uid}`, messageId, uid, fullName: canary, developmentTrack: 'web' },
  ],
  extensions: ({ uid }) => [{ uid, until: canary }],
  reminders: ({ uid }) => [{ id: `reminder-noTrack ${uid}`, uid, kind: 'noTrack', sentAt: canary }],
  outcomes: ({ uid }) => [{ uid, outcome: 'selected', actor: 'sdc-admin', at: canary }],
  outcome_changes: ({ uid }) => [{ id: `1 ${uid} ${canary}`, seq: 1, uid, after: 'selected' }],
  results: ({ uid }) => [
    {
      uid,
      outcome: 'selected',
      releasedAt: now,
      fullName: canary,
      season: '2026',
      certificate: `${canary} ${uid}`,
    },
  ],
  round_members: ({ uid }) => [{ id: `r ${uid} ${canary}`, roundId: 'r', uid }],
  result_corrections: ({ uid }) => [
    { uid, after: 'selected', reason: canary, note: canary, actor: 'sdc-admin', dueAt: later },
  ],
  form_submissions: ({ uid }) => [
    {
      ...{
        id: 'f',
        formId: 'contact',
        receivedAt: now,
        memberUid: uid,
        replyTo: `${canary}@private.example`,
      },
      ...{ fields: JSON.stringify({ message: canary }), subject: canary, searchText: canary, sender: canary },
    },
  ],
  form_answers: ({ uid }) => [
    { id: 'a', submissionId: 'f', memberUid: uid, text: canary, actor: 'sdc-admin', at: now, mailId: 'm' },
  ],
  mail_outbox: ({ uid, formerEmail }) =>
    [
      { uid: null, to: formerEmail, replyTo: null },
      { uid: null, to: 'club@club.example', replyTo: formerEmail },
      { uid, to: `other.${canary}@students.example`, replyTo: null },
    ].map((addresses, index) => ({
      ...{ id: `${mailId}${index}`, kind: 'form-message', ...addresses, subject: canary, text: canary },
      ...{ uid, lane: 0, state: 'waiting', createdAt: now, dueAt: later },
    })),
  refused_addresses: ({ uid, formerEmail }) => [{ uid, email: formerEmail, at: now, reason: canary }],
  imported_accounts: ({ uid }) => [{ uid, sourceUid: canary }],
  past_records: ({ uid, formerEmail: email }) => [
    {
      ...{ id: `s member ${uid}`, seasonId: 's', kind: 'member', uid, name: canary, nameKey: canary, email },
      ...{ stays: 1, searchText: canary, document: JSON.stringify({ members: [{ fullName: canary }] }) },
    },
  ],
  club_members: ({ uid, formerEmail: email }) => [
    {
      ...{ id: `s ${uid}`, seasonId: 's', uid, fullName: canary, email, contactNumber: canary },
      ...{ role: canary, since: now, certificate: `past ${canary} ${uid}` },
    },
  ],
  closed_accounts: ({ uid, formerEmail: email }) => [
    { uid, email, name: canary, reason: 'left', closedAt: now, until: later, by: uid, document: canary },
  ],
};
/** Filled by registering and by changing the record. */
const registered: (keyof Tables)[] = ['user', 'session', 'account', 'members'];
/** Everything that an administrator can read about members and messages. */
const exports = [
  '/api/admin/members',
  '/api/admin/members.csv?notes=true',
  '/api/admin/form-submissions',
  '/api/admin/form-submissions.csv',
  '/api/admin/changes',
  '/api/admin/summary',
];

/** Only administrators have these. */
const ofAdministrators: (keyof Tables)[] = ['admin_visits'];

describeEachEngine('the data of a member', (engine) => {
  async function portalWithMember() {
    const portal = await openTestApp(engine);
    const { uid, registration } = await registerPerson(portal, {
      fullName: `Asha ${canary}`,
      email: `asha.${canary}@students.example`,
      studentId: canary.toUpperCase(),
    });
    const owner = { uid, email: registration.email, formerEmail: `former.${canary}@students.example` };
    const { store } = portal;
    await store.transact((trx) =>
      changeMember(trx, {
        ...{ uid, actor: uid, kind: 'submission-sent' },
        write: () => ({
          ...{ githubLink: `https://github.com/${canary}/one`, projectDescription: canary, feedback: canary },
          ...{ submittedAt: now, feedbackAt: now },
        }),
      }),
    );
    await addRows(store, owner);
    expect(await mentions(store, [canary, uid])).toEqual([...registered, ...Object.keys(rows)].toSorted());
    const { config } = portal.deps;
    return { portal, store, config, env: placeVariables(config), owner };
  }

  type Opened = Awaited<ReturnType<typeof portalWithMember>>;

  async function remove({ portal, owner }: Opened): Promise<void> {
    const lead = await signInAdministrator(portal);
    const confirm = `Asha ${canary}`;
    const answer = await lead.send('DELETE', `/api/admin/members/${owner.uid}`, { body: { confirm } });
    expect(answer).toMatchObject({ status: 200, body: { removed: 1 } });
  }

  it('goes for good: nothing of it is in the database, a mail, a file, the log or an export', async () => {
    const opened = await portalWithMember();
    const { portal, store, config, env, owner } = opened;
    const outbox = join(config.dataDir, 'outbox');
    await mkdir(outbox, { recursive: true });
    const fileOf = (mail: string) => `2026-09-01T09-30-00-000Z-${mail}.eml`;
    await writeFile(join(outbox, fileOf(`${mailId}0`)), `To: ${owner.formerEmail}\n\n${canary}`);
    const neighbours = await enqueue(store.db, {
      ...{ kind: 'form-receipt', uid: null, to: 'neighbour@students.example', replyTo: null },
      ...{ subject: 'Hello', text: 'Hello', html: 'Hello', unsubscribe: null },
    });
    await writeFile(join(outbox, fileOf(neighbours)), 'To: neighbour@students.example\n\nHello');

    await remove(opened);
    expect(await mentions(store, [canary, owner.uid])).toEqual(['changes', 'closed_accounts']);
    const lead = await signInAdministrator(portal);
    for (const path of exports) expect((await lead.get(path)).text.toLowerCase(), path).not.toContain(canary);
    expect((await lead.send('DELETE', `/api/admin/trash/${owner.uid}`)).status).toBe(200);
    expect(await mentions(store, [canary])).toEqual([]);
    expect(await mentions(store, [owner.uid])).toEqual(['changes']);
    expect(await readdir(outbox)).toEqual([fileOf(neighbours)]);
    expect(portal.logText().toLowerCase()).not.toContain(canary);
    // A new file with the rows that there are, and no page of former ones.
    const backup = await takeBackup(store, join(config.dataDir, 'backups'));
    expect((await readFile(backup)).includes(canary)).toBe(false);
    expect((await runPortal(['export'], env)).out.toLowerCase()).not.toContain(canary);
    for (const path of exports) expect((await lead.get(path)).text.toLowerCase(), path).not.toContain(canary);
    expect((await runPortal(['check'], env)).out).not.toContain('FAIL');
  });

  it('goes with the season into the past one, and with the account that is closed', async () => {
    const { portal, store, owner } = await portalWithMember();
    // Reviewers and members of the club keep their accounts.
    for (const table of ['staff', 'results', 'club_members'] as const)
      await store.db.deleteFrom(table).execute();
    await endTheSeason(portal);
    const places = (await mentions(store, [canary, owner.uid])).toSorted();
    expect(places).toEqual(['closed_accounts', 'mail_outbox', 'past_records']);
  });
});

describeEachEngine('closing an account', (engine) => {
  async function closed(store: Store, uid = 'a') {
    await addMember(store, uid, 'asha@students.example');
    await store.db.deleteFrom('closed_accounts').execute();
    const before: Record<string, unknown[]> = { ...(await contents(store)), faults: await checkData(store) };
    const closing = { reason: 'removed', until: new Date(later), by: 'sdc-admin' } as const;
    expect(await store.transact((trx) => closeAccount(trx, uid, closing))).toBe(true);
    return before;
  }
  const reopen = (store: Store, uid = 'a') =>
    assignEmail(store, (trx) => reopenAccount(trx, uid, 'sdc-admin'));

  it('leaves nothing in any other table, and reopening restores every row but the sessions', async () => {
    const store = await openTestStore(engine);
    const before = await closed(store);
    expect(await mentions(store, [canary, 'asha@'])).toEqual(['closed_accounts']);
    expect(await reopen(store)).toBe(true);
    const { changes, session, ...after } = await contents(store);
    expect(session).toEqual([]);
    expect(changes?.slice(0, -2)).toEqual(before.changes);
    expect(changes?.slice(-2)).toMatchObject([{ kind: 'member-removed' }, { kind: 'account-restored' }]);
    const faults = await checkData(store);
    expect({ ...after, faults }).toEqual({ ...before, changes: undefined, session: undefined });
    expect(await reopen(store)).toBe(false);
  });

  it('restores no place in a round or message that is gone, and no log that a season’s end has taken', async () => {
    const store = await openTestStore(engine);
    const before = await closed(store);
    for (const table of ['rounds', 'group_messages', 'changes'] as const)
      await store.db.deleteFrom(table).execute();
    await reopen(store);
    const after = await contents(store);
    expect([after.round_members, after.group_message_recipients]).toEqual([[], []]);
    expect(after.changes?.slice(0, -1)).toEqual(before.changes);
    expect(after.members).toEqual(before.members);
  });

  it.each([
    ['another account’s', {}],
    ['held for another account', { email: 'new@students.example', formerEmail: 'asha@students.example' }],
  ])(
    'refuses to reopen when the address is %s by now, and keeps what is closed',
    async (_whose, addresses) => {
      const store = await openTestStore(engine);
      await closed(store);
      const kept = (await contents(store)).closed_accounts;
      const { email = 'asha@students.example', formerEmail = 'x@y.example' } = addresses as Partial<Owner>;
      await addRecords(store, [newRecord({ uid: 'b', email })]);
      const held = {
        id: 'h',
        purpose: 'restore-email',
        uid: 'b',
        email: formerEmail,
        expiresAt: later,
      } as const;
      await store.db.insertInto('mailed_tokens').values(held).execute();
      await expect(reopen(store)).rejects.toMatchObject({ status: 409, code: 'EMAIL_TAKEN' });
      expect((await contents(store)).closed_accounts).toEqual(kept);
    },
  );

  it('is final once its time is over', async () => {
    const store = await openTestStore(engine);
    await closed(store);
    await dropClosedAccounts(store.db, new Date(Date.parse(later) - 1));
    expect(await mentions(store, [canary])).toEqual(['closed_accounts']);
    await dropClosedAccounts(store.db, new Date(later));
    expect(await mentions(store, [canary])).toEqual([]);
  });
});

describeEachEngine('removing a member', (engine) => {
  it('takes nothing of the person who has an address that the member once had', async () => {
    const portal = await openTestApp(engine, { env: { CONTACT_INBOX: 'club@club.example' } });
    const lead = await signInAdministrator(portal);
    const first = await registerPerson(portal, { email: 'ravi@students.example' });
    const correction = { email: 'mallory@students.example', reason: 'a typing error' };
    expect((await lead.patch(`/api/admin/members/${first.uid}`, correction)).status).toBe(200);
    const ravi = await registerPerson(portal, { email: 'ravi@students.example' });
    for (const sender of [ravi, portal.visitor()])
      await sender.post('/f/contact', contactMessage({ email: 'ravi@students.example' }));
    await portal.visitor().post('/api/auth/request-password-reset', { email: 'ravi@students.example' });
    await portal.mails();
    const theirs = async () => ({
      messages: (await rowsOf(portal.store, 'form_submissions')).length,
      mails: (await rowsOf(portal.store, 'mail_outbox')).filter(({ uid }) => uid !== first.uid),
      links: (await rowsOf(portal.store, 'mailed_tokens')).filter(({ uid }) => uid !== first.uid),
    });
    const before = await theirs();
    expect(before).toMatchObject({ messages: 2, links: [{ uid: ravi.uid }] });
    expect(await removeMembers(portal.deps, [first.uid], 'sdc-admin')).toBe(1);
    expect(await theirs()).toEqual(before);
  });

  it('leaves nothing of an act that was under way', async () => {
    const portal = await openTestApp(engine);
    const { store, deps } = portal;
    const person = await registerPerson(portal);
    const { email } = person.registration;
    await portal.visitor().post('/api/auth/request-password-reset', { email });
    await removeMembers(deps, [person.uid], 'sdc-admin');
    expect(await portal.mails()).toEqual([]);
    // A browser that does not know yet is no stranger; once it has been told, it is one.
    const message = contactMessage({ email });
    expect(await person.post('/f/contact', message)).toMatchObject({
      status: 401,
      body: { code: 'SIGN_IN_REQUIRED', error: formFailures.sessionEnded },
    });
    expect(await mentions(store, [email])).toEqual(['closed_accounts']);
    expect((await person.post('/f/contact', message)).status).toBe(200);

    const late = [
      () => store.transact((trx) => issueResetLink(trx, person.uid)),
      () => enqueue(store.db, emailMovedMail(deps.content.club, { uid: person.uid, to: email })),
      () =>
        store.db
          .insertInto('form_submissions')
          .values({ id: 'f', formId: 'contact', receivedAt: now, fields: '{}', memberUid: person.uid })
          .execute(),
    ];
    for (const write of late) {
      const refusal = await write().then(() => null, toRefusal);
      expect(refusal).toMatchObject({ status: 404, message: serverMessages.accountRemoved });
    }
    expect(await mentions(store, [person.uid])).toEqual(['changes', 'closed_accounts']);
  });

  it('waits for a sign-in of the member, and never in a circle', async () => {
    const portal = await openTestApp(engine);
    const { store } = portal;
    const { uid } = await registerPerson(portal);
    const { password: hash } = await store.db
      .selectFrom('account')
      .select('password')
      .where('userId', '=', uid)
      .executeTakeFirstOrThrow();
    const [session] = await rowsOf(store, 'session');
    const holdsPassword = Promise.withResolvers<void>();
    let runs = 0;
    const signIn = store.transact(async (trx) => {
      runs += 1;
      await lockPassword(trx, uid, hash ?? '');
      holdsPassword.resolve();
      await setTimeout(300);
      await beginSession(trx, uid, String(session?.id));
    });
    await holdsPassword.promise;
    const removal = store.transact(async (trx) => {
      runs += 1;
      await trx.changes.lock();
      await removeAccount(trx, uid);
    });
    await Promise.all([signIn, removal]);
    // A deadlock would have ended one of them, which is tried again.
    expect(runs).toBe(2);
    expect(await rowsOf(store, 'session')).toEqual([]);
  });

  it('goes in portions, between which others have their turn', async () => {
    const { store, deps } = await openTestApp(engine);
    const uids = Array.from({ length: 30 }, (_, index) => `m${index}`);
    await addRecords(
      store,
      uids.map((uid) => newRecord({ uid, email: `${uid}@students.example` })),
    );
    const seen: number[] = [];
    let watching = true;
    const watch = (async () => {
      for (; watching; await new Promise(setImmediate))
        seen.push(await countRows(store.db.selectFrom('members')));
    })();
    expect(await removeMembers(deps, uids, 'sdc-admin')).toBe(30);
    watching = false;
    await watch;
    expect(seen).toEqual(expect.arrayContaining([20, 10]));
  });

  it.each([
    ['1', '1@students.example', 'a1b', 'a1@students.example'],
    ['a_b', 'a_b@students.example', 'axb', 'axb@students.example'],
    ['a%', '%@students.example', 'abc', 'abc@students.example'],
  ])('%s takes nothing from a neighbour', async (uid, email, neighbour, theirEmail) => {
    const store = await openTestStore(engine);
    await addMember(store, neighbour, theirEmail);
    const before = await contents(store);
    await addMember(store, uid, email);
    await store.transact(async (trx) => {
      await trx.changes.lock();
      await removeAccount(trx, uid);
    });
    const after = await contents(store);
    for (const name of Object.keys(before))
      expect(after[name], name).toEqual(expect.arrayContaining(before[name] ?? []));
  });
});

it('a removed member is in no byte of the database files, nor in the search that chose a message’s recipients', async () => {
  const portal = await openTestApp('sqlite');
  const lead = await signInAdministrator(portal);
  const person = await registerPerson(portal, { fullName: `Asha ${canary}`, studentId: canary });
  await person.put('/api/me/track', { developmentTrack: 'web' });
  const link = { githubLink: `https://github.com/${canary}/one`, projectDescription: canary.repeat(500) };
  await person.put('/api/me/submission', link);
  await person.post('/f/contact', contactMessage({ message: canary.repeat(900) }));
  const message = { text: 'Hello', filter: { q: canary }, email: false };
  expect((await lead.post('/api/admin/messages', message)).status).toBe(200);
  await portal.mails();
  const folder = portal.deps.config.dataDir;
  const filesWith = async () => {
    const names = (await readdir(folder)).filter((name) => name.startsWith('portal.sqlite'));
    const found = await Promise.all(names.map((name) => readFile(join(folder, name), 'latin1')));
    return names.filter((_, index) => found[index]?.toLowerCase().includes(canary));
  };
  expect(await filesWith()).not.toEqual([]);
  await removeMembers(portal.deps, [person.uid], 'sdc-admin');
  expect(await removeForGood(portal.deps, person.uid, 'sdc-admin')).toBe(true);
  expect(await filesWith()).toEqual([]);
  const { messages } = (await lead.get('/api/admin/messages')).body as { messages: object[] };
  expect(messages).toMatchObject([{ filter: { q: '…' }, text: 'Hello' }]);
});

it('every table with something of a member has the canary in the tests above', () => {
  const tables = Object.entries(memberData).filter(([, column]) => column !== null);
  expect([...registered, ...ofAdministrators, ...Object.keys(rows)].toSorted()).toEqual(
    tables.map(([name]) => name).toSorted(),
  );
});

it('every table of the schema is known to the removal', async () => {
  const { store } = await openTestApp('sqlite');
  expect(Object.keys(await contents(store)).toSorted()).toEqual(Object.keys(memberData).toSorted());
});

async function addMember(store: Store, uid: string, email: string): Promise<void> {
  await addRecords(store, [newRecord({ uid, email })]);
  await addRows(store, { uid, email, formerEmail: `former.${email}` }, ` ${uid}`);
}

/** Adds the rows, with `mark` after each id, and the message that some of them belong to. */
async function addRows(store: Store, owner: Owner, mark = ''): Promise<void> {
  const db = store.db as unknown as Kysely<AnyTables>;
  const sent = { text: 'The room has changed.', filter: '{}', email: 0, sentAt: now, recipients: 1 };
  await db
    .insertInto('group_messages')
    .values({ id: messageId, ...sent, actor: 'sdc-admin', sentBy: 'lead@club.example' })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  await db
    .insertInto('rounds')
    .values({ id: 'r', audience: '{}', actor: 'sdc-admin', expected: 1 })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const past = {
    name: '2025',
    endedAt: now,
    by: 'sdc-admin',
    lastSeq: 0,
    counts: '{}',
    words: '{}',
    mail: '{}',
  };
  await db
    .insertInto('seasons')
    .values({ id: 's', ...past, movedAt: now })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  for (const [name, made] of Object.entries(rows)) {
    const own = made(owner).map((row) => ({
      ...row,
      ...('id' in row && { id: `${row.id}${mark}` }),
      ...('submissionId' in row && { submissionId: `${row.submissionId}${mark}` }),
      ...('identifier' in row && { identifier: `${row.identifier}${mark}` }),
    }));
    await db.insertInto(name).values(own).execute();
  }
}

async function contents(store: Store): Promise<Record<string, unknown[]>> {
  const db = store.db as unknown as Kysely<AnyTables>;
  const tables = await store.db.introspection.getTables();
  const read = tables.map(async ({ name }) => {
    const rows = db.selectFrom(name).selectAll();
    return [name, await (name === 'changes' ? rows.orderBy('seq') : rows).execute()] as const;
  });
  return Object.fromEntries(await Promise.all(read));
}

/** The tables in which one of these texts stands, in any case. */
async function mentions(store: Store, texts: readonly string[]): Promise<string[]> {
  const all = Object.entries(await contents(store));
  const has = (text: string) => texts.some((wanted) => text.includes(wanted.toLowerCase()));
  return all.flatMap(([name, found]) => (has(JSON.stringify(found).toLowerCase()) ? [name] : [])).toSorted();
}

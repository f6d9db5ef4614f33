import { expect, it } from 'vitest';
import { type HandOver, handOverRefusals } from '#domain/hand-over.ts';
import type { InvitationLink } from '#domain/reviewers.ts';
import { resetAdministratorPassword } from '#server/accounts/administrator.ts';
import {
  adminPassword,
  openTestApp,
  registerPerson,
  signIn,
  signInAdministrator,
  signInReviewer,
  type TestAppOptions,
} from '#tests/helpers/app.ts';
import { takeClock } from '#tests/helpers/clock.ts';
import { describeEachEngine, freshDatabase, type TestEngine } from '#tests/helpers/engines.ts';
import { openLive } from '#tests/helpers/live-portal.ts';
import { trySignIn } from '#tests/helpers/passwords.ts';
import { dataFaults, rowsOf, stateOf } from '#tests/helpers/records.ts';
import { tokenIn } from '#tests/helpers/sent-mails.ts';
import { saveSettings } from '#tests/helpers/settings.ts';
import { refusedWith, type Visitor } from '#tests/helpers/visitor.ts';

const address = '/api/admin/hand-over';
const email = 'next@club.example';
const password = 'chosen by the new lead';
const day = 24 * 60 * 60 * 1000;

async function open(engine: TestEngine, options: TestAppOptions = {}) {
  const portal = await openTestApp(engine, options);
  return { portal, lead: await signInAdministrator(portal) };
}

async function name(lead: Visitor, body: object = { email }): Promise<string> {
  const answer = await lead.post(address, body);
  if (answer.status !== 200) throw new Error(`POST ${address}: ${answer.status} ${answer.text}`);
  return new URL((answer.body as InvitationLink).url).searchParams.get('token') ?? '';
}

const accept = (visitor: Visitor, token: string) =>
  visitor.post('/api/hand-over/accept', { token, password });
const read = async (lead: Visitor) => (await lead.get(address)).body as HandOver;
const dead = refusedWith(400, 'INVALID_TOKEN', { message: handOverRefusals.linkInvalid });

describeEachEngine('a hand-over', (engine) => {
  it('makes the named person the administrator once, and signs the former one out within a second', async () => {
    const { portal, administrator: lead, open: openStream } = await openLive(engine);
    const { adminEmail, adminUid } = portal.deps.config;
    await saveSettings(portal, 'mail', { contactInbox: adminEmail });
    await lead.put(`${address}/note`, { text: 'The room key is with the porter.' });
    const stream = await openStream(lead, 'admin/events');
    const token = await name(lead);
    expect(await read(lead)).toMatchObject({
      named: { email, until: expect.any(String), reviewer: false },
      lines: { contact: { value: adminEmail, belongsTo: 'lead' } },
    });
    const mail = (await portal.mails()).at(-1);
    expect(mail).toMatchObject({ to: [email], subject: 'Take over SDC' });
    expect(tokenIn(mail)).toBe(token);
    const check = await portal.visitor().post('/api/hand-over/check', { token });
    expect(check.body).toEqual({ email, name: null });

    const next = portal.visitor();
    expect(await next.post('/api/hand-over/accept', { token, password: 'short' })).toMatchObject(
      refusedWith(400, 'INVALID_INPUT', { field: 'password' }),
    );
    const answers = await Promise.all([next, portal.visitor()].map((visitor) => accept(visitor, token)));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 400]);
    const user = { uid: adminUid, email, role: 'administrator' };
    expect(answers.find(({ status }) => status === 200)?.body).toMatchObject({ user });
    expect((await trySignIn(portal, email, password)).body).toMatchObject({ user });
    expect(await accept(portal.visitor(), token)).toMatchObject(dead);

    expect((await lead.get('/api/admin/summary')).status).toBe(401);
    const ended = async () => {
      for (;;) if ((await stream.next())?.name === 'session-ended') return true;
    };
    expect(await ended()).toBe(true);
    expect((await trySignIn(portal, adminEmail, adminPassword)).status).toBe(401);

    // The mailbox goes along, and the note; the log has it all.
    const administrator = await signIn(portal, email, password);
    expect(await read(administrator)).toMatchObject({
      named: null,
      note: 'The room key is with the porter.',
      lines: { contact: { value: email, belongsTo: 'lead' } },
    });
    const { changes } = (await administrator.get('/api/admin/changes')).body as { changes: object[] };
    expect(changes).toMatchObject([
      { kind: 'settings-changed', fields: { 'mail.contactInbox': { old: adminEmail, new: email } } },
      { kind: 'administrator-changed', fullName: 'The administrator' },
      { kind: 'lead-named', fullName: 'The administrator', fields: { email: { new: email } } },
      { kind: 'settings-changed' },
    ]);
  });

  it('dies when it is revoked, named again, seven days old, or the lead’s password changes', async () => {
    const clock = takeClock();
    const { portal, lead } = await open(engine);
    const tries = async (token: string) => (await accept(portal.visitor(), token)).body;
    const first = await name(lead);
    const second = await name(lead, { email: 'another@club.example' });
    expect(await tries(first)).toMatchObject(dead.body);
    expect((await lead.send('DELETE', address)).status).toBe(200);
    expect(await tries(second)).toMatchObject(dead.body);
    expect(await lead.send('DELETE', address)).toMatchObject(refusedWith(404, 'NOT_FOUND'));
    const third = await name(lead);
    clock.pass(7 * day + 1000);
    expect(await tries(third)).toMatchObject(dead.body);
    const again = await signInAdministrator(portal);
    expect((await read(again)).named).toBeNull();
    const fourth = await name(again);
    await resetAdministratorPassword(portal.store, portal.deps.config.adminUid);
    expect(await tries(fourth)).toMatchObject(dead.body);
  });

  it('is not for the lead: neither their address nor their browser', async () => {
    const { portal, lead } = await open(engine);
    const { adminEmail } = portal.deps.config;
    expect(await lead.post(address, { email: ` ${adminEmail.toUpperCase()}` })).toMatchObject(
      refusedWith(409, 'STAFF_ACCOUNT', { field: 'email', message: handOverRefusals.yourself }),
    );
    const token = await name(lead);
    expect(await accept(lead, token)).toMatchObject(
      refusedWith(409, 'STAFF_ACCOUNT', { message: handOverRefusals.ownSession }),
    );
    expect((await lead.get('/api/session')).body).toMatchObject({ user: { email: adminEmail } });
    expect((await accept(portal.visitor(), token)).status).toBe(200);
  });

  it('takes the address from a member, whose record and certificate stay, and from a reviewer', async () => {
    const { portal, lead } = await open(engine);
    const { store } = portal;
    const member = await registerPerson(portal, { email, fullName: 'Bina Das' });
    const stranger = await registerPerson(portal);
    const certificate = 'AAAAAAAAAAAAAAAAAAAAAA';
    const result = {
      outcome: 'selected' as const,
      releasedAt: '2026-10-02T00:00:00.000Z',
      fullName: 'Bina Das',
    };
    await store.db
      .insertInto('results')
      .values({ ...result, uid: member.uid, track: null, season: '2026', certificate })
      .execute();
    const token = await name(lead, { email, reviewer: true });
    expect((await portal.visitor().post('/api/hand-over/check', { token })).body).toEqual({
      email,
      name: 'Bina Das',
    });
    // In the member's own browser, which is then the administrator's.
    expect((await accept(member, token)).body).toMatchObject({ user: { email, role: 'administrator' } });
    expect((await member.get('/api/session')).body).toMatchObject({ user: { role: 'administrator' } });
    expect((await trySignIn(portal, email, member.registration.password)).status).toBe(401);
    const record = (await member.get(`/api/admin/members/${member.uid}`)).body;
    expect(record).toMatchObject({ fullName: 'Bina Das', email: expect.stringMatching(/@former\.invalid$/) });
    expect((await portal.visitor().get(`/certificate/${certificate}`)).text).toContain('Bina Das');
    expect((await stranger.get('/api/me')).status).toBe(200);
    expect(await dataFaults(store)).toEqual([]);

    // The former lead is a reviewer, with the password that they had.
    const reviewer = await signIn(portal, portal.deps.config.adminEmail, adminPassword);
    expect((await reviewer.get('/api/session')).body).toMatchObject({ user: { role: 'reviewer' } });
    expect((await reviewer.get('/api/admin/hand-over')).status).toBe(403);
    const gita = await signInReviewer(portal, 'Gita Rao');
    const back = await name(member, { email: gita.email });
    expect((await accept(portal.visitor(), back)).body).toMatchObject({ user: { email: gita.email } });
    expect((await gita.get('/api/session')).body).toEqual({ user: null });
    expect(await rowsOf(store, 'staff')).toContainEqual(
      expect.objectContaining({ uid: gita.uid, role: 'former', name: 'Gita Rao' }),
    );
    expect(await dataFaults(store)).toEqual([]);
  });

  it('that fails at its end leaves everything as it was, the link too', async () => {
    const place = await freshDatabase(engine);
    const { portal, lead } = await open(engine, { place });
    await registerPerson(portal, { email });
    const token = await name(lead, { email, reviewer: true });
    await portal.mails();
    const before = await stateOf(portal.store);
    let statements = 0;
    const failing = await openTestApp(engine, {
      place,
      wrapStore: (store) => ({
        ...store,
        change: (work) =>
          store.change(async (trx) => {
            await work(trx);
            statements += 1;
            throw new Error('The disk is gone.');
          }),
      }),
    });
    expect((await accept(failing.visitor(), token)).status).toBe(500);
    expect(failing.takeErrors()).toHaveLength(1);
    expect(statements).toBe(1);
    expect(await stateOf(portal.store)).toEqual(before);
    expect((await lead.get('/api/session')).body).toMatchObject({ user: { role: 'administrator' } });
    expect((await accept(portal.visitor(), token)).status).toBe(200);
  });
});

it('a line is checked by an act, until its value or the lead changes', async () => {
  const env = { BACKUP_PASSPHRASE: 'a passphrase of four words' };
  const { portal, lead } = await open('sqlite', { env });
  const put = async (line: string, text: string) => lead.put(`${address}/${line}`, { text });
  const checked = async () =>
    Object.entries((await read(lead)).lines).flatMap(([line, { checkedAt }]) => (checkedAt ? line : []));
  expect(await checked()).toEqual([]);
  for (const line of ['contact', 'mail', 'machine', 'domain']) await put(line, 'Gita too');
  expect(await put('passphrase', 'wrong')).toMatchObject(
    refusedWith(400, 'INVALID_INPUT', { field: 'text', message: handOverRefusals.wrongPassphrase }),
  );
  await put('passphrase', env.BACKUP_PASSPHRASE);
  expect(await checked()).toEqual(['contact', 'mail', 'passphrase', 'machine', 'domain']);
  expect(JSON.stringify(await rowsOf(portal.store, 'portal_state'))).not.toContain(env.BACKUP_PASSPHRASE);
  await put('mail', '');
  await saveSettings(portal, 'mail', { contactInbox: 'club@club.example' });
  await expect.poll(checked).toEqual(['passphrase', 'machine', 'domain']);
  expect(await put('nothing', 'x')).toMatchObject(refusedWith(404, 'NOT_FOUND'));
  expect(await put('note', 'x'.repeat(10_001))).toMatchObject(
    refusedWith(400, 'INVALID_INPUT', { field: 'text' }),
  );

  await accept(portal.visitor(), await name(lead));
  const next = await signIn(portal, email, password);
  const { lines } = await read(next);
  expect(lines.machine).toMatchObject({ checkedAt: null, text: 'Gita too' });
});

it('a mailbox that the environment sets stays, and the page says whose it is', async () => {
  const env = { CONTACT_INBOX: 'admin@sdc.example', ADMIN_EMAIL: 'admin@sdc.example' };
  const { portal, lead } = await open('sqlite', { env });
  await accept(portal.visitor(), await name(lead));
  const next = await signIn(portal, email, password);
  expect((await read(next)).lines.contact).toMatchObject({ value: 'admin@sdc.example', belongsTo: 'former' });
});

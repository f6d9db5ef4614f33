import { join } from 'node:path';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import type { HealthProblems } from '#domain/admin.ts';
import type { AuthTest, ConfigState, Health, Integrity } from '#domain/diagnostics.ts';
import { serverMessages } from '#domain/errors.ts';
import type { Passwords } from '#server/accounts/passwords.ts';
import { insertAccounts } from '#server/accounts/registration.ts';
import { takeBackup } from '#server/operations/backup.ts';
import { writeState } from '#server/store/portal-state.ts';
import { openWithMembers } from '#tests/helpers/admin-api.ts';
import { openActors, openTestApp, registerPerson, type TestApp } from '#tests/helpers/app.ts';
import { describeEachEngine, openTestStore } from '#tests/helpers/engines.ts';
import { failingReads } from '#tests/helpers/failing-store.ts';
import { openLive } from '#tests/helpers/live-portal.ts';
import { addRecords, newRecord } from '#tests/helpers/made-records.ts';
import { everythingStored } from '#tests/helpers/records.ts';
import { refusedWith } from '#tests/helpers/visitor.ts';
import { testAuth } from './auth-test.ts';
import { readConfigState } from './diagnostics-routes.ts';

/** Tests accounts while the check of the password does something else. */
function testAuthWith({ deps }: TestApp, matches: Passwords['matches']) {
  return testAuth({ ...deps, passwords: { ...deps.passwords, matches } });
}

describeEachEngine('diagnostics', (engine) => {
  it('write and read the test node', async () => {
    const { administrator } = await openWithMembers(engine);
    expect((await administrator.get('/api/diagnostics/test-node')).body).toEqual({ node: null });
    for (const message of ['first', 'second']) {
      const { body } = await administrator.put('/api/diagnostics/test-node', { message });
      expect(body).toEqual({ message, timestamp: expect.stringMatching(/^\d{4}-.*Z$/) });
      expect((await administrator.get('/api/diagnostics/test-node')).body).toEqual({ node: body });
    }
    expect((await administrator.put('/api/diagnostics/test-node', { message: '' })).status).toBe(400);
  });

  it('publish the test node on the stream, and change no list or count', async () => {
    const { administrator, open } = await openLive(engine);
    const events = await open(administrator, 'admin/events');
    const before = await administrator.get('/api/admin/summary');
    await administrator.put('/api/diagnostics/test-node', { message: 'mine' });
    expect(await events.nextChange()).toMatchObject({ topic: 'test' });
    const { body: after } = await administrator.get('/api/admin/summary');
    expect(after).toEqual({ ...(before.body as object), seq: expect.any(Number) });
    expect((await administrator.get('/api/admin/changes')).body).toMatchObject({ changes: [] });
  });

  it('count the entries of the users node', async () => {
    const { portal, administrator } = await openWithMembers(engine);
    expect((await administrator.get('/api/diagnostics/users')).body).toEqual({ count: 0 });
    await openActors(portal);
    expect((await administrator.get('/api/diagnostics/users')).body).toEqual({ count: 3 });
  });

  it('leave nothing behind when a step fails, and name the step', async () => {
    const portal = await openTestApp(engine);
    await openActors(portal);
    const before = await everythingStored(portal.store);
    const { fault } = await testAuthWith(portal, () => Promise.reject(new Error('secret detail')));
    expect(fault).toMatch(/^Sign in: /);
    expect(fault).not.toContain('secret detail');
    expect(await everythingStored(portal.store)).toEqual(before);
  });

  it('notice that a sign-out ends no session', async () => {
    const portal = await openTestApp(engine);
    const sessions = { ...portal.deps.sessions, alive: async (ids: ReadonlySet<string>) => new Set(ids) };
    const { fault } = await testAuth({ ...portal.deps, sessions });
    expect(fault).toBe('Sign out: The session is still known.');
  });

  it('leave the account of a test alone that another tab runs at the same time', async () => {
    const portal = await openTestApp(engine);
    let other: AuthTest | undefined;
    const matches: Passwords['matches'] = async (...call) => {
      other = await testAuth(portal.deps);
      return portal.deps.passwords.matches(...call);
    };
    expect(await testAuthWith(portal, matches)).toMatchObject({ fault: null });
    expect(other).toMatchObject({ fault: null });
  });

  it('sign a temporary account in and out, and leave nothing behind, nor what a killed test has left', async () => {
    const portal = await openTestApp(engine);
    const { administrator } = await openActors(portal);
    const before = await everythingStored(portal.store);
    const killed = { uid: 'throw-away-old', name: '', email: 'throw-away-old@test.invalid', password: null };
    await portal.store.transact((trx) => insertAccounts(trx, [killed]));
    const anHourAgo = new Date(Date.now() - 60 * 60_000);
    const account = portal.store.db.updateTable('user').where('id', '=', killed.uid);
    await account.set({ createdAt: anHourAgo }).execute();
    const { body } = await administrator.post('/api/diagnostics/auth-test', {});
    expect(body).toEqual({ milliseconds: expect.any(Number), fault: null } satisfies AuthTest);
    expect(await everythingStored(portal.store)).toEqual(before);
  });

  it('report whether each variable is set', async () => {
    const env = { SMTP_URL: 'smtp://mail.test', MAIL_FROM: 'portal@sdc.example' };
    const { administrator } = await openWithMembers(engine, [], { env });
    const { body } = await administrator.get('/api/diagnostics/config');
    const { variables, missing, auth, database } = body as ConfigState;
    expect(variables).toContainEqual({ name: 'SMTP_URL', set: true, required: false });
    expect(variables).toContainEqual({ name: 'CONTACT_INBOX', set: false, required: false });
    expect(variables).toContainEqual({ name: 'AUTH_SECRET', set: true, required: engine === 'postgres' });
    expect({ missing, auth, database }).toEqual({ missing: [], auth: true, database: true });
  });

  it('report what is missing if processes share the database, and a database that does not respond', async () => {
    const portal = await openTestApp(engine);
    const { db } = failingReads(await openTestStore(engine));
    const config = { ...portal.deps.config, databaseUrl: 'postgres://db.test/portal', setVariables: [] };
    const state = await readConfigState(config, db);
    expect(state).toMatchObject({ missing: ['AUTH_SECRET'], auth: false, database: false });
  });

  it('report the health of the portal', async () => {
    const { portal, administrator } = await openWithMembers(engine);
    const values = async () => {
      const { groups } = (await administrator.get('/api/diagnostics/health')).body as Health;
      return new Map(groups.flatMap(({ facts }) => facts).map((each) => [each.label, each]));
    };
    const before = await values();
    expect(before.get('Engine')?.value).toMatch(engine === 'sqlite' ? /^SQLite 3\./ : /^PostgreSQL \d+/);
    expect(before.get('Journal mode')).toMatchObject({ verdict: 'good' });
    expect(before.get('Last backup')).toMatchObject({ verdict: 'attention' });
    expect(before.get('Last success')?.value).toBe('None yet');
    const failed = { at: new Date().toISOString(), fault: 'ENOSPC: no space left on device' };
    await writeState(portal.store.db, 'backup', failed);
    expect((await values()).get('Last backup')).toMatchObject({ verdict: 'bad' });

    await takeBackup(portal.store, join(portal.deps.config.dataDir, 'backups'));
    const { registration } = await registerPerson(portal);
    await administrator.post('/api/auth/request-password-reset', { email: registration.email });
    await portal.mails();
    const after = await values();
    expect(after.get('Last backup')).toMatchObject({ verdict: 'good', advice: null });
    expect(after.get('Last success')?.value).toBe('Less than a minute ago');
    expect(after.get('Waiting to be sent')?.value).toBe('0');
  });

  it('name settings that were refused, and call the portal good again once they are saved', async () => {
    const { portal, administrator } = await openWithMembers(engine);
    const problems = async () =>
      ((await administrator.get('/api/diagnostics/problems')).body as HealthProblems).problems.filter(
        ({ label }) => label !== 'Free disk space',
      );
    expect(await problems()).toEqual([]);
    await portal.store.db
      .insertInto('settings')
      .values({ part: 'club', value: '{"name":"Club"}', version: 1 })
      .execute();
    await portal.deps.settings.refresh();
    expect(await problems()).toEqual([{ group: 'Settings', label: 'club', value: 'Refused' }]);
    const { groups } = (await administrator.get('/api/diagnostics/health')).body as Health;
    const refused = groups.flatMap(({ facts }) => facts).find(({ label }) => label === 'club');
    expect(refused?.advice).toContain('shortName: is missing');
    const { value } = (await administrator.get('/api/admin/settings/club')).body as { value: object };
    await administrator.put('/api/admin/settings/club', {
      value: { ...value, shortName: 'ABC' },
      version: 1,
    });
    expect(await problems()).toEqual([]);
  });

  it('count confirmed addresses by mail domain, where ten or more have registered', async () => {
    const { portal, administrator } = await openWithMembers(engine);
    const at = (domain: string, count: number) =>
      Array.from({ length: count }, (_, index) =>
        newRecord({ uid: `${domain}-${index}`, email: `a.b${index}@${domain}` }),
      );
    await addRecords(portal.store, [...at('college.example', 10), ...at('small.example', 9)]);
    await portal.store.db
      .updateTable('user')
      .set({ emailVerified: true })
      .where('id', 'in', ['college.example-1', 'college.example-2', 'small.example-1'])
      .execute();
    const { groups } = (await administrator.get('/api/diagnostics/health')).body as Health;
    const group = groups.find(({ title }) => title === 'Confirmed addresses by domain');
    expect(group?.facts.map(({ label, value }) => [label, value])).toEqual([
      ['college.example', '2 of 10 confirmed'],
    ]);
  });

  it('find inconsistent data', async () => {
    const { portal, administrator } = await openWithMembers(engine);
    const { uid } = await registerPerson(portal);
    const faults = async () =>
      ((await administrator.get('/api/diagnostics/integrity')).body as Integrity).checks.flatMap(
        (check) => check.faults,
      );
    expect(await faults()).toEqual([]);
    await portal.store.db.updateTable('members').set({ studentId: 'X' }).where('uid', '=', uid).execute();
    const answers: string[] = [];
    const checked = faults().then((found) => {
      answers.push('check');
      expect(found).toContainEqual(expect.stringContaining('studentId'));
    });
    await administrator.get('/api/me').then(() => answers.push('neighbour'));
    await checked;
    // The check reads everything, in another thread.
    expect(answers).toEqual(['neighbour', 'check']);
  });
});

it('a database that cannot be written to refuses each write of the tools in the same words, and can be read', async () => {
  const portal = await openTestApp('sqlite');
  const { administrator, member } = await openActors(portal);
  await sql`pragma query_only = on`.execute(portal.store.db);
  const refused = refusedWith(503, 'UNAVAILABLE', { message: serverMessages.unwritable });
  const written = administrator.put('/api/diagnostics/test-node', { message: 'mine' });
  expect(await written).toMatchObject(refused);
  expect(await administrator.post('/api/diagnostics/auth-test', {})).toMatchObject(refused);
  expect(await member.put('/api/me/recovery', {})).toMatchObject(refused);
  expect((await administrator.get('/api/diagnostics/test-node')).body).toEqual({ node: null });
  await sql`pragma query_only = off`.execute(portal.store.db);
  expect(portal.takeErrors()).toHaveLength(3);
});

import { expect, it } from 'vitest';
import { openWithMembers } from '#tests/helpers/admin-api.ts';
import { adminPassword, openTestApp, registerPerson, signIn } from '#tests/helpers/app.ts';
import { describeEachEngine } from '#tests/helpers/engines.ts';
import { type Fault, failingStore } from '#tests/helpers/failing-store.ts';
import { newRegistration } from '#tests/helpers/members.ts';
import { changesOf, everythingStored, storedRecord } from '#tests/helpers/records.ts';
import { refusedWith } from '#tests/helpers/visitor.ts';

const emailTaken = {
  code: 'EMAIL_TAKEN',
  message: 'An account with this email address already exists.',
  field: 'email',
};

describeEachEngine('POST /api/register', (engine) => {
  it('creates account, record and change, signs in, and allows signing in again', async () => {
    const portal = await openTestApp(engine);
    const registration = newRegistration({ fullName: '  Asha Rao ', email: 'Asha.Rao@Students.Example' });
    const visitor = portal.visitor();
    const answer = await visitor.post('/api/register', registration);
    expect(answer).toMatchObject({
      status: 201,
      body: { user: { email: 'asha.rao@students.example', displayName: 'Asha Rao', role: 'member' } },
    });
    expect((await visitor.get('/api/session')).body).toEqual(answer.body);
    const { uid } = (answer.body as { user: { uid: string } }).user;
    expect(uid).toMatch(/^[\w-]{22}$/);
    expect(await storedRecord(portal.store, uid)).toMatchObject({
      fullName: 'Asha Rao',
      email: 'asha.rao@students.example',
    });
    expect(await changesOf(portal.store, uid)).toMatchObject([
      { actor: uid, kind: 'registered', fields: { fullName: { old: null, new: 'Asha Rao' } } },
    ]);
    const again = await signIn(portal, 'ASHA.RAO@students.example', registration.password);
    expect((await again.get('/api/session')).body).toEqual(answer.body);
  });

  it('stores only the hash of the password', async () => {
    const portal = await openTestApp(engine);
    const { registration } = await registerPerson(portal, { password: 'canary-password' });
    expect(JSON.stringify(await everythingStored(portal.store))).not.toContain(registration.password);
    const [account] = await portal.store.db.selectFrom('account').select('password').execute();
    expect(account?.password).toMatch(/^\$argon2id\$/);
  });

  it('refuses an address that has an account, in any case', async () => {
    const portal = await openTestApp(engine);
    const { registration } = await registerPerson(portal, { email: 'asha@students.example' });
    const before = await everythingStored(portal.store);
    for (const email of ['asha@students.example', ' ASHA@Students.example ']) {
      const visitor = portal.visitor();
      const answer = await visitor.post('/api/register', { ...registration, email });
      expect(answer).toMatchObject({ status: 409, body: emailTaken });
      expect(visitor.cookies.size).toBe(0);
    }
    expect(await everythingStored(portal.store)).toEqual(before);
  });

  it('creates one account from 100 concurrent registrations with one address', async () => {
    const portal = await openTestApp(engine);
    const answers = await Promise.all(
      Array.from({ length: 100 }, () =>
        portal.visitor().post('/api/register', newRegistration({ email: 'asha@students.example' })),
      ),
    );
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
    for (const { status, body } of answers)
      if (status !== 201) expect({ status, body }).toEqual({ status: 409, body: emailTaken });
    const { users, accounts, members, changes } = await everythingStored(portal.store);
    expect([users, accounts, members, changes].map((rows) => rows.length)).toEqual([1, 1, 1, 1]);
  });

  it('creates account and record together or neither, whichever statement fails', async () => {
    const fault: Fault = { before: null };
    const portal = await openTestApp(engine, { wrapStore: (store) => failingStore(store, fault) });
    await registerPerson(portal);
    const before = await everythingStored(portal.store);
    const sessions = await portal.store.db.selectFrom('session').selectAll().execute();

    const registration = newRegistration();
    let failures = 0;
    for (fault.before = 1; ; fault.before += 1) {
      const visitor = portal.visitor();
      const answer = await visitor.post('/api/register', registration);
      if (answer.status === 201) break;
      failures += 1;
      expect(answer).toMatchObject(refusedWith(500, 'INTERNAL_ERROR'));
      expect(answer.text).not.toContain('statement');
      expect(visitor.cookies.size).toBe(0);
      expect(await everythingStored(portal.store)).toEqual(before);
      expect(await portal.store.db.selectFrom('session').selectAll().execute()).toEqual(sessions);
    }
    // Account, its password, record, change, session, commit: at least.
    expect(failures).toBeGreaterThanOrEqual(6);
    expect(portal.takeErrors()).toHaveLength(failures);
  });

  it('makes no member the administrator', async () => {
    const { portal, administrator } = await openWithMembers(engine);
    const { adminEmail, adminUid } = portal.deps.config;
    const before = await everythingStored(portal.store);
    const sameEmail = newRegistration({ email: adminEmail.toUpperCase(), password: adminPassword });
    expect(await portal.visitor().post('/api/register', sameEmail)).toMatchObject({
      status: 409,
      body: emailTaken,
    });
    expect(await everythingStored(portal.store)).toEqual(before);

    const member = await registerPerson(portal, { fullName: 'Administrator' });
    expect(member.uid).not.toBe(adminUid);
    expect((await member.get('/api/session')).body).toMatchObject({ user: { role: 'member' } });
    expect((await administrator.get('/api/session')).body).toMatchObject({ user: { role: 'administrator' } });
  });
});

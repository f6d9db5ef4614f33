import { expect, it } from 'vitest';
import { openWithMembers } from '#tests/helpers/admin-api.ts';
import { adminPassword, openTestApp, registerPerson, signIn } from '#tests/helpers/app.ts';
import { emailTaken } from '#tests/helpers/email-change.ts';
import { describeEachEngine } from '#tests/helpers/engines.ts';
import { expectAtomic, type Fault, failingStore } from '#tests/helpers/failing-store.ts';
import { newRegistration } from '#tests/helpers/members.ts';
import { changesOf, everythingStored, storedRecord } from '#tests/helpers/records.ts';

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
    expect(JSON.stringify(await everythingStored(portal.store))).not.toContain(registration.password);
    expect(await changesOf(portal.store, uid)).toMatchObject([
      { actor: uid, kind: 'registered', fields: { fullName: { old: null, new: 'Asha Rao' } } },
    ]);
    const again = await signIn(portal, 'ASHA.RAO@students.example', registration.password);
    expect((await again.get('/api/session')).body).toEqual(answer.body);
  });

  it('creates account and record together or neither, whichever statement fails', async () => {
    const fault: Fault = { before: null };
    const portal = await openTestApp(engine, { wrapStore: (store) => failingStore(store, fault) });
    await registerPerson(portal);
    const registration = newRegistration();
    const visitor = portal.visitor();
    // Account, its password, record, change, session, commit.
    await expectAtomic(portal, fault, {
      statements: 6,
      write() {
        expect(visitor.cookies.size).toBe(0);
        return visitor.post('/api/register', registration);
      },
    });
  });

  it('makes no member the administrator, whose address is refused like that of any account', async () => {
    const { portal, administrator } = await openWithMembers(engine);
    const { adminEmail, adminUid } = portal.deps.config;
    const before = await everythingStored(portal.store);
    const sameEmail = newRegistration({ email: adminEmail.toUpperCase(), password: adminPassword });
    expect(await portal.visitor().post('/api/register', sameEmail)).toMatchObject(emailTaken);
    expect(await everythingStored(portal.store)).toEqual(before);

    const member = await registerPerson(portal, { fullName: 'Administrator' });
    expect(member.uid).not.toBe(adminUid);
    expect((await member.get('/api/session')).body).toMatchObject({ user: { role: 'member' } });
    expect((await administrator.get('/api/session')).body).toMatchObject({ user: { role: 'administrator' } });
  });
});

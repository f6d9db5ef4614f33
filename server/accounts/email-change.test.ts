import { expect, it } from 'vitest';
import { openTestApp, type Person, registerPerson, signIn, type TestApp } from '#tests/helpers/app.ts';
import { takeClock } from '#tests/helpers/clock.ts';
import { describeEachEngine } from '#tests/helpers/engines.ts';
import { type Fault, failingStore } from '#tests/helpers/failing-store.ts';
import { newRegistration } from '#tests/helpers/members.ts';
import { changesOf, everythingStored } from '#tests/helpers/records.ts';
import { type ReceivedMail, tokenIn } from '#tests/helpers/sent-mails.ts';
import type { Answer } from '#tests/helpers/visitor.ts';

const day = 24 * 60 * 60 * 1000;
const newEmail = 'asha.new@students.example';
const invalidLink = {
  status: 400,
  body: { code: 'INVALID_TOKEN', message: 'This link has expired or has already been used.', field: 'token' },
};

/** Saves the profile with some fields changed. */
function saveProfile(person: Person, some: Record<string, unknown>): Promise<Answer> {
  const { fullName, email, studentId, department, yearOfStudy, contactNumber } = person.registration;
  const own = { fullName, email, studentId, department, yearOfStudy, contactNumber, developmentTrack: 'web' };
  return person.patch('/api/me/profile', { ...own, ...some });
}

function restore(portal: TestApp, token: string): Promise<Answer> {
  return portal.visitor().post('/api/auth/restore-email', { token });
}

async function noticesTo(portal: TestApp, email: string): Promise<ReceivedMail[]> {
  return (await portal.mails()).filter(({ to }) => to.includes(email));
}

/** Changes the address and gives the token in the notice to the one before. */
async function changedFrom(portal: TestApp, person: Person, from: string, to: string): Promise<string> {
  expect((await saveProfile(person, { email: to })).status).toBe(200);
  return tokenIn((await noticesTo(portal, from)).at(-1));
}

describeEachEngine('saving a profile', (engine) => {
  it('takes name and e-mail over into the account', async () => {
    const portal = await openTestApp(engine);
    const person = await registerPerson(portal);
    const { password, email } = person.registration;
    expect(
      (await saveProfile(person, { fullName: 'Asha Renamed', email: newEmail.toUpperCase() })).status,
    ).toBe(200);
    expect((await person.get('/api/session')).body).toMatchObject({
      user: { uid: person.uid, displayName: 'Asha Renamed', email: newEmail },
    });
    expect((await signIn(portal, newEmail, password)).cookies.size).toBe(1);
    const old = await portal.visitor().post('/api/auth/sign-in/email', { email, password });
    expect(old.status).toBe(401);
  });

  it('tells the old address, and nobody where the address stays', async () => {
    const portal = await openTestApp(engine);
    const person = await registerPerson(portal);
    const { email } = person.registration;
    await saveProfile(person, { fullName: 'Asha Renamed', email: ` ${email.toUpperCase()}` });
    expect(await portal.mails()).toEqual([]);
    await saveProfile(person, { email: newEmail });
    const [notice, ...more] = await portal.mails();
    expect(more).toEqual([]);
    expect(notice?.to).toEqual([email]);
    // The old address was never confirmed: nothing that the account's holder chose goes there.
    expect(notice?.text).not.toContain(newEmail);
    expect(notice?.links[0]).toMatch(/^http:\/\/portal\.test\/restore-email\?token=[\w-]+$/);
  });

  it('refuses an address that another account has, and changes nothing', async () => {
    const portal = await openTestApp(engine);
    const person = await registerPerson(portal);
    const another = await registerPerson(portal);
    const before = await everythingStored(portal.store);
    const answer = await saveProfile(person, {
      fullName: 'Other Name',
      email: another.registration.email.toUpperCase(),
    });
    expect(answer).toMatchObject({
      status: 409,
      body: {
        code: 'EMAIL_TAKEN',
        message: 'An account with this email address already exists.',
        field: 'email',
      },
    });
    expect(await everythingStored(portal.store)).toEqual(before);
    expect(await portal.mails()).toEqual([]);
  });

  it('happens whole or not at all, whatever statement fails', async () => {
    const fault: Fault = { before: null };
    const portal = await openTestApp(engine, {
      env: { RATE_LIMIT: 'off' },
      wrapStore: (store) => failingStore(store, fault),
    });
    const person = await registerPerson(portal);
    const before = await everythingStored(portal.store);
    let failures = 0;
    for (fault.before = 1; ; fault.before += 1) {
      const { status } = await saveProfile(person, { fullName: 'Half', email: newEmail });
      if (status === 200) break;
      failures += 1;
      expect(status).toBe(500);
      expect(await everythingStored(portal.store)).toEqual(before);
    }
    // Account, record, change, the link, its mail, commit: at least.
    expect(failures).toBeGreaterThanOrEqual(6);
    expect(portal.takeErrors()).toHaveLength(failures);
    expect(await portal.mails()).toHaveLength(1);
  });

  it('gives one address to one of many who want it at once, by profile or by registration', async () => {
    const portal = await openTestApp(engine);
    const people = await Promise.all(Array.from({ length: 5 }, () => registerPerson(portal)));
    const answers = await Promise.all([
      ...people.map((person) => saveProfile(person, { email: newEmail })),
      ...people.map(() => portal.visitor().post('/api/register', newRegistration({ email: newEmail }))),
    ]);
    const won = answers.filter(({ status }) => status < 400);
    expect(won).toHaveLength(1);
    for (const { status, body } of answers) {
      if (status >= 400)
        expect({ status, body }).toMatchObject({
          status: 409,
          body: { code: 'EMAIL_TAKEN', field: 'email' },
        });
    }
    const { users, members } = await everythingStored(portal.store);
    expect(users.filter(({ email }) => email === newEmail)).toHaveLength(1);
    expect(members.filter(({ email }) => email === newEmail)).toHaveLength(1);
  });
});

describeEachEngine('taking an e-mail change back', (engine) => {
  it('restores account and record, and ends every session', async () => {
    const portal = await openTestApp(engine);
    const person = await registerPerson(portal);
    const { email, password } = person.registration;
    const token = await changedFrom(portal, person, email, newEmail);
    const elsewhere = await signIn(portal, newEmail, password);

    expect(await restore(portal, token)).toMatchObject({ status: 200, body: { status: true } });
    for (const visitor of [person, elsewhere]) {
      expect((await visitor.get('/api/session')).body).toEqual({ user: null });
    }
    const back = await signIn(portal, email, password);
    expect((await back.get('/api/me')).body).toMatchObject({ uid: person.uid, email });
    const changes = await changesOf(portal.store, person.uid);
    expect(changes.at(-1)).toMatchObject({
      kind: 'email-restored',
      fields: { email: { old: newEmail, new: email } },
    });
  });

  it('works once, of 10 uses at once too', async () => {
    const portal = await openTestApp(engine);
    const person = await registerPerson(portal);
    const token = await changedFrom(portal, person, person.registration.email, newEmail);
    const answers = await Promise.all(Array.from({ length: 10 }, () => restore(portal, token)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    for (const answer of answers) if (answer.status !== 200) expect(answer).toMatchObject(invalidLink);
    expect(await restore(portal, token)).toMatchObject(invalidLink);
  });

  it('works for 7 days', async () => {
    const clock = takeClock();
    const portal = await openTestApp(engine);
    const [early, late] = [await registerPerson(portal), await registerPerson(portal)];
    const inTime = await changedFrom(portal, early, early.registration.email, 'early@students.example');
    const tooLate = await changedFrom(portal, late, late.registration.email, 'late@students.example');
    clock.pass(7 * day - 60_000);
    expect((await restore(portal, inTime)).status).toBe(200);
    clock.pass(120_000);
    expect(await restore(portal, tooLate)).toMatchObject(invalidLink);
    const { password } = late.registration;
    expect((await signIn(portal, 'late@students.example', password)).cookies.size).toBe(1);
  });

  it('is refused where the old address has another account by now, and can be tried again', async () => {
    const portal = await openTestApp(engine);
    const person = await registerPerson(portal);
    const { email } = person.registration;
    const token = await changedFrom(portal, person, email, newEmail);
    const squatter = await registerPerson(portal, { email });
    expect(await restore(portal, token)).toMatchObject({ status: 409, body: { code: 'EMAIL_TAKEN' } });
    expect((await person.get('/api/session')).body).toMatchObject({ user: { email: newEmail } });
    await saveProfile(squatter, { email: 'squatter@students.example' });
    expect((await restore(portal, token)).status).toBe(200);
  });

  it('leaves whoever had the account nothing to take it with again', async () => {
    const portal = await openTestApp(engine);
    const person = await registerPerson(portal);
    const { email } = person.registration;
    const owner = await changedFrom(portal, person, email, 'thief@elsewhere.example');
    const thief = await changedFrom(portal, person, 'thief@elsewhere.example', 'thief2@elsewhere.example');
    await portal.visitor().post('/api/auth/request-password-reset', { email: 'thief2@elsewhere.example' });
    const resetLink = tokenIn((await noticesTo(portal, 'thief2@elsewhere.example')).at(-1));

    expect((await restore(portal, owner)).status).toBe(200);
    expect(await restore(portal, thief)).toMatchObject(invalidLink);
    const reset = { token: resetLink, newPassword: 'the thief’s password' };
    expect((await portal.visitor().post('/api/auth/reset-password', reset)).status).toBe(400);
    expect((await signIn(portal, email, person.registration.password)).cookies.size).toBe(1);
  });

  it('leaves the owner their own link where a later change is taken back first', async () => {
    const portal = await openTestApp(engine);
    const person = await registerPerson(portal);
    const { email, password } = person.registration;
    const first = await changedFrom(portal, person, email, 'second@students.example');
    await new Promise((resolve) => setTimeout(resolve, 5));
    const second = await changedFrom(portal, person, 'second@students.example', 'third@students.example');
    expect((await restore(portal, second)).status).toBe(200);
    expect((await restore(portal, first)).status).toBe(200);
    expect((await signIn(portal, email, password)).cookies.size).toBe(1);
  });

  it('touches no other account’s links', async () => {
    const portal = await openTestApp(engine);
    const [one, other] = [await registerPerson(portal), await registerPerson(portal)];
    const token = await changedFrom(portal, one, one.registration.email, 'one@students.example');
    const others = await changedFrom(portal, other, other.registration.email, 'other@students.example');
    expect((await restore(portal, token)).status).toBe(200);
    expect((await restore(portal, others)).status).toBe(200);
  });

  it('happens whole or not at all, whatever statement fails', async () => {
    const fault: Fault = { before: null };
    const portal = await openTestApp(engine, { wrapStore: (store) => failingStore(store, fault) });
    const person = await registerPerson(portal);
    const token = await changedFrom(portal, person, person.registration.email, newEmail);
    const before = await everythingStored(portal.store);
    let failures = 0;
    for (fault.before = 1; ; fault.before += 1) {
      const { status } = await restore(portal, token);
      if (status === 200) break;
      failures += 1;
      expect(status).toBe(500);
      expect(await everythingStored(portal.store)).toEqual(before);
      expect((await person.get('/api/session')).body).toMatchObject({ user: { uid: person.uid } });
    }
    // The link, account, record, change, sessions, commit: at least.
    expect(failures).toBeGreaterThanOrEqual(6);
    expect(portal.takeErrors()).toHaveLength(failures);
  });

  it.each(['', 'made-up', "' or 1=1 --", '\0', 'x'.repeat(201)])('refuses the token %j', async (token) => {
    const portal = await openTestApp(engine);
    expect(await restore(portal, token)).toMatchObject({ status: 400, body: { field: 'token' } });
  });

  it('cannot be done with a reset link, nor a reset with this one', async () => {
    const portal = await openTestApp(engine);
    const person = await registerPerson(portal);
    const restoring = await changedFrom(portal, person, person.registration.email, newEmail);
    await portal.visitor().post('/api/auth/request-password-reset', { email: newEmail });
    const resetting = tokenIn((await noticesTo(portal, newEmail)).at(-1));
    expect(await restore(portal, resetting)).toMatchObject(invalidLink);
    const reset = await portal
      .visitor()
      .post('/api/auth/reset-password', { token: restoring, newPassword: 'a new password' });
    expect(reset).toMatchObject({ status: 400, body: { code: 'INVALID_TOKEN' } });
  });
});

import { expect, it } from 'vitest';
import { tracks } from '#domain/member-choices.ts';
import { latestSeq } from '#server/changes/change-log.ts';
import { checkData } from '#server/operations/check.ts';
import { openTestApp, type Person, registerPerson, signIn, type TestApp } from '#tests/helpers/app.ts';
import { takeClock } from '#tests/helpers/clock.ts';
import { describeEachEngine } from '#tests/helpers/engines.ts';
import { type Fault, failingStore } from '#tests/helpers/failing-store.ts';
import { newRegistration } from '#tests/helpers/members.ts';
import { changesOf, everythingStored } from '#tests/helpers/records.ts';
import { type ReceivedMail, tokenIn } from '#tests/helpers/sent-mails.ts';
import type { Answer, Visitor } from '#tests/helpers/visitor.ts';

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

/** Sets a password with the newest link mailed to an address, requesting one if there is none, and signs in with it. */
async function chooseNewPassword(
  portal: TestApp,
  email: string,
  newPassword = 'a new password',
): Promise<Visitor> {
  const resetMail = async () =>
    (await noticesTo(portal, email)).findLast(({ text }) => /reset-password/.test(text));
  if (!(await resetMail())) await portal.visitor().post('/api/auth/request-password-reset', { email });
  const reset = { token: tokenIn(await resetMail()), newPassword };
  expect((await portal.visitor().post('/api/auth/reset-password', reset)).status).toBe(200);
  return signIn(portal, email, newPassword);
}

/** The events after `seq` on a member's stream, up to one that this function causes. */
async function readEvents(portal: TestApp, visitor: Visitor, seq: number): Promise<string> {
  const cookie = [...visitor.cookies].map((pair) => pair.join('=')).join('; ');
  const response = await portal.app.request(`/api/me/events?after=${seq}`, { headers: { Cookie: cookie } });
  const reader = response.body?.getReader();
  // Another track each time: a write that alters nothing is not logged.
  const developmentTrack = tracks[eventReads++ % tracks.length];
  expect((await visitor.put('/api/me/track', { developmentTrack })).status).toBe(200);
  const last = await latestSeq(portal.store.db);
  const decoder = new TextDecoder();
  let text = '';
  while (!text.includes(`id: ${last}\n`)) {
    const read = await reader?.read();
    if (!read || read.done) throw new Error('The stream ended before its last event.');
    text += decoder.decode(read.value);
  }
  await reader?.cancel();
  return text;
}
let eventReads = 0;

/** Changes the address and gives the token from the notice to the former one. */
async function changedFrom(portal: TestApp, person: Person, from: string, to: string): Promise<string> {
  expect((await saveProfile(person, { email: to })).status).toBe(200);
  return tokenIn((await noticesTo(portal, from)).at(-1));
}

describeEachEngine('saving a profile', (engine) => {
  it('copies name and e-mail to the account', async () => {
    const portal = await openTestApp(engine);
    const person = await registerPerson(portal);
    const { password, email } = person.registration;
    expect(
      (await saveProfile(person, { fullName: 'Asha Renamed', email: newEmail.toUpperCase() })).status,
    ).toBe(200);
    expect((await person.get('/api/session')).body).toMatchObject({
      user: { uid: person.uid, displayName: 'Asha Renamed', email: newEmail },
    });
    expect((await signIn(portal, newEmail, password)).cookies.has('sdc_session')).toBe(true);
    const old = await portal.visitor().post('/api/auth/sign-in/email', { email, password });
    expect(old.status).toBe(401);
  });

  it('notifies the old address, and nobody if the address stays the same', async () => {
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

  it('is atomic, whichever statement fails', async () => {
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

  it('gives an address to one of many concurrent requests, by profile or by registration', async () => {
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
  it('restores account and record, ends every session, and mails a link to choose a new password', async () => {
    const portal = await openTestApp(engine);
    const person = await registerPerson(portal);
    const { email, password } = person.registration;
    const token = await changedFrom(portal, person, email, newEmail);
    const elsewhere = await signIn(portal, newEmail, password);

    expect(await restore(portal, token)).toMatchObject({ status: 200, body: { status: true } });
    for (const visitor of [person, elsewhere]) {
      expect((await visitor.get('/api/session')).body).toEqual({ user: null });
    }
    const back = await chooseNewPassword(portal, email);
    expect((await back.get('/api/me')).body).toMatchObject({ uid: person.uid, email });
    const changes = await changesOf(portal.store, person.uid);
    expect(changes.at(-1)).toMatchObject({
      kind: 'email-restored',
      fields: { email: { old: newEmail, new: email } },
    });
  });

  it('voids the password, whether it was set before or after the change', async () => {
    const portal = await openTestApp(engine);
    const person = await registerPerson(portal);
    const { email, password } = person.registration;
    const token = await changedFrom(portal, person, email, newEmail);
    await chooseNewPassword(portal, newEmail, 'the thief’s password');
    expect((await restore(portal, token)).status).toBe(200);
    for (const typed of [email, newEmail]) {
      for (const guess of [password, 'the thief’s password', '']) {
        const answer = await portal
          .visitor()
          .post('/api/auth/sign-in/email', { email: typed, password: guess });
        expect(answer.status).toBe(guess === '' ? 400 : 401);
      }
    }
  });

  it('removes the known devices', async () => {
    const portal = await openTestApp(engine);
    const person = await registerPerson(portal);
    const token = await changedFrom(portal, person, person.registration.email, newEmail);
    await signIn(portal, newEmail, person.registration.password);
    expect((await restore(portal, token)).status).toBe(200);
    expect(await portal.store.db.selectFrom('known_devices').selectAll().execute()).toEqual([]);
  });

  it('works once, also with 10 concurrent uses', async () => {
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
    expect((await signIn(portal, 'late@students.example', password)).cookies.has('sdc_session')).toBe(true);
  });

  it('leaves the intruder no way to take the account again', async () => {
    const portal = await openTestApp(engine);
    const person = await registerPerson(portal);
    const { email } = person.registration;
    const owner = await changedFrom(portal, person, email, 'thief@elsewhere.example');
    expect((await saveProfile(person, { email: 'thief2@elsewhere.example' })).status).toBe(200);
    // Only the first address has the right to revert the changes.
    expect(await noticesTo(portal, 'thief@elsewhere.example')).toEqual([]);
    await portal.visitor().post('/api/auth/request-password-reset', { email: 'thief2@elsewhere.example' });
    const resetLink = tokenIn((await noticesTo(portal, 'thief2@elsewhere.example')).at(-1));

    expect((await restore(portal, owner)).status).toBe(200);
    const reset = { token: resetLink, newPassword: 'the thief’s password' };
    expect((await portal.visitor().post('/api/auth/reset-password', reset)).status).toBe(400);
    const back = await chooseNewPassword(portal, email);
    expect((await back.get('/api/me')).body).toMatchObject({ uid: person.uid, email });
  });

  it('gives no right to an address that was mistyped and corrected', async () => {
    const portal = await openTestApp(engine);
    const person = await registerPerson(portal);
    const { email } = person.registration;
    const first = await changedFrom(portal, person, email, 'mistyped@elsewhere.example');
    expect((await saveProfile(person, { email })).status).toBe(200);
    expect(await noticesTo(portal, 'mistyped@elsewhere.example')).toEqual([]);
    // The address is the original one again: there is nothing to revert.
    expect(await restore(portal, first)).toMatchObject(invalidLink);
    expect((await person.get('/api/session')).body).toMatchObject({ user: { email } });
  });

  it('is offered again when a reset is requested for the former address', async () => {
    const portal = await openTestApp(engine);
    const person = await registerPerson(portal);
    const { email } = person.registration;
    await changedFrom(portal, person, email, newEmail);
    await portal.visitor().post('/api/auth/request-password-reset', { email });
    const notices = await noticesTo(portal, email);
    expect(notices).toHaveLength(2);
    expect((await restore(portal, tokenIn(notices.at(-1)))).status).toBe(200);
    expect(await restore(portal, tokenIn(notices[0]))).toMatchObject(invalidLink);
  });

  it('touches no other account’s links', async () => {
    const portal = await openTestApp(engine);
    const [one, other] = [await registerPerson(portal), await registerPerson(portal)];
    const token = await changedFrom(portal, one, one.registration.email, 'one@students.example');
    const others = await changedFrom(portal, other, other.registration.email, 'other@students.example');
    expect((await restore(portal, token)).status).toBe(200);
    expect((await restore(portal, others)).status).toBe(200);
  });

  it('is atomic, whichever statement fails', async () => {
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
    // The link, password, sessions, account, record, change, mail, commit: at least.
    expect(failures).toBeGreaterThanOrEqual(8);
    expect(portal.takeErrors()).toHaveLength(failures);
  });

  it.each(['', 'made-up', "' or 1=1 --", '\0', 'x'.repeat(201)])('refuses the token %j', async (token) => {
    const portal = await openTestApp(engine);
    expect(await restore(portal, token)).toMatchObject({ status: 400, body: { field: 'token' } });
  });

  it('does not work with a reset link, nor a reset with a restore link', async () => {
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

describeEachEngine('an address whose change can be taken back', (engine) => {
  const taken = {
    status: 409,
    body: {
      code: 'EMAIL_TAKEN',
      message: 'An account with this email address already exists.',
      field: 'email',
    },
  };

  it('is held for its owner for 7 days: nobody registers with it or changes to it', async () => {
    const clock = takeClock();
    const portal = await openTestApp(engine);
    const [person, thief] = [await registerPerson(portal), await registerPerson(portal)];
    const { email } = person.registration;
    const token = await changedFrom(portal, person, email, newEmail);
    const register = () => portal.visitor().post('/api/register', newRegistration({ email }));
    const before = await everythingStored(portal.store);
    expect(await register()).toMatchObject(taken);
    expect(await saveProfile(thief, { email })).toMatchObject(taken);
    expect(await everythingStored(portal.store)).toEqual(before);
    expect((await restore(portal, token)).status).toBe(200);

    const again = await registerPerson(portal);
    const { email: second } = again.registration;
    await changedFrom(portal, again, second, 'second@students.example');
    clock.pass(7 * day + 1000);
    await registerPerson(portal, { email: second });
  });

  it('cannot be taken while its owner is changing it', async () => {
    const portal = await openTestApp(engine);
    const person = await registerPerson(portal);
    const { email } = person.registration;
    const [saved, ...answers] = await Promise.all([
      saveProfile(person, { email: newEmail }),
      ...Array.from({ length: 5 }, () => portal.visitor().post('/api/register', newRegistration({ email }))),
    ]);
    expect(saved.status).toBe(200);
    for (const answer of answers) expect(answer).toMatchObject(taken);
  });
});

describeEachEngine('an account that was moved to a stranger’s address', (engine) => {
  const victimsEmail = 'victim@students.example';
  const victims = { fullName: 'Victim Name', studentId: '1SDVICTIM', contactNumber: '9000000001' };

  /** Somebody makes an account, moves it to a stranger's address, and the stranger takes it over by a reset. */
  async function takenOver(portal: TestApp) {
    const attacker = await registerPerson(portal, { fullName: 'Attacker Name' });
    await attacker.put('/api/me/track', { developmentTrack: 'ml' });
    const token = await changedFrom(portal, attacker, attacker.registration.email, victimsEmail);
    const moved = (await attacker.get('/api/me')).body;
    const browser = await chooseNewPassword(portal, victimsEmail);
    const victim: Person = { ...browser, uid: attacker.uid, registration: attacker.registration };
    expect((await saveProfile(victim, { ...victims, email: victimsEmail })).status).toBe(200);
    expect((await victim.put('/api/me/track', { developmentTrack: 'game' })).status).toBe(200);
    return { attacker, token, victim, moved };
  }

  it('is restored without anything that the stranger wrote', async () => {
    const portal = await openTestApp(engine);
    const { attacker, token, victim, moved } = await takenOver(portal);
    const { email } = attacker.registration;
    expect((await restore(portal, token)).status).toBe(200);
    expect((await victim.get('/api/session')).body).toEqual({ user: null });

    const back = await chooseNewPassword(portal, email);
    expect((await back.get('/api/session')).body).toMatchObject({ user: { displayName: 'Attacker Name' } });
    const record = (await back.get('/api/me')).body as Record<string, unknown>;
    expect(record).toEqual({ ...(moved as object), email });
    expect(JSON.stringify(await changesOf(portal.store, attacker.uid))).not.toContain(victims.studentId);
    expect((await checkData(portal.store)).flatMap(({ faults }) => faults)).toEqual([]);
    // The administrator still sees what happened.
    const log = await portal.store.db.selectFrom('changes').selectAll().execute();
    expect(JSON.stringify(log)).toContain(victims.studentId);
    // The stranger's address is free again.
    await registerPerson(portal, { email: victimsEmail });
  });

  it('does not send it on the stream either, even from memory', async () => {
    const portal = await openTestApp(engine);
    const watcher = await registerPerson(portal);
    // From here on, the portal keeps changes in memory.
    const start = await latestSeq(portal.store.db);
    await readEvents(portal, watcher, start);
    const { attacker, token } = await takenOver(portal);
    expect((await restore(portal, token)).status).toBe(200);
    const back = await chooseNewPassword(portal, attacker.registration.email);
    for (const seq of [0, start]) {
      const events = await readEvents(portal, back, seq);
      expect(events).toContain('email-restored');
      expect(events).not.toContain(victims.studentId);
    }
  });

  it('keeps what its owner wrote if nobody else set a password', async () => {
    const portal = await openTestApp(engine);
    const person = await registerPerson(portal);
    const token = await changedFrom(portal, person, person.registration.email, newEmail);
    await person.put('/api/me/track', { developmentTrack: 'game' });
    expect((await restore(portal, token)).status).toBe(200);
    const back = await chooseNewPassword(portal, person.registration.email);
    expect((await back.get('/api/me')).body).toMatchObject({ developmentTrack: 'game' });
  });
});

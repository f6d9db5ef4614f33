import { expect, it } from 'vitest';
import { tracks } from '#domain/member-choices.ts';
import { latestSeq } from '#server/changes/change-log.ts';
import {
  openTestApp,
  openWithMember,
  type Person,
  registerPerson,
  type TestApp,
} from '#tests/helpers/app.ts';
import { takeClock } from '#tests/helpers/clock.ts';
import {
  changedFrom,
  chooseNewPassword,
  day,
  emailTaken,
  newEmail,
  restore,
  saveProfile,
} from '#tests/helpers/email-change.ts';
import { describeEachEngine } from '#tests/helpers/engines.ts';
import { newRegistration } from '#tests/helpers/members.ts';
import { requestReset } from '#tests/helpers/passwords.ts';
import { changesOf, dataFaults, everythingStored, rowsOf } from '#tests/helpers/records.ts';
import type { Visitor } from '#tests/helpers/visitor.ts';

/** The events after `seq` on a member's stream, up to one that this function causes. */
async function readEvents(portal: TestApp, visitor: Visitor, seq: number): Promise<string> {
  const response = await visitor.fetch(`/api/me/events?after=${seq}`, { headers: new Headers() });
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

describeEachEngine('an address whose change can be taken back', (engine) => {
  it('is held for its owner for 7 days: nobody registers with it or changes to it', async () => {
    const clock = takeClock();
    const portal = await openTestApp(engine);
    const [person, thief] = [await registerPerson(portal), await registerPerson(portal)];
    const { email } = person.registration;
    const token = await changedFrom(portal, person, email, newEmail);
    const register = () => portal.visitor().post('/api/register', newRegistration({ email }));
    const before = await everythingStored(portal.store);
    expect(await register()).toMatchObject(emailTaken);
    expect(await saveProfile(thief, { email })).toMatchObject(emailTaken);
    expect(await everythingStored(portal.store)).toEqual(before);
    expect((await restore(portal, token)).status).toBe(200);

    const again = await registerPerson(portal);
    const { email: second } = again.registration;
    await changedFrom(portal, again, second, 'second@students.example');
    clock.pass(7 * day + 1000);
    await registerPerson(portal, { email: second });
  });

  it('cannot be taken while its owner is changing it', async () => {
    const { portal, person, email } = await openWithMember(engine);
    const [saved, ...answers] = await Promise.all([
      saveProfile(person, { email: newEmail }),
      ...Array.from({ length: 5 }, () => portal.visitor().post('/api/register', newRegistration({ email }))),
    ]);
    expect(saved.status).toBe(200);
    for (const answer of answers) expect(answer).toMatchObject(emailTaken);
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
    expect((await victim.put('/api/me/track', { developmentTrack: 'game' })).status).toBe(200);
    expect((await saveProfile(victim, { ...victims, email: victimsEmail })).status).toBe(200);
    return { attacker, token, victim, moved };
  }

  it('is restored without anything that the stranger wrote', async () => {
    const portal = await openTestApp(engine);
    const { attacker, token, moved } = await takenOver(portal);
    const { email } = attacker.registration;
    // Another password does not make what was written before it the owner's.
    await requestReset(portal, victimsEmail);
    const victim = await chooseNewPassword(portal, victimsEmail);
    expect((await restore(portal, token)).status).toBe(200);
    expect((await victim.get('/api/session')).body).toEqual({ user: null });

    const back = await chooseNewPassword(portal, email);
    expect((await back.get('/api/session')).body).toMatchObject({ user: { displayName: 'Attacker Name' } });
    const record = (await back.get('/api/me')).body as Record<string, unknown>;
    expect(record).toEqual({ ...(moved as object), email });
    expect(JSON.stringify(await changesOf(portal.store, attacker.uid))).not.toContain(victims.studentId);
    expect(await dataFaults(portal.store)).toEqual([]);
    // The administrator still sees what happened.
    expect(JSON.stringify(await rowsOf(portal.store, 'changes'))).toContain(victims.studentId);
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
    const last = await latestSeq(portal.store.db);
    expect((await restore(portal, token)).status).toBe(200);
    const back = await chooseNewPassword(portal, attacker.registration.email);
    for (const seq of [last - 1, start, 0]) {
      const events = await readEvents(portal, back, seq);
      expect(events).toContain('email-restored');
      expect(events).not.toContain(victims.studentId);
    }
  });

  it('keeps what its owner wrote if nobody else set a password', async () => {
    const { portal, person } = await openWithMember(engine);
    const token = await changedFrom(portal, person, person.registration.email, newEmail);
    await person.put('/api/me/track', { developmentTrack: 'game' });
    expect((await restore(portal, token)).status).toBe(200);
    const back = await chooseNewPassword(portal, person.registration.email);
    expect((await back.get('/api/me')).body).toMatchObject({ developmentTrack: 'game' });
  });
});

import { expect, it } from 'vitest';
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
import { openLive } from '#tests/helpers/live-portal.ts';
import { newRegistration } from '#tests/helpers/members.ts';
import { requestReset } from '#tests/helpers/passwords.ts';
import { changesOf, dataFaults, everythingStored, rowsOf } from '#tests/helpers/records.ts';

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

  it('sends nothing of it on the stream either', async () => {
    const live = await openLive(engine);
    const { attacker, token } = await takenOver(live.portal);
    expect((await restore(live.portal, token)).status).toBe(200);
    const back = await chooseNewPassword(live.portal, attacker.registration.email);
    const stream = await live.open(back, 'me/events?after=0');
    expect((await stream.next())?.name).toBe('ready');
    for (const kind of ['registered', 'track-selected', 'profile-saved', 'email-restored']) {
      const { data } = (await stream.next()) ?? {};
      expect(data).toEqual({ seq: expect.any(Number), uid: attacker.uid, kind });
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

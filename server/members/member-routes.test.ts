import { expect, it } from 'vitest';
import type { Member } from '#domain/members.ts';
import { answerOf, openWithMembers } from '#tests/helpers/admin-api.ts';
import { openWithMember, type Person, registerPerson } from '#tests/helpers/app.ts';
import { takeClock } from '#tests/helpers/clock.ts';
import { saveProfile } from '#tests/helpers/email-change.ts';
import { describeEachEngine } from '#tests/helpers/engines.ts';
import { newRecord } from '#tests/helpers/made-records.ts';
import { project } from '#tests/helpers/member-input.ts';
import { newRegistration, profileOf } from '#tests/helpers/members.ts';
import { changesOf, storedRecord } from '#tests/helpers/records.ts';
import { refusedWith } from '#tests/helpers/visitor.ts';

const isoTime = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);

async function ownRecord(person: Person): Promise<Member> {
  return (await person.get('/api/me')).body as Member;
}

describeEachEngine('the member’s own record', (engine) => {
  it('does not exist for the administrator', async () => {
    const { administrator } = await openWithMembers(engine);
    for (const answer of [
      await administrator.get('/api/me'),
      await administrator.put('/api/me/track', { developmentTrack: 'web' }),
      await administrator.put('/api/me/task-completion', { taskCompleted: true }),
      await administrator.put('/api/me/submission', project),
      await administrator.patch('/api/me/profile', profileOf(newRegistration())),
    ]) {
      expect(answer).toMatchObject(
        refusedWith(404, 'MEMBER_NOT_FOUND', { message: 'User data not found. Please contact support.' }),
      );
    }
  });

  it('is the same, whichever account the address names', async () => {
    const { portal, person: asha } = await openWithMember(engine);
    const bina = await registerPerson(portal);
    for (const query of [`uid=${bina.uid}`, `userId=${bina.uid}`, `id=${bina.uid}`]) {
      expect(await asha.get(`/api/me?${query}`)).toMatchObject({ status: 200, body: { uid: asha.uid } });
    }
    const track = { developmentTrack: 'web' };
    await asha.put(`/api/me/track?uid=${bina.uid}`, track);
    expect(await ownRecord(bina)).toMatchObject({ developmentTrack: null });
    expect(await ownRecord(asha)).toMatchObject(track);
  });

  it('has the values of the registration, and only the fields of the specification', async () => {
    const { portal, person, registration } = await openWithMember(engine);
    const { uid } = person;
    const { developmentTrack: _track, ...fields } = profileOf(registration);
    expect(await answerOf(person, '/api/me')).toEqual(newRecord({ uid, ...fields, createdAt: isoTime }));
    expect(await storedRecord(portal.store, uid)).toMatchObject({ ...fields, registrationComplete: 1 });
  });

  it('does not log a write that alters nothing', async () => {
    const { portal, person } = await openWithMember(engine);
    await person.put('/api/me/track', { developmentTrack: 'game' });
    await person.put('/api/me/task-completion', { taskCompleted: true });
    const before = await ownRecord(person);
    expect((await person.put('/api/me/track', { developmentTrack: 'game' })).body).toEqual(before);
    expect((await person.put('/api/me/task-completion', { taskCompleted: true })).body).toEqual(before);
    expect(await changesOf(portal.store, person.uid)).toHaveLength(3);
  });

  it('dates a track that is first chosen on the profile, and keeps the date until another is', async () => {
    const { person } = await openWithMember(engine);
    await saveProfile(person, {});
    const { trackUpdatedAt, updatedAt } = await ownRecord(person);
    expect(trackUpdatedAt).toEqual(updatedAt);
    await saveProfile(person, { studentId: '1SD22CS998' });
    expect(await ownRecord(person)).toMatchObject({ studentId: '1SD22CS998', trackUpdatedAt });
  });

  it('accepts 120 writes of one person per minute, then refuses them, and is still read', async () => {
    takeClock();
    const { person } = await openWithMember(engine);
    const write = () => person.put('/api/me/track', { developmentTrack: 'web' });
    for (let sent = 0; sent < 120; sent += 8) {
      const answers = await Promise.all(Array.from({ length: 8 }, write));
      expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    }
    const refused = await write();
    expect(refused).toMatchObject(refusedWith(429, 'TOO_MANY_ATTEMPTS'));
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(Number(refused.headers.get('retry-after'))).toBeLessThanOrEqual(60);
    expect((await person.get('/api/me')).status).toBe(200);
  });
});

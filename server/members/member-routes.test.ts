import { expect, it } from 'vitest';
import type { Member } from '#domain/members.ts';
import { answerOf, openWithMembers } from '#tests/helpers/admin-api.ts';
import { openWithMember, type Person, registerPerson } from '#tests/helpers/app.ts';
import { newEmail, saveProfile } from '#tests/helpers/email-change.ts';
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

/** The record that the changes alone give. Each change names the value that it replaces by another, and no other field. */
function replayed(changes: Awaited<ReturnType<typeof changesOf>>): Record<string, unknown> {
  const record: Record<string, unknown> = {};
  for (const { fields } of changes) {
    for (const [name, value] of Object.entries(fields)) {
      expect(record[name] ?? null, name).toEqual(value.old);
      if (name in record) expect(value.new, name).not.toEqual(value.old);
      record[name] = value.new;
    }
  }
  return record;
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

  it('goes through all steps, with one logged change per write', async () => {
    const { portal, person } = await openWithMember(engine);
    const bystander = await registerPerson(portal);
    const before = await ownRecord(bystander);

    expect(await person.put('/api/me/track', { developmentTrack: 'web' })).toMatchObject({
      status: 200,
      body: { uid: person.uid, developmentTrack: 'web', trackUpdatedAt: isoTime },
    });
    expect(await person.put('/api/me/task-completion', { taskCompleted: true })).toMatchObject({
      status: 200,
      body: { taskCompleted: true, taskCompletedAt: isoTime },
    });
    expect(await person.put('/api/me/submission', project)).toMatchObject({
      status: 200,
      body: { ...project, submittedAt: isoTime, submissionReviewed: false, graded: false },
    });
    const profile = { fullName: 'Asha R. Rao', email: newEmail, studentId: '1SD22CS999' };
    const choices = { department: 'Biotechnology', yearOfStudy: 3, developmentTrack: 'ml' };
    const saved = await saveProfile(person, { ...profile, ...choices });
    expect(saved).toMatchObject({ status: 200, body: { ...profile, ...choices, updatedAt: isoTime } });
    expect(saved.body).toEqual(await ownRecord(person));

    const changes = await changesOf(portal.store, person.uid);
    expect(changes.map(({ kind }) => kind)).toEqual([
      'registered',
      'track-selected',
      'task-completed',
      'submission-sent',
      'profile-saved',
    ]);
    expect(changes.every(({ actor }) => actor === person.uid)).toBe(true);
    expect(changes[4]?.fields).toMatchObject({
      email: { old: person.registration.email, new: newEmail },
      trackUpdatedAt: { old: changes[1]?.at, new: changes[4]?.at },
      updatedAt: { old: null, new: changes[4]?.at },
    });
    expect({ uid: person.uid, ...replayed(changes) }).toEqual(saved.body);

    expect(await ownRecord(bystander)).toEqual(before);
    expect(await changesOf(portal.store, bystander.uid)).toHaveLength(1);
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

  it('undoes that the task is done, once, until a project is submitted', async () => {
    const { portal, person } = await openWithMember(engine);
    const setDone = (taskCompleted: boolean) => person.put('/api/me/task-completion', { taskCompleted });
    await person.put('/api/me/track', { developmentTrack: 'game' });
    const before = await ownRecord(person);
    await setDone(true);
    expect(await setDone(false)).toMatchObject({ status: 200, body: before });
    expect(await setDone(false)).toMatchObject({ status: 200, body: before });
    const changes = await changesOf(portal.store, person.uid);
    expect(changes.map(({ kind }) => kind).slice(2)).toEqual(['task-completed', 'task-reopened']);
    expect(changes[3]?.fields).toEqual({
      taskCompleted: { old: true, new: false },
      taskCompletedAt: { old: changes[2]?.at, new: null },
    });

    await setDone(true);
    await person.put('/api/me/submission', project);
    const sent = await ownRecord(person);
    const message = 'You’ve submitted a project, so your task stays marked as done.';
    expect(await setDone(false)).toMatchObject(refusedWith(409, 'SUBMITTED', { message }));
    expect(await ownRecord(person)).toEqual(sent);
  });

  it('stays consistent under concurrent writes, each logged in order', async () => {
    const { portal, person } = await openWithMember(engine);
    const tracks = ['android', 'web', 'ml', 'game'];
    const answers = await Promise.all(
      Array.from({ length: 12 }, (_, index) =>
        index % 3 === 0
          ? saveProfile(person, { yearOfStudy: 1 + (index % 4) })
          : person.put('/api/me/track', { developmentTrack: tracks[index % 4] }),
      ),
    );
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    const changes = await changesOf(portal.store, person.uid);
    expect({ uid: person.uid, ...replayed(changes) }).toEqual(await ownRecord(person));
  });

  it('accepts 120 writes of one person per minute, then refuses them, and is still read', async () => {
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

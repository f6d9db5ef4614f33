import { expect, it } from 'vitest';
import type { Member } from '#domain/members.ts';
import { changesOf as listedChanges, openWithMembers, saveReview, undo } from '#tests/helpers/admin-api.ts';
import { openWithMember, registerPerson, signInAdministrator } from '#tests/helpers/app.ts';
import { saveProfile } from '#tests/helpers/email-change.ts';
import { describeEachEngine } from '#tests/helpers/engines.ts';
import { newRecord } from '#tests/helpers/made-records.ts';
import { project } from '#tests/helpers/member-input.ts';
import { changesOf, dataFaults, dropRecord } from '#tests/helpers/records.ts';
import { refusedWith } from '#tests/helpers/visitor.ts';

const path = '/api/me/recovery';

describeEachEngine('recovery', (engine) => {
  it('is of the caller’s own record, of which the administrator has none', async () => {
    const { portal, administrator } = await openWithMembers(engine);
    const member = await registerPerson(portal);
    const { body } = await member.get(path);
    expect(body).toMatchObject({ record: { uid: member.uid } });
    expect((await administrator.get(path)).body).toMatchObject({ record: null });
    expect(await administrator.put(path, { shown: {} })).toMatchObject(refusedWith(409, 'NO_RECORD_KEPT'));
  });

  it('creates the placeholder of the spec if the record is missing', async () => {
    const { portal, person } = await openWithMember(engine);
    await dropRecord(portal.store, person.uid);
    expect((await person.get('/api/me')).status).toBe(404);
    expect((await person.get(path)).body).toMatchObject({ record: null });

    const { status, body } = await person.put(path, {});
    const { createdAt, updatedAt } = body as Member;
    expect(status).toBe(200);
    expect(body).toEqual(
      newRecord({
        uid: person.uid,
        fullName: 'Asha Rao',
        email: person.registration.email,
        studentId: 'Not Set',
        department: 'Not Set',
        yearOfStudy: 1,
        contactNumber: 'Not Set',
        createdAt: expect.any(String),
        updatedAt: createdAt,
        registrationComplete: false,
      }),
    );
    expect(Math.abs(Date.now() - Date.parse(updatedAt ?? ''))).toBeLessThan(60_000);
    expect((await person.get('/api/me')).body).toEqual(body);
    expect((await changesOf(portal.store, person.uid)).map(({ kind }) => kind)).toEqual([
      'registered',
      'record-recovered',
    ]);
    expect(await dataFaults(portal.store)).toEqual([]);
    // Created, not changed: undoing it would delete the record.
    const administrator = await signInAdministrator(portal);
    const [created] = (await listedChanges(administrator, `?uid=${person.uid}`)).changes;
    expect(await undo(administrator, created?.seq)).toMatchObject(refusedWith(409, 'NOT_UNDOABLE'));
  });

  it('lets the first save of the profile complete the registration, without placeholders', async () => {
    const { portal, person } = await openWithMember(engine);
    await dropRecord(portal.store, person.uid);
    await person.put(path, {});
    const form = { yearOfStudy: 3, developmentTrack: 'ml' };
    for (const field of ['studentId', 'department', 'contactNumber']) {
      const refused = refusedWith(400, 'INVALID_INPUT', { field });
      expect(await saveProfile(person, { ...form, [field]: 'Not Set' })).toMatchObject(refused);
    }
    expect((await person.get('/api/me')).body).toMatchObject({ registrationComplete: false });
    const { fullName, studentId } = person.registration;
    expect((await saveProfile(person, form)).body).toMatchObject({
      ...{ ...form, fullName, studentId },
      registrationComplete: true,
    });
  });

  it('asks before it replaces a record, which the log can restore completely', async () => {
    const { portal, person } = await openWithMember(engine);
    await person.put('/api/me/track', { developmentTrack: 'ml' });
    const { body: before } = await person.get('/api/me');
    const refusal = await person.put(path, {});
    const message = expect.stringMatching(
      /You would lose: year of study, department, student ID, contact number, development track, date of registration\.$/,
    );
    expect(refusal).toMatchObject(refusedWith(409, 'RECORD_EXISTS', { message }));
    expect((await person.get('/api/me')).body).toEqual(before);

    const { current } = refusal.body as { current: Member };
    const { body: written } = await person.put(path, { shown: current });
    expect(written).toMatchObject({
      studentId: 'Not Set',
      developmentTrack: null,
      registrationComplete: false,
    });
    expect((written as Member).createdAt > (before as Member).createdAt).toBe(true);
    expect((await person.get('/api/me')).body).toEqual(written);
    expect(await dataFaults(portal.store)).toEqual([]);

    const administrator = await signInAdministrator(portal);
    const [change] = (await listedChanges(administrator, `?uid=${person.uid}`)).changes;
    expect(change?.kind).toBe('record-recovered');
    expect((await undo(administrator, change?.seq)).status).toBe(200);
    const { body: restored } = await person.get('/api/me');
    // The time of the last save is not undone.
    expect(restored).toEqual({ ...(before as Member), updatedAt: (written as Member).updatedAt });
    expect(await dataFaults(portal.store)).toEqual([]);
  });

  it('never replaces what was written since it asked', async () => {
    const { portal, person } = await openWithMember(engine);
    const ask = async () => (await person.put(path, {})).body as { current: Member };
    const { current: first } = await ask();
    await person.put('/api/me/track', { developmentTrack: 'ml' });
    await person.put('/api/me/submission', project);
    const { current: second } = await ask();
    const administrator = await signInAdministrator(portal);
    await saveReview(administrator, person.uid, { draft: 'Good.', send: true });

    const { body: before } = await person.get('/api/me');
    expect(before).toMatchObject({ feedback: 'Good.' });
    for (const shown of [first, second]) {
      const message = expect.stringMatching(/just changed.*feedback/);
      expect(await person.put(path, { shown })).toMatchObject(refusedWith(409, 'RECORD_EXISTS', { message }));
    }
    expect((await person.get('/api/me')).body).toEqual(before);
    expect((await person.put(path, { shown: (await ask()).current })).status).toBe(200);
  });
});

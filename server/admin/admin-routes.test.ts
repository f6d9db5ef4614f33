import { expect, it } from 'vitest';
import { type AdminSummary, newChangesCap, type ReviewManyAnswer } from '#domain/admin.ts';
import type { ChangesPage, UndoAnswer } from '#domain/changes.ts';
import type { MemberPage } from '#domain/member-list.ts';
import type { Member } from '#domain/members.ts';
import { findCountFaults } from '#server/members/member-facets.ts';
import { changeMember } from '#server/members/member-store.ts';
import {
  openActors,
  openTestApp,
  registerPerson,
  signInAdministrator,
  type TestApp,
} from '#tests/helpers/app.ts';
import { describeEachEngine } from '#tests/helpers/engines.ts';
import { addRecords, newRecord, submittedRecord } from '#tests/helpers/made-records.ts';
import type { Visitor } from '#tests/helpers/visitor.ts';

const missingUid = 'nobody-at-all';

/** Every route of the administrator, with a valid address and body. */
const routes = [
  { method: 'GET', path: '/api/admin/summary' },
  { method: 'GET', path: '/api/admin/submission-counts' },
  { method: 'GET', path: '/api/admin/members' },
  { method: 'GET', path: '/api/admin/members.csv' },
  { method: 'GET', path: '/api/admin/members/a' },
  { method: 'PATCH', path: '/api/admin/members/a/review', body: { graded: true } },
  { method: 'PATCH', path: '/api/admin/reviews', body: { uids: ['a'], graded: true } },
  { method: 'GET', path: '/api/admin/changes' },
  { method: 'POST', path: '/api/admin/changes/1/undo', body: {} },
  { method: 'PUT', path: '/api/admin/visit', body: { seq: 1 } },
  { method: 'GET', path: '/api/admin/events' },
];

async function answerOf<T>(visitor: Visitor, path: string): Promise<T> {
  const { status, body } = await visitor.get(path);
  expect(status).toBe(200);
  return body as T;
}

async function openWithMembers(engine: Parameters<typeof openTestApp>[0], members: Member[]) {
  const portal = await openTestApp(engine);
  await addRecords(portal.store, members);
  return { portal, administrator: await signInAdministrator(portal) };
}

function storedMember(administrator: Visitor, uid: string): Promise<Member> {
  return answerOf(administrator, `/api/admin/members/${uid}`);
}

function changesOf(administrator: Visitor, query = ''): Promise<ChangesPage> {
  return answerOf(administrator, `/api/admin/changes${query}`);
}

describeEachEngine('what only the administrator may', (engine) => {
  it('is refused to everybody else, without any effect', async () => {
    const portal = await openTestApp(engine);
    await addRecords(portal.store, [submittedRecord({ uid: 'a' })]);
    const { nobody, expired, member, another, administrator } = await openActors(portal);
    const before = await changesOf(administrator);
    for (const { method, path, body } of routes) {
      for (const actor of [nobody, expired]) {
        expect(await actor.send(method, path, { body })).toMatchObject({ status: 401 });
      }
      for (const actor of [member, another]) {
        expect(await actor.send(method, path, { body })).toMatchObject({
          status: 403,
          body: { code: 'NOT_ALLOWED' },
        });
      }
    }
    expect(await changesOf(administrator)).toEqual(before);
    expect(await storedMember(administrator, 'a')).toMatchObject({ graded: false });
  });
});

describeEachEngine('the summary', (engine) => {
  it('counts members by track, step, submission and day', async () => {
    const today = new Date().toISOString();
    const members = [
      newRecord({ createdAt: today }),
      newRecord({ createdAt: today, developmentTrack: 'web' }),
      newRecord({ createdAt: '2001-01-01T00:00:00.000Z', developmentTrack: 'ml', taskCompleted: true }),
      submittedRecord({ createdAt: new Date(Date.now() - 29 * 24 * 3_600_000).toISOString() }),
      submittedRecord({ createdAt: today, submissionReviewed: true, graded: true }),
      submittedRecord({ createdAt: today, developmentTrack: 'game', graded: true }),
    ];
    const { administrator } = await openWithMembers(engine, members);
    const { registrationsPerDay, ...counts } = await answerOf<AdminSummary>(
      administrator,
      '/api/admin/summary',
    );
    expect(counts).toEqual({
      seq: 6,
      total: 6,
      tracks: { android: 0, web: 3, ml: 1, game: 1, none: 1 },
      steps: [1, 1, 3, 1],
      submissions: 3,
      waitingForReview: 2,
      reviewed: 1,
      graded: 2,
      lastVisit: null,
      newChanges: 6,
    });
    expect(registrationsPerDay).toHaveLength(30);
    expect(registrationsPerDay.at(-1)).toEqual({ day: today.slice(0, 10), count: 4 });
    expect(registrationsPerDay[0]?.count).toBe(1);
    expect(registrationsPerDay.map(({ day }) => day)).toEqual(
      registrationsPerDay.map(({ day }) => day).toSorted(),
    );
  });

  it('is all zeros before the first registration', async () => {
    const { administrator } = await openWithMembers(engine, []);
    expect(await answerOf(administrator, '/api/admin/summary')).toMatchObject({
      seq: 0,
      total: 0,
      steps: [0, 0, 0, 0],
      submissions: 0,
      newChanges: 0,
    });
  });

  it('follows every write of the portal', async () => {
    const { portal, administrator } = await openWithMembers(engine, []);
    const person = await registerPerson(portal);
    await person.put('/api/me/track', { developmentTrack: 'game' });
    await person.put('/api/me/task-completion', { taskCompleted: true });
    const project = { githubLink: 'https://github.com/a/b', projectDescription: 'It works.' };
    await person.put('/api/me/submission', project);
    await administrator.patch(`/api/admin/members/${person.uid}/review`, { submissionReviewed: true });
    expect(await answerOf(administrator, '/api/admin/summary')).toMatchObject({
      seq: 5,
      total: 1,
      tracks: { android: 0, web: 0, ml: 0, game: 1, none: 0 },
      steps: [0, 0, 0, 1],
      submissions: 1,
      waitingForReview: 0,
      reviewed: 1,
    });
    expect(await findCountFaults(portal.store.db)).toEqual([]);
  });

  it('remembers the last visit, which never moves back', async () => {
    const { administrator } = await openWithMembers(engine, [newRecord(), newRecord(), newRecord()]);
    expect(await administrator.put('/api/admin/visit', { seq: 2 })).toMatchObject({ status: 200 });
    await administrator.put('/api/admin/visit', { seq: 1 });
    const { lastVisit, newChanges } = await answerOf<AdminSummary>(administrator, '/api/admin/summary');
    expect(lastVisit).toEqual({ seq: 2, at: expect.stringMatching(/Z$/) });
    expect(newChanges).toBe(1);
    expect(newChangesCap).toBeGreaterThan(3);
  });
});

describeEachEngine('the list of members', (engine) => {
  it('is searched, filtered, sorted and paged by query parameters', async () => {
    const members = [
      submittedRecord({ fullName: 'Asha Rao', yearOfStudy: 1 }),
      submittedRecord({ fullName: 'asha iyer', yearOfStudy: 1 }),
      submittedRecord({ fullName: 'ASHA Das', yearOfStudy: 1 }),
      submittedRecord({ fullName: 'Asha Nair', yearOfStudy: 2 }),
      newRecord({ fullName: 'Asha Bose', yearOfStudy: 1 }),
    ];
    const { administrator } = await openWithMembers(engine, members);
    const path = '/api/admin/members?q=asha&track=web&year=1&submitted=true&sort=fullName&dir=asc&limit=2';
    const first = await answerOf<MemberPage>(administrator, path);
    expect(first).toMatchObject({ total: 3, seq: 5 });
    expect(first.members.map(({ fullName }) => fullName)).toEqual(['ASHA Das', 'asha iyer']);
    const second = await answerOf<MemberPage>(administrator, `${path}&cursor=${first.nextCursor}`);
    expect(second.members.map(({ fullName }) => fullName)).toEqual(['Asha Rao']);
    expect(second.nextCursor).toBeNull();
  });

  it('refuses invalid query parameters', async () => {
    const { administrator } = await openWithMembers(engine, []);
    for (const [query, field] of [
      ['track=ios', 'track'],
      ['year=5', 'year'],
      ['department=Alchemy', 'department'],
      ['step=0', 'step'],
      ['reviewed=perhaps', 'reviewed'],
      ['sort=password', 'sort'],
      ['dir=up', 'dir'],
      ['limit=1000', 'limit'],
      ['cursor=made-up', 'cursor'],
      [`q=${'x'.repeat(201)}`, 'q'],
    ]) {
      expect(await administrator.get(`/api/admin/members?${query}`)).toMatchObject({
        status: 400,
        body: { code: 'INVALID_INPUT', field },
      });
    }
  });

  it('gives each complete record, and 404 for an unknown one', async () => {
    const record = submittedRecord({ uid: 'a', projectDescription: 'Long.\nVery long.' });
    const { administrator } = await openWithMembers(engine, [record]);
    expect(await storedMember(administrator, 'a')).toEqual(record);
    for (const uid of [missingUid, '%00', 'a%20b']) {
      expect(await administrator.get(`/api/admin/members/${uid}`)).toMatchObject({
        status: 404,
        body: { code: 'MEMBER_NOT_FOUND' },
      });
    }
  });
});

describeEachEngine('a review', (engine) => {
  it('sets reviewed and graded independently, and is logged as the administrator’s', async () => {
    const { administrator } = await openWithMembers(engine, [submittedRecord({ uid: 'a' })]);
    const review = (body: unknown) => administrator.patch('/api/admin/members/a/review', body);
    expect((await review({ graded: true })).body).toMatchObject({ submissionReviewed: false, graded: true });
    expect((await review({ submissionReviewed: true })).body).toMatchObject({
      submissionReviewed: true,
      graded: true,
    });
    expect((await review({ graded: false })).body).toMatchObject({ submissionReviewed: true, graded: false });
    // Setting the present value is not a change.
    expect(await review({ graded: false })).toMatchObject({ status: 200 });
    const { changes } = await changesOf(administrator, '?kind=review-changed');
    expect(changes.map(({ actor, fields }) => ({ actor, fields }))).toEqual([
      { actor: 'administrator', fields: { graded: { old: true, new: false } } },
      { actor: 'administrator', fields: { submissionReviewed: { old: false, new: true } } },
      { actor: 'administrator', fields: { graded: { old: false, new: true } } },
    ]);
  });

  it('accepts only the marks', async () => {
    const { administrator } = await openWithMembers(engine, [submittedRecord({ uid: 'a' })]);
    for (const body of [
      {},
      { graded: 1 },
      { graded: true, fullName: 'Somebody' },
      { submissionReviewed: null },
    ]) {
      expect(await administrator.patch('/api/admin/members/a/review', body)).toMatchObject({ status: 400 });
    }
  });

  it('needs a member with a submission, unless it removes a mark', async () => {
    const { administrator } = await openWithMembers(engine, [newRecord({ uid: 'a', graded: true })]);
    expect(await administrator.patch('/api/admin/members/a/review', { graded: true })).toMatchObject({
      status: 409,
      body: { code: 'NO_SUBMISSION', message: 'This member has not submitted a project.' },
    });
    expect(await administrator.patch('/api/admin/members/a/review', { graded: false })).toMatchObject({
      status: 200,
      body: { graded: false },
    });
    expect(
      await administrator.patch(`/api/admin/members/${missingUid}/review`, { graded: true }),
    ).toMatchObject({ status: 404, body: { code: 'MEMBER_NOT_FOUND' } });
  });
});

describeEachEngine('a review of many', (engine) => {
  const members = () => [
    submittedRecord({ uid: 'a' }),
    submittedRecord({ uid: 'b', submissionReviewed: true }),
    submittedRecord({ uid: 'c' }),
    newRecord({ uid: 'd' }),
  ];
  const all = { uids: ['a', 'b', 'c', 'd', 'a', missingUid], submissionReviewed: true };

  it('changes all members with a submission, names the others, and is one batch', async () => {
    const { administrator } = await openWithMembers(engine, members());
    const answer = (await administrator.patch('/api/admin/reviews', all)).body as ReviewManyAnswer;
    expect(answer).toEqual({
      changed: 2,
      skipped: ['d', missingUid],
      batch: expect.any(String),
      seq: expect.any(Number),
    });
    const { changes } = await changesOf(administrator, '?kind=review-changed');
    expect(changes.map(({ uid, batch, batchSize }) => ({ uid, batch, batchSize }))).toEqual([
      { uid: 'c', batch: answer.batch, batchSize: 2 },
      { uid: 'a', batch: answer.batch, batchSize: 2 },
    ]);
    expect(changes.map(({ seq }) => seq)).toContain(answer.seq);
  });

  it('is undone as a whole, and so is the undo', async () => {
    const { administrator, portal } = await openWithMembers(engine, members());
    const { seq } = (await administrator.patch('/api/admin/reviews', all)).body as ReviewManyAnswer;
    const undo = (await administrator.post(`/api/admin/changes/${seq}/undo`, {})).body as UndoAnswer;
    expect(undo.undone).toBe(2);
    for (const uid of ['a', 'c']) {
      expect(await storedMember(administrator, uid)).toMatchObject({ submissionReviewed: false });
    }
    expect(await storedMember(administrator, 'b')).toMatchObject({ submissionReviewed: true });
    const { changes } = await changesOf(administrator, '?kind=undone');
    expect(changes.map(({ batch, batchSize }) => ({ batch, batchSize }))).toEqual([
      { batch: undo.batch, batchSize: 2 },
      { batch: undo.batch, batchSize: 2 },
    ]);
    await administrator.post(`/api/admin/changes/${changes[0]?.seq}/undo`, {});
    expect(await storedMember(administrator, 'a')).toMatchObject({ submissionReviewed: true });
    expect(await findCountFaults(portal.store.db)).toEqual([]);
  });

  it('is not undone in part', async () => {
    const { administrator } = await openWithMembers(engine, members());
    const { seq } = (await administrator.patch('/api/admin/reviews', all)).body as ReviewManyAnswer;
    await administrator.patch('/api/admin/members/a/review', { submissionReviewed: false });
    expect(await administrator.post(`/api/admin/changes/${seq}/undo`, {})).toMatchObject({
      status: 409,
      body: { code: 'CHANGED_SINCE', message: '1 of 2 records have changed since. Nothing was undone.' },
    });
    expect(await storedMember(administrator, 'c')).toMatchObject({ submissionReviewed: true });
  });

  it('without any reviewable member changes nothing', async () => {
    const { administrator } = await openWithMembers(engine, members());
    const body = { uids: ['d'], graded: true };
    expect((await administrator.patch('/api/admin/reviews', body)).body).toEqual({
      changed: 0,
      skipped: ['d'],
      batch: null,
      seq: null,
    });
  });

  it('needs at least one and at most 500 members, and a mark', async () => {
    const { administrator } = await openWithMembers(engine, []);
    for (const body of [
      { uids: [], graded: true },
      { uids: ['a'] },
      { uids: ['a\0'], graded: true },
      { uids: Array.from({ length: 501 }, (_, index) => `m${index}`), graded: true },
    ]) {
      expect(await administrator.patch('/api/admin/reviews', body)).toMatchObject({ status: 400 });
    }
  });
});

describeEachEngine('undo', (engine) => {
  async function write(
    portal: TestApp,
    uid: string,
    fields: Partial<Member>,
    kind = 'profile-saved' as const,
  ) {
    const { store } = portal;
    await store.transact((trx) => changeMember(trx, { uid, actor: uid, kind, write: () => fields }));
    const { changes } = await changesOf(await signInAdministrator(portal), `?uid=${uid}&limit=1`);
    return changes[0]?.seq ?? 0;
  }

  it('restores the old values, is logged, and can itself be undone', async () => {
    const { portal, administrator } = await openWithMembers(engine, [newRecord({ uid: 'a' })]);
    const seq = await write(portal, 'a', {
      developmentTrack: 'ml',
      yearOfStudy: 4,
      updatedAt: '2026-10-01T00:00:00.000Z',
    });
    const undo = () => administrator.post(`/api/admin/changes/${seq}/undo`, {});
    expect(await undo()).toMatchObject({ status: 200, body: { undone: 1 } });
    expect(await storedMember(administrator, 'a')).toMatchObject({
      developmentTrack: null,
      yearOfStudy: 2,
      // The time of the save stays.
      updatedAt: '2026-10-01T00:00:00.000Z',
    });
    const { changes } = await changesOf(administrator, '?uid=a');
    expect(changes[0]).toMatchObject({ kind: 'undone', actor: 'administrator', undoes: seq, undoable: true });
    expect(changes[1]).toMatchObject({ seq, undoneBy: changes[0]?.seq, undoable: true });
    expect(await undo()).toMatchObject({ status: 409, body: { code: 'CHANGED_SINCE' } });
    await administrator.post(`/api/admin/changes/${changes[0]?.seq}/undo`, {});
    expect(await storedMember(administrator, 'a')).toMatchObject({ developmentTrack: 'ml', yearOfStudy: 4 });
  });

  it('is refused if one of the fields has changed since, and not if another has', async () => {
    const { portal, administrator } = await openWithMembers(engine, [newRecord({ uid: 'a' })]);
    const first = await write(portal, 'a', { developmentTrack: 'ml', yearOfStudy: 4 });
    const second = await write(portal, 'a', { yearOfStudy: 3 });
    expect(await administrator.post(`/api/admin/changes/${first}/undo`, {})).toMatchObject({
      status: 409,
      body: { code: 'CHANGED_SINCE', message: 'The record has changed since. Nothing was undone.' },
    });
    expect(await storedMember(administrator, 'a')).toMatchObject({ developmentTrack: 'ml', yearOfStudy: 3 });
    await write(portal, 'a', { contactNumber: '9000000000' });
    expect(await administrator.post(`/api/admin/changes/${second}/undo`, {})).toMatchObject({ status: 200 });
    expect(await storedMember(administrator, 'a')).toMatchObject({ yearOfStudy: 4 });
  });

  /** The status of the submission that the student sees. */
  const project = (letter: string) => ({
    githubLink: `https://github.com/asha/${letter}`,
    projectDescription: `Project ${letter}`,
  });

  async function openSubmitter() {
    const { portal, administrator } = await openWithMembers(engine, []);
    const person = await registerPerson(portal);
    const review = (marks: object) => administrator.patch(`/api/admin/members/${person.uid}/review`, marks);
    async function undoLast(kind: string, nth = 0) {
      const { changes } = await changesOf(administrator, `?uid=${person.uid}&kind=${kind}`);
      return administrator.post(`/api/admin/changes/${changes[nth]?.seq}/undo`, {});
    }
    const record = () => storedMember(administrator, person.uid);
    return { person, review, undoLast, record };
  }

  it('of a submission removes its review, and undoing that restores both', async () => {
    const { person, review, undoLast, record } = await openSubmitter();
    await person.put('/api/me/submission', project('a'));
    await review({ submissionReviewed: true, graded: true });
    expect(await undoLast('submission-sent')).toMatchObject({ status: 200 });
    expect(await record()).toMatchObject({ githubLink: null, submissionReviewed: false, graded: false });
    expect(await undoLast('undone')).toMatchObject({ status: 200 });
    expect(await record()).toMatchObject({ ...project('a'), submissionReviewed: true, graded: true });
  });

  it('of a second submission restores the review of the first, whatever the second was given', async () => {
    for (const marks of [{ graded: true }, { submissionReviewed: true, graded: true }]) {
      const { person, review, undoLast, record } = await openSubmitter();
      await person.put('/api/me/submission', project('a'));
      await review({ submissionReviewed: true });
      await person.put('/api/me/submission', project('b'));
      await review(marks);
      expect(await undoLast('submission-sent')).toMatchObject({ status: 200 });
      expect(await record()).toMatchObject({ ...project('a'), submissionReviewed: true, graded: false });
    }
  });

  it('of a review never marks another project, or none', async () => {
    const { person, review, undoLast, record } = await openSubmitter();
    await person.put('/api/me/submission', project('a'));
    await review({ submissionReviewed: true });
    await review({ submissionReviewed: false });
    await person.put('/api/me/submission', project('b'));
    expect(await undoLast('review-changed')).toMatchObject({ status: 409, body: { code: 'CHANGED_SINCE' } });
    await undoLast('submission-sent');
    expect(await undoLast('review-changed')).toMatchObject({ status: 200 });
    await review({ submissionReviewed: false });
    await undoLast('submission-sent', 1);
    expect(await record()).toMatchObject({ githubLink: null });
    expect(await undoLast('review-changed')).toMatchObject({ status: 409, body: { code: 'CHANGED_SINCE' } });
    expect(await record()).toMatchObject({ submissionReviewed: false });
  });

  it('of a name reaches the account too', async () => {
    const { portal, administrator } = await openWithMembers(engine, []);
    const person = await registerPerson(portal, { fullName: 'Before' });
    const { registration } = person;
    await person.patch('/api/me/profile', {
      fullName: 'After',
      email: registration.email,
      studentId: registration.studentId,
      department: registration.department,
      yearOfStudy: registration.yearOfStudy,
      contactNumber: registration.contactNumber,
      developmentTrack: 'web',
    });
    const { changes } = await changesOf(administrator, `?uid=${person.uid}&kind=profile-saved`);
    await administrator.post(`/api/admin/changes/${changes[0]?.seq}/undo`, {});
    expect((await person.get('/api/session')).body).toMatchObject({ user: { displayName: 'Before' } });
    expect((await person.get('/api/me')).body).toMatchObject({ fullName: 'Before' });
  });

  it('of a registration, of an e-mail address and of an unknown change is refused', async () => {
    const { portal, administrator } = await openWithMembers(engine, [newRecord({ uid: 'a' })]);
    const email = await write(portal, 'a', { email: 'new@students.example', yearOfStudy: 3 });
    for (const seq of [1, email]) {
      expect(await administrator.post(`/api/admin/changes/${seq}/undo`, {})).toMatchObject({
        status: 409,
        body: { code: 'NOT_UNDOABLE' },
      });
    }
    for (const seq of [999, 0, -1, 'x', '%00', '1e99']) {
      expect(await administrator.post(`/api/admin/changes/${seq}/undo`, {})).toMatchObject({
        status: 404,
        body: { code: 'CHANGE_NOT_FOUND' },
      });
    }
    const { changes } = await changesOf(administrator);
    expect(changes.map(({ undoable }) => undoable)).toEqual([false, false]);
  });
});

describeEachEngine('the change log', (engine) => {
  it('is read newest first, page by page, by member and by kind', async () => {
    const { portal, administrator } = await openWithMembers(engine, [
      newRecord({ uid: 'a', fullName: 'Asha' }),
      newRecord({ uid: 'b', fullName: 'Bina' }),
      newRecord({ uid: 'c', fullName: 'Chaya' }),
    ]);
    const { store } = portal;
    await store.transact((trx) =>
      changeMember(trx, {
        uid: 'b',
        actor: 'b',
        kind: 'track-selected',
        write: () => ({ developmentTrack: 'web' }),
      }),
    );
    const first = await changesOf(administrator, '?limit=3');
    expect(first.seq).toBe(4);
    expect(first.changes.map(({ seq, fullName }) => [seq, fullName])).toEqual([
      [4, 'Bina'],
      [3, 'Chaya'],
      [2, 'Bina'],
    ]);
    expect(first.changes[0]).toEqual({
      seq: 4,
      uid: 'b',
      fullName: 'Bina',
      actor: 'member',
      kind: 'track-selected',
      at: expect.any(String),
      batch: null,
      batchSize: 1,
      undoes: null,
      undoneBy: null,
      undoable: true,
      fields: {
        developmentTrack: { old: null, new: 'web' },
        trackUpdatedAt: { old: null, new: first.changes[0]?.at },
      },
    });
    const second = await changesOf(administrator, `?limit=3&cursor=${first.nextCursor}`);
    expect(second).toMatchObject({ changes: [{ seq: 1 }], nextCursor: null });
    expect((await changesOf(administrator, '?uid=b')).changes.map(({ seq }) => seq)).toEqual([4, 2]);
    const selected = await changesOf(administrator, '?kind=track-selected');
    expect(selected.changes.map(({ seq }) => seq)).toEqual([4]);
  });
});

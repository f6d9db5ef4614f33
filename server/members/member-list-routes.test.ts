import { expect, it } from 'vitest';
import type { AdminSummary } from '#domain/admin.ts';
import { answerOf, changesOf, missingUid, openWithMembers, storedMember } from '#tests/helpers/admin-api.ts';
import { takeClock } from '#tests/helpers/clock.ts';
import { describeEachEngine } from '#tests/helpers/engines.ts';
import { newRecord, submittedRecord } from '#tests/helpers/made-records.ts';
import { write } from '#tests/helpers/records.ts';
import { refusedWith, type Visitor } from '#tests/helpers/visitor.ts';

function summaryOf(administrator: Visitor): Promise<AdminSummary> {
  return answerOf(administrator, '/api/admin/summary');
}

describeEachEngine('the summary', (engine) => {
  it('counts members by track, step, submission and day', async () => {
    // No midnight passes between the records and the count.
    takeClock({ at: new Date(new Date().setUTCHours(12, 0, 0, 0)) });
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
    const { registrationsPerDay, waits, ...counts } = await summaryOf(administrator);
    expect(counts).toEqual({
      seq: 6,
      total: 6,
      tracks: { android: 0, web: 3, ml: 1, game: 1, none: 1 },
      steps: [1, 1, 3, 1],
      submissions: 3,
      waitingForReview: 2,
      reviewed: 1,
      graded: 2,
      sharedStudentIds: 0,
      lastVisit: null,
      hearBy: null,
      dates: [],
      newChanges: 6,
    });
    const oldest = members.map(({ submittedAt }) => submittedAt).find((at) => at !== null);
    expect(waits).toMatchObject({ reviews: { count: 2, oldest }, questions: { count: 0, oldest: null } });
    expect(registrationsPerDay).toHaveLength(30);
    // The club's day, which east of UTC+12 has begun.
    const day = new Date(today).toLocaleDateString('en-CA');
    expect(registrationsPerDay.at(-1)).toEqual({ day, count: 4 });
    expect(registrationsPerDay[0]?.count).toBe(1);
    expect(registrationsPerDay.map(({ day }) => day)).toEqual(
      registrationsPerDay.map(({ day }) => day).toSorted(),
    );
  });

  it('is all zeros before the first registration', async () => {
    const { administrator } = await openWithMembers(engine);
    const none = { seq: 0, total: 0, steps: [0, 0, 0, 0], submissions: 0, newChanges: 0 };
    expect(await summaryOf(administrator)).toMatchObject(none);
  });

  it('remembers the last visit, which never moves back', async () => {
    const { administrator } = await openWithMembers(engine, [newRecord(), newRecord(), newRecord()]);
    expect(await administrator.put('/api/admin/visit', { seq: 2 })).toMatchObject({ status: 200 });
    await administrator.put('/api/admin/visit', { seq: 1 });
    const lastVisit = { seq: 2, at: expect.stringMatching(/Z$/) };
    expect(await summaryOf(administrator)).toMatchObject({ lastVisit, newChanges: 1 });
  });
});

describeEachEngine('the record of a member', (engine) => {
  it('is complete, and 404 for an unknown one', async () => {
    const record = submittedRecord({ uid: 'a', projectDescription: 'Long.\nVery long.' });
    const { administrator } = await openWithMembers(engine, [record]);
    expect(await storedMember(administrator, 'a')).toEqual(record);
    for (const uid of [missingUid, 'a%20b']) {
      expect(await administrator.get(`/api/admin/members/${uid}`)).toMatchObject(
        refusedWith(404, 'MEMBER_NOT_FOUND'),
      );
    }
  });
});

describeEachEngine('the change log', (engine) => {
  it('is read newest first, page by page, by member and by kind', async () => {
    const { portal, administrator } = await openWithMembers(engine, [
      newRecord({ uid: 'a', fullName: 'Asha' }),
      newRecord({ uid: 'b', fullName: 'Bina' }),
      newRecord({ uid: 'c', fullName: 'Chaya' }),
    ]);
    await write(portal.store, 'b', { developmentTrack: 'web' }, 'track-selected');
    const first = await changesOf(administrator, '?limit=2');
    expect(first.changes.map(({ seq, fullName }) => [seq, fullName])).toEqual([
      [4, 'Bina'],
      [3, 'Chaya'],
    ]);
    expect(first.changes[0]).toEqual({
      seq: 4,
      uid: 'b',
      fullName: 'Bina',
      by: null,
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
    const second = await changesOf(administrator, `?limit=2&cursor=${first.nextCursor}`);
    // The last page is full: nothing follows it.
    expect(second).toMatchObject({ changes: [{ seq: 2 }, { seq: 1 }], nextCursor: null });
    expect((await changesOf(administrator, '?uid=b')).changes.map(({ seq }) => seq)).toEqual([4, 2]);
    const selected = await changesOf(administrator, '?kind=track-selected');
    expect(selected.changes.map(({ seq }) => seq)).toEqual([4]);
  });
});

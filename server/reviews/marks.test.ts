import { expect, it } from 'vitest';
import type { UndoAnswer } from '#domain/changes.ts';
import type { ReviewManyAnswer } from '#domain/review.ts';
import { outdatedColumns } from '#server/members/derived-columns.ts';
import {
  changesOf,
  mark,
  markMany,
  missingUid,
  openWithMembers,
  storedMember,
} from '#tests/helpers/admin-api.ts';
import { describeEachEngine } from '#tests/helpers/engines.ts';
import { type Fault, failingStore } from '#tests/helpers/failing-store.ts';
import { newRecord, submittedRecord } from '#tests/helpers/made-records.ts';
import { refusedWith } from '#tests/helpers/visitor.ts';

describeEachEngine('a review', (engine) => {
  it('sets reviewed and graded independently, and is logged as the administrator’s', async () => {
    const { administrator } = await openWithMembers(engine, [submittedRecord({ uid: 'a' })]);
    const review = (marks: object) => mark(administrator, 'a', marks);
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

  it('needs a member with a submission, unless it removes a mark', async () => {
    const { administrator } = await openWithMembers(engine, [newRecord({ uid: 'a', graded: true })]);
    expect(await mark(administrator, 'a', { graded: true })).toMatchObject(
      refusedWith(409, 'NO_SUBMISSION', { message: 'This member has not submitted a project.' }),
    );
    expect(await mark(administrator, 'a', { graded: false })).toMatchObject({
      status: 200,
      body: { graded: false },
    });
    expect(await mark(administrator, missingUid, { graded: true })).toMatchObject(
      refusedWith(404, 'MEMBER_NOT_FOUND'),
    );
  });
});

describeEachEngine('a review of many', (engine) => {
  const members = () => [
    submittedRecord({ uid: 'a' }),
    submittedRecord({ uid: 'b', submissionReviewed: true }),
    submittedRecord({ uid: 'c' }),
    newRecord({ uid: 'd' }),
  ];
  const all = ['a', 'b', 'c', 'd', 'a', missingUid];
  const reviewed = { submissionReviewed: true };

  it('changes all members with a submission, names the others, and is one batch', async () => {
    const { administrator } = await openWithMembers(engine, members());
    const answer = (await markMany(administrator, all, reviewed)).body as ReviewManyAnswer;
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
    const { seq } = (await markMany(administrator, all, reviewed)).body as ReviewManyAnswer;
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
    expect(await outdatedColumns(portal.store.db)).toEqual([]);
  });

  it('is not undone in part', async () => {
    const { administrator } = await openWithMembers(engine, members());
    const { seq } = (await markMany(administrator, all, reviewed)).body as ReviewManyAnswer;
    await mark(administrator, 'a', { submissionReviewed: false });
    expect(await administrator.post(`/api/admin/changes/${seq}/undo`, {})).toMatchObject(
      refusedWith(409, 'CHANGED_SINCE', {
        message: '1 of 2 records have changed since. Nothing was undone.',
      }),
    );
    expect(await storedMember(administrator, 'c')).toMatchObject({ submissionReviewed: true });
  });

  it('without any reviewable member changes nothing', async () => {
    const { administrator } = await openWithMembers(engine, members());
    expect((await markMany(administrator, ['d'], { graded: true })).body).toEqual({
      changed: 0,
      skipped: ['d'],
      batch: null,
      seq: null,
    });
  });

  it('fails as a whole when the database does, and skips nobody', async () => {
    const fault: Fault = { before: null };
    const { portal, administrator } = await openWithMembers(engine, members(), {
      wrapStore: (store) => failingStore(store, fault),
    });
    fault.before = 3;
    expect((await markMany(administrator, all, reviewed)).status).toBe(500);
    expect(portal.takeErrors()).toHaveLength(1);
    fault.before = null;
    expect(await storedMember(administrator, 'a')).toMatchObject({ submissionReviewed: false });
  });
});

import { expect, it } from 'vitest';
import { type ReviewsAnswer, reviewsCap, shownSubmission } from '#domain/review.ts';
import type { UndoAnswer } from '#domain/undo-answer.ts';
import { outdatedColumns } from '#server/members/derived-columns.ts';
import {
  changesOf,
  missingUid,
  openWithMembers,
  saveReview,
  saveReviews,
  storedMember,
} from '#tests/helpers/admin-api.ts';
import { describeEachEngine } from '#tests/helpers/engines.ts';
import { type Fault, failingStore } from '#tests/helpers/failing-store.ts';
import { newRecord, submittedRecord } from '#tests/helpers/made-records.ts';
import { refusedWith } from '#tests/helpers/visitor.ts';

describeEachEngine('a review', (engine) => {
  it('sets reviewed and graded independently, and is logged as the administrator’s', async () => {
    const { administrator } = await openWithMembers(engine, [submittedRecord({ uid: 'a' })]);
    const review = (marks: object) => saveReview(administrator, 'a', marks);
    for (const marks of [{ graded: true }, { submissionReviewed: true }, { graded: false }])
      expect(await review(marks)).toMatchObject({
        status: 200,
        body: { changed: 1, seq: expect.any(Number) },
      });
    expect(await storedMember(administrator, 'a')).toMatchObject({ submissionReviewed: true, graded: false });
    // Setting the present value is not a change.
    expect(await review({ graded: false })).toMatchObject({ status: 200, body: { changed: 0, seq: null } });
    const { changes } = await changesOf(administrator, '?kind=review-changed');
    expect(changes.map(({ actor, fields }) => ({ actor, fields }))).toEqual([
      { actor: 'administrator', fields: { graded: { old: true, new: false } } },
      { actor: 'administrator', fields: { submissionReviewed: { old: false, new: true } } },
      { actor: 'administrator', fields: { graded: { old: false, new: true } } },
    ]);
  });

  it('needs a member with a submission, unless it removes a mark', async () => {
    const { administrator } = await openWithMembers(engine, [newRecord({ uid: 'a', graded: true })]);
    expect(await saveReview(administrator, 'a', { graded: true })).toMatchObject(
      refusedWith(409, 'NO_SUBMISSION', { message: 'This member has not submitted a project.' }),
    );
    expect(await saveReview(administrator, 'a', { graded: false })).toMatchObject({
      status: 200,
      body: { changed: 1 },
    });
    expect(await saveReview(administrator, missingUid, { graded: true })).toMatchObject(
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
    const answer = (await saveReviews(administrator, all, reviewed)).body as ReviewsAnswer;
    expect(answer).toEqual({
      changed: 2,
      skipped: ['d', missingUid],
      seq: expect.any(Number),
    });
    const { changes } = await changesOf(administrator, '?kind=review-changed');
    expect(changes.map(({ uid, batch, batchSize }) => ({ uid, batch, batchSize }))).toEqual([
      { uid: 'c', batch: expect.any(String), batchSize: 2 },
      { uid: 'a', batch: changes[0]?.batch, batchSize: 2 },
    ]);
    expect(changes.map(({ seq }) => seq)).toContain(answer.seq);
  });

  it('is undone as a whole, and so is the undo', async () => {
    const { administrator, portal } = await openWithMembers(engine, members());
    const { seq } = (await saveReviews(administrator, all, reviewed)).body as ReviewsAnswer;
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
    const { seq } = (await saveReviews(administrator, all, reviewed)).body as ReviewsAnswer;
    await saveReview(administrator, 'a', { submissionReviewed: false });
    expect(await administrator.post(`/api/admin/changes/${seq}/undo`, {})).toMatchObject(
      refusedWith(409, 'CHANGED_SINCE', {
        message: '1 of 2 records have changed since. Nothing was undone.',
      }),
    );
    expect(await storedMember(administrator, 'c')).toMatchObject({ submissionReviewed: true });
  });

  it('takes as many as a request may have, with a long link of each', async () => {
    const githubLink = `https://github.com/${'o'.repeat(39)}/${'r'.repeat(40)}`;
    const many = Array.from({ length: reviewsCap }, (_, index) =>
      submittedRecord({ uid: `member-${String(index).padStart(20, '0')}`, githubLink }),
    );
    const { administrator } = await openWithMembers(engine, many);
    const set = { submissionReviewed: true, graded: true };
    const reviews = many.map((member) => ({ uid: member.uid, shown: shownSubmission(member), set }));
    const answer = await administrator.patch('/api/admin/reviews', { reviews });
    expect(answer).toMatchObject({ status: 200, body: { changed: reviewsCap, skipped: [] } });
    const uids = [...many, ...many].map((_, index) => `m${index}`);
    expect(await saveReviews(administrator, uids, set)).toMatchObject({ status: 400 });
  });

  it('without any reviewable member changes nothing', async () => {
    const { administrator } = await openWithMembers(engine, members());
    expect((await saveReviews(administrator, ['d', missingUid], { graded: true })).body).toEqual({
      changed: 0,
      skipped: ['d', missingUid],
      seq: null,
    });
  });

  it('fails as a whole when the database does, and skips nobody', async () => {
    const fault: Fault = { before: null };
    const { portal, administrator } = await openWithMembers(engine, members(), {
      wrapStore: (store) => failingStore(store, fault),
    });
    fault.before = 3;
    expect((await saveReviews(administrator, all, reviewed)).status).toBe(500);
    expect(portal.takeErrors()).toHaveLength(1);
    fault.before = null;
    expect(await storedMember(administrator, 'a')).toMatchObject({ submissionReviewed: false });
  });
});

import { expect, it } from 'vitest';
import type { MemberPage } from '#domain/member-list.ts';
import type { SubmissionReview } from '#domain/review.ts';
import { answerOf, openWithMembers, saveReview } from '#tests/helpers/admin-api.ts';
import { signInReviewer } from '#tests/helpers/app.ts';
import { describeEachEngine } from '#tests/helpers/engines.ts';
import { submittedRecord } from '#tests/helpers/made-records.ts';
import { write } from '#tests/helpers/records.ts';
import { saveSettings } from '#tests/helpers/settings.ts';
import { refusedWith, type Visitor } from '#tests/helpers/visitor.ts';

const scored = (score: number | null, criterion = 'Score') => [{ criterion, score }];

describeEachEngine('an opinion', (engine) => {
  async function open() {
    const opened = await openWithMembers(engine, [submittedRecord({ uid: 'a' })]);
    const read = () => answerOf<SubmissionReview>(opened.administrator, '/api/admin/reviews/a');
    const give = (opinion: object, shown = {}) => saveReview(opened.administrator, 'a', { opinion }, shown);
    return { ...opened, read, give };
  }

  it('counts with its last score, or as soon as it is not unfinished', async () => {
    const { give, read } = await open();
    await give({ met: ['Works offline'], unfinished: true });
    expect((await read()).opinion).toMatchObject({ met: ['Works offline'], given: false });
    await give({ scores: scored(7), unfinished: true });
    await give({ comment: ' Promising. ', unfinished: true });
    const whole = { met: ['Works offline'], scores: scored(7), comment: 'Promising.', given: true };
    expect((await read()).opinion).toEqual(whole);
    await give({ scores: scored(null), unfinished: true });
    expect((await read()).opinion).toMatchObject({ scores: [], given: true });
  });

  it('has scores from 0 to 10 in steps of one, for criteria of the club', async () => {
    const { give } = await open();
    for (const score of [-1, 11, 1.5, '7'])
      expect(await give({ scores: [{ criterion: 'Score', score }] })).toMatchObject({ status: 400 });
    const unknown = await give({ scores: scored(7, 'Style') });
    expect(unknown).toMatchObject(refusedWith(400, 'INVALID_INPUT', { field: 'opinion.scores' }));
    expect(await give({ scores: [...scored(1), ...scored(2)] })).toMatchObject({ status: 400 });
    expect(await give({ comment: 'x'.repeat(2_001) })).toMatchObject({ status: 400 });
  });

  it('keeps its ticks when a requirement is reworded, and names one that was removed', async () => {
    const { portal, give, read, administrator } = await open();
    const { requirements } = portal.deps.content.tasks.web;
    const [first, second, ...others] = requirements;
    if (!first || !second) throw new Error('no requirements');
    // A script may name a requirement by its title.
    await give({ met: [first.title, second.id] });
    expect(await read()).toMatchObject({ opinion: { met: [first.id, second.id] }, removedMet: [] });
    const score = async () =>
      (await answerOf<MemberPage>(administrator, '/api/admin/members')).members[0]?.score;
    expect(await score()).toEqual({ met: 2, of: requirements.length });
    const reworded = { ...first, title: 'Reworded' };
    await saveSettings(portal, 'task-web', { requirements: [...others, reworded] });
    await give({ comment: 'Saved again.' });
    expect(await read()).toMatchObject({
      opinion: { met: [first.id, second.id] },
      removedMet: [second.title],
    });
    const path = '/api/admin/members.csv';
    expect((await administrator.get(path)).text).toContain('Reworded');
    const kept = await portal.store.db.selectFrom('opinions').select('met').executeTakeFirst();
    expect(JSON.parse(kept?.met ?? '')).toEqual({ [first.id]: 'Reworded', [second.id]: second.title });
  });

  it('is not written over by another window that shows an older one', async () => {
    const { give, read } = await open();
    await give({ comment: 'One' }, { comment: '' });
    expect(await give({ comment: 'Other' }, { comment: '' })).toMatchObject(
      refusedWith(409, 'STALE_VERSION'),
    );
    // Its first answer was lost.
    expect(await give({ comment: 'One' }, { comment: '' })).toMatchObject({ status: 200 });
    expect((await read()).opinion.comment).toBe('One');
  });
});

describeEachEngine('opinions of several reviewers', (engine) => {
  async function open(opinions: '1' | '2' = '1') {
    const { portal, administrator } = await openWithMembers(engine, [submittedRecord({ uid: 'a' })]);
    await saveSettings(portal, 'reviews', { opinions });
    const asha = await signInReviewer(portal, 'Asha');
    const ravi = await signInReviewer(portal, 'Ravi');
    const read = (person: Visitor) => answerOf<SubmissionReview>(person, '/api/admin/reviews/a');
    const give = (person: Visitor, set: object) => saveReview(person, 'a', set);
    return { portal, administrator, asha, ravi, read, give };
  }

  it('are withheld from a reviewer until their own counts', async () => {
    const { asha, ravi, administrator, read, give } = await open();
    await give(asha, { opinion: { scores: scored(9), comment: 'SECRET' } });
    await give(ravi, { opinion: { met: ['Works offline'], unfinished: true } });
    for (const person of [ravi, administrator]) {
      const review = await read(person);
      expect(review).toMatchObject({ others: [], otherOpinions: 1 });
      expect(JSON.stringify(review)).not.toContain('SECRET');
    }
    await give(ravi, { opinion: { scores: scored(4) } });
    const ofAsha = { by: 'Asha', score: 9, comment: 'SECRET', scores: scored(9) };
    expect(await read(ravi)).toMatchObject({ opinion: { met: ['Works offline'] }, others: [ofAsha] });
    expect(await read(asha)).toMatchObject({ others: [{ by: 'Ravi', score: 4 }] });
    expect((await read(administrator)).otherOpinions).toBe(2);
  });

  it('stay with the submission, its requirements and a reviewer who has left', async () => {
    const { portal, asha, ravi, read, give } = await open();
    await give(asha, { opinion: { met: ['No longer wanted'], scores: scored(9) } });
    await portal.store.db.updateTable('user').set({ name: 'Asha Rao' }).where('id', '=', asha.uid).execute();
    await portal.store.db.updateTable('staff').set({ role: 'former' }).where('uid', '=', asha.uid).execute();
    const next = { githubLink: 'https://github.com/a/two', submittedAt: new Date().toISOString() };
    await write(portal.store, 'a', next, 'submission-sent');
    expect(await read(ravi)).toMatchObject({
      ...{ opinion: { met: [], given: false }, otherOpinions: 0 },
      former: [{ opinions: [{ by: 'Asha Rao', met: ['No longer wanted'], score: 9 }] }],
    });
    expect(await give(asha, { opinion: { comment: 'Late' } })).toMatchObject(refusedWith(403, 'NOT_ALLOWED'));
    await give(ravi, { opinion: {} });
    await portal.store.db.deleteFrom('user').where('id', '=', asha.uid).execute();
    expect((await read(ravi)).former).toMatchObject([{ opinions: [{ by: 'Asha' }] }]);
  });

  it('mark a submission that wants two with the second, which nobody but the administrator can change', async () => {
    const { administrator, asha, ravi, read, give } = await open('2');
    const refused = refusedWith(403, 'NOT_ALLOWED');
    const isReviewed = async () => (await read(administrator)).member.submissionReviewed;
    expect(await give(asha, { submissionReviewed: true })).toMatchObject(refused);
    await give(asha, { opinion: {} });
    await give(asha, { opinion: { comment: 'More' } });
    expect(await isReviewed()).toBe(false);
    await give(ravi, { opinion: { unfinished: true, comment: 'Wait' } });
    expect(await isReviewed()).toBe(false);
    await give(ravi, { opinion: { scores: scored(5), unfinished: true } });
    expect(await isReviewed()).toBe(true);
    expect(await give(ravi, { submissionReviewed: false })).toMatchObject(refused);
    expect((await give(administrator, { submissionReviewed: false })).status).toBe(200);
    await give(ravi, { opinion: { comment: 'Again' } });
    expect(await isReviewed()).toBe(false);
    expect((await give(administrator, { submissionReviewed: true })).status).toBe(200);
  });

  it('leave feedback to those whom the lead allows', async () => {
    const { portal, asha, read, give } = await open();
    const feedback = { draft: 'Well done.', send: true };
    expect(await give(asha, feedback)).toMatchObject(refusedWith(403, 'NOT_ALLOWED'));
    expect((await give(asha, { draft: 'Well done.' })).status).toBe(200);
    expect((await read(asha)).rules).toMatchObject({ maySend: false, mayMark: true });
    await saveSettings(portal, 'reviews', { feedbackBy: 'reviewers' });
    expect((await give(asha, feedback)).status).toBe(200);
    expect((await read(asha)).member.feedback).toBe('Well done.');
  });

  it('weigh the criteria of the club', async () => {
    const { portal, asha, ravi, read, give } = await open();
    const criteria = [
      { name: 'Code', weight: '3' as const },
      { name: 'Idea', weight: '1' as const },
    ];
    await saveSettings(portal, 'reviews', { criteria });
    await give(asha, { opinion: { scores: scored(8, 'Code'), unfinished: true } });
    expect((await read(asha)).opinion.given).toBe(false);
    await give(asha, { opinion: { scores: scored(3, 'Idea'), unfinished: true } });
    await give(ravi, { opinion: {} });
    expect((await read(ravi)).others).toMatchObject([{ score: 6.75 }]);
  });
});

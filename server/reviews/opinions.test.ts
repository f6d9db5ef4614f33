import { expect, it } from 'vitest';
import type { SubmissionReview } from '#domain/review.ts';
import { answerOf, openWithMembers, saveReview } from '#tests/helpers/admin-api.ts';
import { describeEachEngine } from '#tests/helpers/engines.ts';
import { submittedRecord } from '#tests/helpers/made-records.ts';
import { refusedWith } from '#tests/helpers/visitor.ts';

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

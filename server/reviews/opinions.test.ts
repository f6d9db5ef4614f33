import { expect, it } from 'vitest';
import type { MemberPage } from '#domain/member-list.ts';
import type { SubmissionReview } from '#domain/review.ts';
import { answerOf, openWithMembers, saveReview } from '#tests/helpers/admin-api.ts';
import { describeEachEngine } from '#tests/helpers/engines.ts';
import { submittedRecord } from '#tests/helpers/made-records.ts';
import { saveSettings } from '#tests/helpers/settings.ts';
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

import { parse } from 'csv-parse/sync';
import { expect, it } from 'vitest';
import type { MemberPage } from '#domain/member-list.ts';
import type { ReviewFigures } from '#domain/opinions.ts';
import type { SubmissionList } from '#domain/review.ts';
import { answerOf, changesOf, openWithMembers, saveReview } from '#tests/helpers/admin-api.ts';
import { signInReviewer } from '#tests/helpers/app.ts';
import { describeEachEngine, type TestEngine } from '#tests/helpers/engines.ts';
import { newRecord, submittedRecord } from '#tests/helpers/made-records.ts';
import { refusedWith, type Visitor } from '#tests/helpers/visitor.ts';

/** Submissions with scores 9 and 4, 8 alone, an opinion without a score, a draft of one, and nothing; and no submission. */
async function open(engine: TestEngine) {
  const names = ['apart', 'alone', 'unscored', 'draft', 'untouched'];
  const { portal, administrator } = await openWithMembers(engine, [
    ...names.map((uid) => submittedRecord({ uid })),
    newRecord({ uid: 'none' }),
  ]);
  const asha = await signInReviewer(portal, 'Asha');
  const give = async (person: Visitor, uid: string, set: object) =>
    expect((await saveReview(person, uid, set)).status).toBe(200);
  const scored = (score: number) => ({ scores: [{ criterion: 'Score', score }] });
  await give(asha, 'apart', { opinion: { ...scored(9), comment: 'Brilliant.' } });
  await give(administrator, 'apart', { opinion: { ...scored(4), comment: 'Late.' }, note: 'Talk about it.' });
  await give(administrator, 'alone', { opinion: scored(8) });
  await give(asha, 'unscored', { opinion: {} });
  await give(asha, 'draft', { opinion: { comment: 'SECRET', unfinished: true } });
  const list = (query: string) => answerOf<MemberPage>(administrator, `/api/admin/members?${query}`);
  const uids = async (query: string) => (await list(query)).members.map(({ uid }) => uid);
  return { portal, administrator, asha, list, uids };
}

describeEachEngine('lists with opinions', (engine) => {
  it('show mean, number, spread, comments and note of those that count, and sort by them', async () => {
    const { list, uids } = await open(engine);
    const { members } = await list('sort=spread&dir=desc');
    expect(members[0]).toMatchObject({
      uid: 'apart',
      opinions: { count: 2, mean: 6.5, spread: 5 },
      comments: [
        { by: 'Asha', comment: 'Brilliant.' },
        { by: 'Administrator', comment: 'Late.' },
      ],
      note: 'Talk about it.',
    });
    expect(JSON.stringify(members)).not.toContain('SECRET');
    expect((await uids('sort=mean&dir=desc')).slice(0, 2)).toEqual(['alone', 'apart']);
    expect((await uids('sort=opinions&dir=desc')).slice(0, 1)).toEqual(['apart']);
    for (const sort of ['comments', 'note'])
      expect((await uids(`sort=${sort}&dir=desc`)).slice(0, 1)).toEqual(['apart']);
    const first = await list('sort=mean&dir=desc&limit=1');
    expect(await uids(`sort=mean&dir=desc&limit=1&cursor=${first.nextCursor}`)).toEqual(['apart']);
  });

  it('filter by them, and by whose they are', async () => {
    const { administrator, asha, uids } = await open(engine);
    const filtered = async (query: string) => (await uids(`submitted=true&${query}`)).toSorted();
    expect(await filtered('spread=3')).toEqual(['apart']);
    expect(await filtered('spread=0')).toEqual(['apart']);
    expect(await filtered('mean=7')).toEqual(['alone']);
    expect(await filtered('opinions=0')).toEqual(['draft', 'untouched']);
    expect(await filtered('opinions=1')).toEqual(['alone', 'unscored']);
    expect(await filtered('reviewedBy=me')).toEqual(['alone', 'apart']);
    expect(await filtered('reviewedBy=not-me')).toEqual(['draft', 'unscored', 'untouched']);
    expect(await filtered('reviewedBy=nobody')).toEqual(['draft', 'untouched']);
    const ofAsha = await answerOf<SubmissionList>(asha, '/api/admin/review-queue/submissions?reviewedBy=me');
    expect(ofAsha.members.map(({ uid }) => uid).toSorted()).toEqual(['apart', 'unscored']);
    // A message has no account that asks.
    const audience = await administrator.get('/api/admin/message-audience?reviewedBy=me');
    expect(audience).toMatchObject(refusedWith(400, 'INVALID_INPUT'));
    expect((await administrator.get('/api/admin/message-audience?reviewedBy=nobody')).status).toBe(200);
  });

  it('are exported with figures, and with comments only if the notes are asked for', async () => {
    const { administrator } = await open(engine);
    const rowsOf = async (query: string): Promise<Record<string, string>[]> =>
      parse((await administrator.get(`/api/admin/members.csv?sort=spread&dir=desc${query}`)).text, {
        bom: true,
        columns: true,
      });
    const [apart] = await rowsOf('&notes=true');
    expect(apart).toMatchObject({
      ...{ Opinions: '2', 'Mean Score': '6.5', 'Score Spread': '5', 'Private Note': 'Talk about it.' },
      Comments: 'Asha: Brilliant.\nAdministrator: Late.',
    });
    const [without] = await rowsOf('');
    expect(without).toMatchObject({ Opinions: '2' });
    expect(JSON.stringify(without)).not.toMatch(/Brilliant|Talk/);
  });

  it('are the administrator’s: reviewers neither sort nor filter by others’ opinions', async () => {
    const { asha } = await open(engine);
    expect((await asha.get('/api/admin/members?sort=mean')).status).toBe(403);
    const { text } = await asha.get('/api/admin/review-queue/submissions?spread=3&sort=mean');
    expect(text).not.toMatch(/"mean"|"comments"|Late\./);
    expect(text).toContain('"untouched"');
  });
});

describeEachEngine('the figures of reviewers', (engine) => {
  it('say how many opinions each has given, their mean, and how far they are from the others', async () => {
    const { portal, administrator, asha } = await open(engine);
    await signInReviewer(portal, 'Noor');
    await portal.store.db.updateTable('staff').set({ role: 'former' }).where('uid', '=', asha.uid).execute();
    const { reviewers } = await answerOf<ReviewFigures>(administrator, '/api/admin/review-figures');
    expect(reviewers.toSorted((a, b) => (a.name < b.name ? -1 : 1))).toEqual([
      { name: 'Administrator', count: 2, mean: 6, difference: -5 },
      { name: 'Asha', count: 2, mean: 9, difference: 5 },
      { name: 'Noor', count: 0, mean: null, difference: null },
    ]);
  });

  it('and the history names the reviewer who marked, as they are called now', async () => {
    const { portal, administrator, asha } = await open(engine);
    expect((await saveReview(asha, 'alone', { graded: true })).status).toBe(200);
    expect((await saveReview(administrator, 'alone', { submissionReviewed: true })).status).toBe(200);
    await portal.store.db.updateTable('user').set({ name: 'Asha Rao' }).where('id', '=', asha.uid).execute();
    const { changes } = await changesOf(administrator, '?uid=alone&kind=review-changed');
    expect(changes.map(({ actor, by }) => ({ actor, by }))).toEqual([
      { actor: 'administrator', by: null },
      { actor: 'administrator', by: 'Asha Rao' },
    ]);
  });
});

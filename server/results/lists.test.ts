import { expect, it } from 'vitest';
import type { MemberPage } from '#domain/member-list.ts';
import { openWithMembers, saveReview } from '#tests/helpers/admin-api.ts';
import { describeEachEngine, type TestEngine } from '#tests/helpers/engines.ts';
import { newRecord, submittedRecord } from '#tests/helpers/made-records.ts';
import { decide } from '#tests/helpers/results.ts';

/** Members with three, one and no ticks, and one without a submission; the first has moved to another track since. */
async function open(engine: TestEngine) {
  const { portal, administrator } = await openWithMembers(engine, [
    submittedRecord({ uid: 'three', submissionTrack: 'web', developmentTrack: 'game' }),
    submittedRecord({ uid: 'one' }),
    submittedRecord({ uid: 'zero' }),
    newRecord({ uid: 'none' }),
  ]);
  const titles = portal.deps.content.tasks.web.requirements.map(({ title }) => title);
  async function tick(uid: string, met: string[]): Promise<void> {
    expect((await saveReview(administrator, uid, { opinion: { met } })).status).toBe(200);
  }
  await tick('three', titles.slice(0, 3).toReversed());
  await tick('one', [...titles.slice(3, 4), 'No such requirement']);
  await decide(administrator, ['one', 'none'], 'waitlisted');
  await decide(administrator, ['three'], 'selected');

  /** The list page by page, one member on each. */
  async function listed(query: string): Promise<MemberPage['members']> {
    const found: MemberPage['members'] = [];
    for (let cursor: string | null = ''; cursor !== null; ) {
      const { body } = await administrator.get(
        `/api/admin/members?limit=1&${query}${cursor && `&cursor=${encodeURIComponent(cursor)}`}`,
      );
      const page = body as MemberPage;
      found.push(...page.members);
      cursor = page.nextCursor;
    }
    return found;
  }
  const uids = async (query: string) => (await listed(query)).map(({ uid }) => uid);
  return { administrator, listed, uids, titles };
}

describeEachEngine('lists with score and outcome', (engine) => {
  it('show both, and sort and filter by them', async () => {
    const { listed, uids, titles } = await open(engine);
    const of = titles.length;
    const members = await listed('sort=score&dir=desc');
    expect(members.map(({ uid, score, outcome }) => ({ uid, score, outcome }))).toEqual([
      { uid: 'three', score: { met: 3, of }, outcome: 'selected' },
      { uid: 'one', score: { met: 1, of }, outcome: 'waitlisted' },
      { uid: 'zero', score: { met: 0, of }, outcome: null },
      { uid: 'none', score: null, outcome: 'waitlisted' },
    ]);
    expect(await uids('sort=score&dir=asc')).toEqual(['none', 'zero', 'one', 'three']);
    expect(await uids('sort=score&dir=desc&score=1')).toEqual(['three', 'one']);
    const byOutcome = await listed('sort=outcome&dir=desc');
    expect(byOutcome.map(({ outcome }) => outcome)).toEqual(['selected', 'waitlisted', 'waitlisted', null]);
    expect((await uids('sort=fullName&dir=asc&outcome=waitlisted')).toSorted()).toEqual(['none', 'one']);
    expect(await uids('sort=fullName&dir=asc&outcome=none')).toEqual(['zero']);
  });

  it('export both, with the ticked requirements', async () => {
    const { administrator, titles } = await open(engine);
    const { text } = await administrator.get('/api/admin/members.csv?sort=score&dir=desc&score=1');
    const lines = text.trim().replaceAll('"', '').split('\r\n');
    expect(lines.map((line) => line.split(',').slice(-7, -3))).toEqual([
      ['Outcome', 'Requirements Met', 'Requirements', 'Ticked Requirements'],
      ['Selected', '3', `${titles.length}`, titles.slice(0, 3).join('; ')],
      ['Waitlisted', '1', `${titles.length}`, titles[3]],
    ]);
  });
});

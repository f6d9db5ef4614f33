import { expect, it } from 'vitest';
import type { Claim } from '#domain/claims.ts';
import type { ReviewQueue, SubmissionReview } from '#domain/review.ts';
import { answerOf, openWithMembers, saveReview } from '#tests/helpers/admin-api.ts';
import { signInReviewer } from '#tests/helpers/app.ts';
import { describeEachEngine } from '#tests/helpers/engines.ts';
import { submittedRecord } from '#tests/helpers/made-records.ts';
import { saveSettings } from '#tests/helpers/settings.ts';
import { refusedWith, type Visitor } from '#tests/helpers/visitor.ts';

const address = (uid: string) => `/api/admin/reviews/${uid}/claim`;
const claim = (visitor: Visitor, uid: string, body = {}) => visitor.put(address(uid), body);
const leave = (visitor: Visitor, uid: string) => visitor.send('DELETE', address(uid), { body: {} });
const queueOf = (visitor: Visitor, at?: string | null) =>
  answerOf<ReviewQueue>(visitor, `/api/admin/review-queue${at ? `?at=${at}` : ''}`);
const reviewOf = (visitor: Visitor, uid: string) =>
  answerOf<SubmissionReview>(visitor, `/api/admin/reviews/${uid}`);

const submissions = (count: number) =>
  Array.from({ length: count }, (_, index) =>
    submittedRecord({
      uid: `s${index}`,
      submittedAt: new Date(Date.UTC(2026, 8, 1, 9, index)).toISOString(),
    }),
  );

describeEachEngine('a claim', (engine) => {
  async function open(count = 2) {
    const { portal, administrator } = await openWithMembers(engine, submissions(count));
    const asha = await signInReviewer(portal, 'Asha');
    const ravi = await signInReviewer(portal, 'Ravi');
    return { portal, administrator, asha, ravi };
  }

  it('keeps others away until it is left, taken over or over', async () => {
    const { portal, asha, ravi } = await open();
    const taken = refusedWith(409, 'CLAIMED', {
      message: 'Asha has this open.',
      current: { claim: { by: 'Asha', mine: false, secondsLeft: expect.any(Number) } },
    });
    expect(await claim(asha, 's0')).toMatchObject({ status: 200, body: { claim: { mine: true } } });
    expect(await claim(ravi, 's0')).toMatchObject(taken);
    expect((await reviewOf(ravi, 's0')).claim).toMatchObject({ by: 'Asha', mine: false });
    // Nobody leaves for another.
    await leave(ravi, 's0');
    expect(await claim(ravi, 's0')).toMatchObject(taken);
    await leave(asha, 's0');
    expect(await claim(ravi, 's0')).toMatchObject({ status: 200 });
    expect(await claim(asha, 's0', { takeOver: true })).toMatchObject({ status: 200 });
    expect(await claim(ravi, 's0')).toMatchObject(taken);
    const until = new Date(Date.now() - 1_000).toISOString();
    await portal.store.db.updateTable('review_claims').set({ until }).execute();
    expect((await reviewOf(asha, 's0')).claim).toBeNull();
    // After a gap in the network both believe that it is theirs; the first to come back has it.
    expect(await claim(ravi, 's0')).toMatchObject({ status: 200 });
    expect(await claim(asha, 's0')).toMatchObject(refusedWith(409, 'CLAIMED'));
    expect(await claim(asha, 'nobody')).toMatchObject(refusedWith(404, 'MEMBER_NOT_FOUND'));
  });

  it('lasts ten minutes from the last renewal, by the clock of the database', async () => {
    const { portal, asha } = await open();
    const secondsLeft = async () => ((await claim(asha, 's0')).body as { claim: Claim }).claim.secondsLeft;
    expect(await secondsLeft()).toBe(600);
    const until = new Date(Date.now() + 30_000).toISOString();
    await portal.store.db.updateTable('review_claims').set({ until }).execute();
    expect(await secondsLeft()).toBe(600);
  });

  it('decides who writes the feedback, and not whose opinion counts', async () => {
    const { portal, asha, ravi } = await open();
    await saveSettings(portal, 'reviews', { feedbackBy: 'reviewers' });
    await claim(asha, 's0');
    expect(await saveReview(ravi, 's0', { draft: 'Mine' })).toMatchObject(refusedWith(409, 'CLAIMED'));
    expect(await saveReview(ravi, 's0', { draft: '', send: true })).toMatchObject(
      refusedWith(409, 'CLAIMED'),
    );
    expect((await saveReview(ravi, 's0', { opinion: { comment: 'Good' } })).status).toBe(200);
    expect((await saveReview(asha, 's0', { draft: 'Ours', send: true })).status).toBe(200);
    expect((await reviewOf(ravi, 's0')).member.feedback).toBe('Ours');
  });

  it('stays when the member submits again', async () => {
    const { portal, asha, ravi } = await open();
    await claim(asha, 's0');
    const submittedAt = new Date().toISOString();
    await portal.store.db.updateTable('members').set({ submittedAt }).where('uid', '=', 's0').execute();
    expect((await reviewOf(ravi, 's0')).claim).toMatchObject({ by: 'Asha' });
  });

  it('gives the next reviewer another submission, and nothing when the last is open', async () => {
    const { administrator, asha, ravi } = await open();
    expect((await queueOf(asha)).first).toBe('s0');
    await claim(asha, 's0');
    expect(await queueOf(ravi)).toMatchObject({ first: 's1', othersOpen: true, alone: false });
    await claim(ravi, 's1');
    expect(await queueOf(asha, 's0')).toMatchObject({ next: null, nextWaiting: null, waiting: 2 });
    expect(await queueOf(ravi, 's1')).toMatchObject({ previous: null, nextWaiting: null });
    await leave(asha, 's0');
    expect((await queueOf(ravi, 's1')).nextWaiting).toBe('s0');
    expect(await queueOf(administrator)).toMatchObject({ first: 's0' });
  });

  it('is given first for a submission with fewer opinions', async () => {
    const { portal, asha, ravi } = await open(3);
    await saveSettings(portal, 'reviews', { opinions: '2' });
    await saveReview(asha, 's0', { opinion: {} });
    await saveReview(asha, 's1', { opinion: { unfinished: true, comment: 'Later' } });
    expect((await queueOf(ravi)).first).toBe('s1');
    expect((await queueOf(ravi, 's2')).nextWaiting).toBe('s1');
    for (const uid of ['s1', 's2']) await saveReview(asha, uid, { opinion: {} });
    expect((await queueOf(ravi)).nextWaiting).toBe('s0');
    expect(await queueOf(asha)).toMatchObject({ nextWaiting: null, waiting: 3 });
  });
});

describeEachEngine('three reviewers and the administrator', (engine) => {
  it('give 30 submissions two opinions each at the same time, and never meet on one', async () => {
    const { portal, administrator } = await openWithMembers(engine, submissions(30), {
      env: { RATE_LIMIT: 'off' },
    });
    await saveSettings(portal, 'reviews', { opinions: '2' });
    const people = [administrator];
    for (const name of ['Asha', 'Ravi', 'Noor']) people.push(await signInReviewer(portal, name));
    const open = new Set<string>();
    const meetings: string[] = [];

    /** Works as a desk does: takes the next one, or another if somebody was faster. */
    async function work(person: Visitor): Promise<number> {
      let given = 0;
      for (let at: string | null = null; ; ) {
        const { nextWaiting, waiting }: ReviewQueue = await queueOf(person, at);
        if (waiting === 0) return given;
        if (!nextWaiting) {
          // The others have the rest open, or it waits for somebody else's opinion.
          await new Promise((resolve) => setTimeout(resolve, 5));
          continue;
        }
        if ((await claim(person, nextWaiting)).status === 409) continue;
        if (open.has(nextWaiting)) meetings.push(nextWaiting);
        open.add(nextWaiting);
        const { member } = await reviewOf(person, nextWaiting);
        if (!member.submissionReviewed) {
          expect((await saveReview(person, nextWaiting, { opinion: {} })).status).toBe(200);
          given += 1;
        }
        open.delete(nextWaiting);
        await leave(person, nextWaiting);
        at = nextWaiting;
      }
    }
    const given = await Promise.all(people.map(work));
    expect(meetings).toEqual([]);
    expect(given.reduce((sum, count) => sum + count)).toBe(60);
    const opinions = await portal.store.db.selectFrom('opinions').select(['uid', 'reviewer']).execute();
    const byMember = Map.groupBy(opinions, ({ uid }) => uid);
    expect([...byMember.values()].map(({ length }) => length)).toEqual(new Array(30).fill(2));
    for (const two of byMember.values()) expect(new Set(two.map(({ reviewer }) => reviewer)).size).toBe(2);
    const left = portal.store.db.selectFrom('members').select('uid').where('submissionReviewed', '=', 0);
    expect(await left.execute()).toEqual([]);
  });
});

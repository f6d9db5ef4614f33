import { expect, it } from 'vitest';
import { type ReviewQueue, reviewQueue } from '#domain/review.ts';
import { answerOf, openWithMembers } from '#tests/helpers/admin-api.ts';
import { describeEachEngine } from '#tests/helpers/engines.ts';
import { newRecord, submittedRecord } from '#tests/helpers/made-records.ts';
import type { Visitor } from '#tests/helpers/visitor.ts';

async function queue(administrator: Visitor, query = ''): Promise<ReviewQueue> {
  return reviewQueue.parse(await answerOf(administrator, `/api/admin/review-queue${query}`));
}

describeEachEngine('the review queue', (engine) => {
  it('gives a submission its place in the queue, oldest first, with neighbours', async () => {
    const at = (day: number) => `2026-09-0${day}T09:30:00.000Z`;
    const { administrator } = await openWithMembers(engine, [
      submittedRecord({ uid: 'b', submittedAt: at(2), developmentTrack: 'ml' }),
      submittedRecord({ uid: 'a', submittedAt: at(1), submissionReviewed: true }),
      submittedRecord({ uid: 'd', submittedAt: at(4) }),
      submittedRecord({ uid: 'c', submittedAt: at(3), submissionReviewed: true }),
      newRecord({ uid: 'e' }),
    ]);
    expect(await queue(administrator)).toMatchObject({ first: 'b', position: null, total: 4, waiting: 2 });
    expect(await queue(administrator, '?at=b')).toMatchObject({
      previous: 'a',
      next: 'c',
      nextWaiting: 'd',
      position: 2,
      total: 4,
    });
    expect(await queue(administrator, '?at=d')).toMatchObject({
      previous: 'c',
      next: null,
      nextWaiting: 'b',
    });
    // One that has left the filter still has neighbours.
    expect(await queue(administrator, '?at=c&reviewed=false')).toMatchObject({
      previous: 'b',
      next: 'd',
      position: 1,
      total: 2,
    });
    // One that comes before all of the filter.
    expect(await queue(administrator, '?at=a&reviewed=false')).toMatchObject({
      previous: null,
      next: 'b',
      position: 0,
    });
    expect(await queue(administrator, '?at=d&track=ml')).toMatchObject({
      previous: 'b',
      next: null,
      total: 1,
    });
    // The last one that waits is not its own next.
    expect(await queue(administrator, '?at=b&track=ml')).toMatchObject({ first: 'b', nextWaiting: null });
    expect(await queue(administrator, '?at=nobody')).toMatchObject({ position: null, next: null });
    expect(await queue(administrator, '?reviewed=true')).toMatchObject({ first: 'a', waiting: 0, total: 2 });
  });
});

import { expect, it } from 'vitest';
import { type ReviewQueue, reviewQueue } from '#domain/review.ts';
import { answerOf, openWithMembers } from '#tests/helpers/admin-api.ts';
import { describeEachEngine } from '#tests/helpers/engines.ts';
import { newRecord, submittedRecord } from '#tests/helpers/made-records.ts';

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
    const places: [query: string, place: Partial<ReviewQueue>][] = [
      ['', { first: 'b', position: null, total: 4, waiting: 2 }],
      ['?at=b', { previous: 'a', next: 'c', nextWaiting: 'd', position: 2, total: 4 }],
      ['?at=d', { previous: 'c', next: null, nextWaiting: 'b' }],
      // One that has left the filter still has neighbours.
      ['?at=c&reviewed=false', { previous: 'b', next: 'd', position: 1, total: 2 }],
      // One that comes before all of the filter.
      ['?at=a&reviewed=false', { previous: null, next: 'b', position: 0 }],
      ['?at=d&track=ml', { previous: 'b', next: null, total: 1 }],
      // The last one that waits is not its own next.
      ['?at=b&track=ml', { first: 'b', nextWaiting: null }],
      ['?at=nobody', { position: null, next: null }],
      ['?reviewed=true', { first: 'a', waiting: 0, total: 2 }],
    ];
    for (const [query, place] of places) {
      const queue = await answerOf(administrator, `/api/admin/review-queue${query}`);
      expect(reviewQueue.parse(queue), query).toMatchObject(place);
    }
  });
});

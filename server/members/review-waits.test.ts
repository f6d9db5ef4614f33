import { expect, it } from 'vitest';
import { fewestWaits } from '#domain/answers.ts';
import { saveReview } from '#tests/helpers/admin-api.ts';
import { openTestApp, registerPerson, signInAdministrator } from '#tests/helpers/app.ts';
import { describeEachEngine } from '#tests/helpers/engines.ts';
import { addRecords, newRecord, submittedRecord } from '#tests/helpers/made-records.ts';
import { project } from '#tests/helpers/member-input.ts';
import { write } from '#tests/helpers/records.ts';
import { readWaiting } from './review-waits.ts';

const hour = 60 * 60_000;
const day = 24 * hour;

describeEachEngine('the place of a submission', (engine) => {
  it('counts the older ones that wait, as the review desk orders them', async () => {
    const { store } = await openTestApp(engine);
    const at = (minute: number) => `2026-09-02T09:${String(minute).padStart(2, '0')}:00.000Z`;
    await addRecords(store, [
      submittedRecord({ uid: 'a', submittedAt: at(1) }),
      submittedRecord({ uid: 'b', submittedAt: at(2), submissionReviewed: true }),
      submittedRecord({ uid: 'c', submittedAt: at(3) }),
      submittedRecord({ uid: 'd', submittedAt: at(3) }),
      // From before times were kept: the oldest of all.
      submittedRecord({ uid: 'e', submittedAt: null }),
      newRecord({ uid: 'f' }),
    ]);
    const places = await Promise.all(
      ['a', 'b', 'c', 'd', 'e', 'f'].map(async (uid) => (await readWaiting(store.db, uid)).place),
    );
    expect(places).toEqual([2, null, 3, 4, 1, null]);
    expect((await readWaiting(store.db, 'a')).waiting).toBe(4);
  });

  it('is told to its member', async () => {
    const portal = await openTestApp(engine);
    const [first, second] = [await registerPerson(portal), await registerPerson(portal)];
    for (const person of [first, second]) await person.put('/api/me/submission', project);
    expect((await first.get('/api/me/waiting')).body).toMatchObject({ place: 1, waiting: 2 });
    expect((await second.get('/api/me/waiting')).body).toMatchObject({ place: 2, waiting: 2 });
    const administrator = await signInAdministrator(portal);
    await saveReview(administrator, first.uid, { submissionReviewed: true });
    expect((await second.get('/api/me/waiting')).body).toMatchObject({ place: 1, waiting: 1 });
    expect((await first.get('/api/me/waiting')).body).toMatchObject({ place: null });
  });
});

describeEachEngine('the usual wait', (engine) => {
  async function open(hours: readonly number[]) {
    const { store } = await openTestApp(engine);
    const submitted = (wait: number) => new Date(Date.now() - wait * hour).toISOString();
    const records = hours.map((wait) => submittedRecord({ submittedAt: submitted(wait) }));
    await addRecords(store, records);
    const review = (uid: string, submissionReviewed: boolean) =>
      write(store, uid, { submissionReviewed }, 'review-changed');
    for (const { uid } of records) await review(uid, true);
    const median = async (now?: Date) => (await readWaiting(store.db, 'nobody', now)).medianSeconds;
    return { store, first: records[0]?.uid ?? '', review, median };
  }

  it('is the median of the last 30 days, and unknown with too few reviews', async () => {
    const { first, review, median } = await open([1, 2, 3, 50, 100]);
    const seconds = await median();
    expect(seconds).toBeGreaterThanOrEqual(3 * 3600);
    expect(seconds).toBeLessThan(3 * 3600 + 300);
    expect(await median(new Date(Date.now() + 31 * day))).toBeNull();
    // A mark that is removed does not count.
    await review(first, false);
    expect(fewestWaits).toBe(5);
    expect(await median()).toBeNull();
    await review(first, true);
    expect(await median()).toBe(seconds);
  });

  it('keeps the review of a submission that was replaced', async () => {
    const { store, first, median } = await open([1, 2, 3, 50, 100]);
    const replaced = { submittedAt: new Date().toISOString(), submissionReviewed: false };
    await write(store, first, replaced, 'submission-sent');
    expect(await median()).not.toBeNull();
  });
});

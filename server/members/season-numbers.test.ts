import { expect, it } from 'vitest';
import { describeEachEngine, openTestStore } from '#tests/helpers/engines.ts';
import { addRecords, newRecord, submittedRecord } from '#tests/helpers/made-records.ts';
import { write } from '#tests/helpers/records.ts';
import { seasonNumbers } from './season-numbers.ts';

describeEachEngine('the numbers of a season', (engine) => {
  it('are without those of the season before, and those who kept their account until they apply again', async () => {
    const store = await openTestStore(engine);
    const endedAt = '2026-10-01T00:00:00.000Z';
    const row = { id: 'a', name: '2025', by: 'administrator', lastSeq: 0, words: '{}', mail: '{}' };
    const counts = JSON.stringify(await seasonNumbers(store.db, 'UTC'));
    const season = { ...row, endedAt, counts, movedAt: null, clearedAt: null };
    await store.db.insertInto('seasons').values(season).execute();
    await addRecords(store, [
      submittedRecord({ createdAt: '2026-09-30T00:00:00.000Z' }),
      newRecord({ createdAt: endedAt }),
      newRecord({ createdAt: endedAt, developmentTrack: 'game' }),
      newRecord({ createdAt: '2026-10-02T00:00:00.000Z' }),
    ]);
    const { total, track } = await seasonNumbers(store.db, 'UTC');
    expect(total).toBe(2);
    expect(track.map(({ key }) => key)).toEqual(['game', 'none']);
  });

  it('divide all members in each way, with outcomes that are not released only for those who may see them', async () => {
    const store = await openTestStore(engine);
    await addRecords(store, [
      newRecord({ uid: 'a', yearOfStudy: 1, department: 'Civil Engineering' }),
      newRecord({ uid: 'b', developmentTrack: 'ml', taskCompleted: true, department: 'Aerospace' }),
      ...['c', 'd', 'e', 'f'].map((uid) => submittedRecord({ uid })),
    ]);
    const selected = { outcome: 'selected' as const, actor: 'administrator', at: '2026-10-01T00:00:00.000Z' };
    const outcomes = ['c', 'd', 'e'].map((uid) => ({ ...selected, uid }));
    await store.db.insertInto('outcomes').values(outcomes).execute();
    const result = { outcome: 'selected' as const, releasedAt: '2026-10-02T00:00:00.000Z', fullName: 'Asha' };
    const shown = { ...result, track: null, season: '2026', certificate: null, answerUntil: '2026-10-09' };
    const results = [
      { ...shown, uid: 'c', answer: 'yes' as const },
      { ...shown, uid: 'd' },
    ];
    await store.db.insertInto('results').values(results).execute();
    for (const [uid, submitted] of [
      ['c', 1],
      ['d', 2],
      ['e', 50],
    ] as const) {
      const submittedAt = new Date(Date.now() - submitted * 3_600_000).toISOString();
      await write(store, uid, { submittedAt });
      await write(store, uid, { submissionReviewed: true }, 'review-changed');
    }
    const numbers = await seasonNumbers(store.db, 'Asia/Kolkata');
    expect(numbers).toMatchObject({
      total: 6,
      weeks: [{ key: '2026-08-31', count: 6 }],
      year: [
        { key: '1', count: 1 },
        { key: '2', count: 5 },
      ],
      department: [
        { key: 'Aerospace', count: 1 },
        { key: 'Civil Engineering', count: 5 },
      ],
      track: [
        { key: 'ml', count: 1 },
        { key: 'none', count: 1 },
        { key: 'web', count: 4 },
      ],
      step: ['registered', 'task', 'submitted', 'reviewed'].map((key, index) => ({
        key,
        count: index < 3 ? 1 : 3,
      })),
      outcome: [
        { key: 'selected', count: 1 },
        { key: 'confirmed', count: 1 },
        { key: 'open', count: 1 },
        { key: 'none', count: 3 },
      ],
      review: { reviews: 3 },
    });
    const hours = [numbers.review?.medianSeconds, numbers.review?.ninthSeconds];
    expect(hours.map((seconds = 0) => Math.floor(seconds / 3600))).toEqual([2, 50]);
    const released = await seasonNumbers(store.db, 'Asia/Kolkata', { releasedOnly: true });
    expect(released.outcome).toEqual([
      { key: 'confirmed', count: 1 },
      { key: 'open', count: 1 },
      { key: 'none', count: 4 },
    ]);
  });

  it('begin a week on Monday where the club is, also where the clocks change', async () => {
    const store = await openTestStore(engine);
    expect(await seasonNumbers(store.db, 'UTC')).toMatchObject({ total: 0, weeks: [], review: null });
    const at = [
      '2026-10-18T21:59:59.999Z',
      '2026-10-18T22:00:00.000Z',
      '2026-10-25T22:30:00.000Z',
      '2026-10-25T23:00:00.000Z',
    ];
    await addRecords(
      store,
      at.map((createdAt) => newRecord({ createdAt })),
    );
    expect((await seasonNumbers(store.db, 'Europe/Berlin')).weeks).toEqual([
      { key: '2026-10-12', count: 1 },
      { key: '2026-10-19', count: 2 },
      { key: '2026-10-26', count: 1 },
    ]);
    expect((await seasonNumbers(store.db, 'UTC')).weeks).toEqual([
      { key: '2026-10-12', count: 2 },
      { key: '2026-10-19', count: 2 },
    ]);
  });
});

import { expect, it } from 'vitest';
import type { Outcome } from '#domain/outcomes.ts';
import type { RoundPreview, RoundsList } from '#domain/rounds.ts';
import { openWithMember, signInAdministrator } from '#tests/helpers/app.ts';
import { describeEachEngine, type TestEngine } from '#tests/helpers/engines.ts';
import { addRecords, submittedRecord } from '#tests/helpers/made-records.ts';
import { correct, decide, inMinutes, makeDue, releaseNow, resultsOf } from '#tests/helpers/results.ts';
import { refusedWith } from '#tests/helpers/visitor.ts';
import { releaseIfDue } from './rounds.ts';

/** Asha, and two members of each of two tracks, one of whom has moved since. */
async function open(engine: TestEngine) {
  const { portal, person: asha } = await openWithMember(engine);
  const administrator = await signInAdministrator(portal);
  await addRecords(portal.store, [
    submittedRecord({ uid: 'web1', fullName: 'Web One', submissionReviewed: true }),
    submittedRecord({ uid: 'web2', submissionTrack: 'web', developmentTrack: 'ml' }),
    submittedRecord({ uid: 'ml1', developmentTrack: 'ml', submissionTrack: 'ml' }),
    submittedRecord({ uid: 'ml2', developmentTrack: 'ml', submissionTrack: 'ml', feedback: 'Good.' }),
  ]);
  const rounds = async () =>
    ((await administrator.get('/api/admin/results/rounds')).body as RoundsList).rounds;
  const released = async () => {
    const rows = await portal.store.db.selectFrom('results').select(['uid', 'outcome']).execute();
    return Object.fromEntries(rows.map(({ uid, outcome }) => [uid, outcome]));
  };
  const set = (uids: string[], outcome: Outcome | null) =>
    administrator.patch('/api/admin/outcomes', { uids, outcome });
  return { portal, asha, administrator, rounds, released, set };
}

describeEachEngine('a pasted list', (engine) => {
  it('finds members by address or student ID in any spelling, and names what it does not find', async () => {
    const { asha, administrator } = await open(engine);
    const ids = { web1: '1SD-22-CS-001', web2: '1sd22cs002', ml1: 'SAME 1', ml2: 'same1' };
    for (const [uid, studentId] of Object.entries(ids)) {
      const body = { studentId, reason: 'A test', shown: {} };
      await administrator.patch(`/api/admin/members/${uid}`, body);
    }
    await decide(administrator, ['web1'], 'waitlisted');
    const look = (entries: unknown) => administrator.post('/api/admin/outcomes/lookup', { entries });
    const email = asha.registration.email.toUpperCase();
    const found = await look([email, '1sd22cs001', '1SD22CS002', 'nobody@club.example', 'same 1', email]);
    expect(found).toMatchObject({
      status: 200,
      body: { missing: ['nobody@club.example'], ambiguous: ['same 1'] },
    });
    const { body } = found as { body: { found: { uid: string }[] } };
    expect(body.found).toHaveLength(3);
    expect(body.found).toContainEqual({ uid: 'web1', fullName: 'Web One', outcome: 'waitlisted' });
    for (const entries of [[], Array(901).fill('a'), ['a'.repeat(201)], 'a']) {
      expect(await look(entries)).toMatchObject(refusedWith(400, 'INVALID_INPUT'));
    }
    expect((await asha.post('/api/admin/outcomes/lookup', { entries: ['a'] })).status).toBe(403);
  });
});

describeEachEngine('rounds of results', (engine) => {
  it('release a track, chosen members and the rest, and what is not released can still be set', async () => {
    const { asha, administrator, rounds, released, set } = await open(engine);
    await decide(administrator, ['web1', 'web2', 'ml1', asha.uid], 'selected');
    const web = { filter: { track: 'web' } };
    const preview = async (audience: object) =>
      ((await administrator.post('/api/admin/results/rounds/preview', audience)).body as RoundPreview).state;
    expect(await preview(web)).toMatchObject({ decided: 2, unreviewed: 1 });
    expect(await preview({ filter: { q: 'nobody at all' } })).toMatchObject({ decided: 0 });
    expect(await preview({ uids: ['web1', 'ml1', 'ml2', 'gone'] })).toMatchObject({ decided: 2 });
    expect(await preview({ all: true })).toMatchObject({ decided: 4 });
    expect((await releaseNow(administrator, web)).status).toBe(200);
    expect(await released()).toEqual({ web1: 'selected', web2: 'selected' });
    expect(await releaseNow(administrator, web)).toMatchObject(refusedWith(409, 'NO_OUTCOMES'));
    // One of a later round is changed as before; the released one needs a correction.
    expect((await set(['ml1', 'ml2'], 'waitlisted')).status).toBe(200);
    expect(await set(['ml1', 'web1'], 'not-selected')).toMatchObject(refusedWith(409, 'ALREADY_RELEASED'));
    const chosen = { uids: ['ml1', 'web1', 'gone'] };
    expect((await releaseNow(administrator, chosen)).status).toBe(200);
    expect(await released()).toMatchObject({ ml1: 'waitlisted', web1: 'selected' });
    expect((await releaseNow(administrator)).status).toBe(200);
    expect(await released()).toMatchObject({ ml2: 'waitlisted', [asha.uid]: 'selected' });
    expect((await rounds()).map(({ members }) => members).toSorted()).toEqual([1, 2, 2]);
    const { counts } = await resultsOf(administrator);
    expect(counts).toContainEqual({
      ...{ track: 'web', outcome: 'selected', released: true, place: null },
      members: 2,
    });
  });

  it.each([
    [{}],
    [{ all: true, uids: ['web1'] }],
    [{ filter: {}, all: true }],
    [{ uids: [] }],
    [{ all: false }],
    [{ filter: { colour: 'red' } }],
    [{ all: true, answerBy: 0 }],
    [{ all: true, answerBy: 'soon' }],
    [{ all: true, answerBy: '2020-01-01' }],
  ])('are refused as %j', async (body) => {
    const { administrator } = await open(engine);
    await decide(administrator, ['web1'], 'selected');
    expect(await administrator.post('/api/admin/results/rounds', body)).toMatchObject(
      refusedWith(400, 'INVALID_INPUT'),
    );
  });

  it('that are equal are made once', async () => {
    const { administrator, rounds, set } = await open(engine);
    await set(['web1'], 'waitlisted');
    const made = await Promise.all([1, 2, 3].map(() => releaseNow(administrator, { uids: ['web1'] })));
    expect(made.map(({ status }) => status).toSorted()).toEqual([200, 409, 409]);
    expect(await rounds()).toHaveLength(1);
  });

  it('are planned beside each other, moved alone, and release each member once', async () => {
    const { portal, administrator, rounds, released, set } = await open(engine);
    await set(['web1', 'ml1', 'ml2'], 'selected');
    const [first, second] = [inMinutes(10), inMinutes(20)];
    for (const at of [second, first]) {
      await releaseNow(administrator, { filter: { track: 'ml' }, at });
      await releaseNow(administrator, { uids: ['ml1', 'web1'], at: second });
    }
    const planned = await rounds();
    expect(planned).toMatchObject([
      { filter: { track: 'ml' }, plannedFor: first, members: 2 },
      { plannedFor: second, members: 2 },
    ]);
    expect(planned[1]?.uids?.toSorted()).toEqual(['ml1', 'web1']);
    expect(await released()).toEqual({});
    await set(['ml2'], null);
    await makeDue(portal);
    expect(await releaseIfDue(portal.deps)).toBe(true);
    expect(await released()).toEqual({ web1: 'selected', ml1: 'selected' });
    expect((await rounds()).reduce((sum, { members }) => sum + members, 0)).toBe(2);
  });

  it('are planned twenty at a time', async () => {
    const { administrator, rounds, set } = await open(engine);
    await set(['web1'], 'selected');
    const plan = (score: number) => releaseNow(administrator, { filter: { score }, at: inMinutes(10) });
    expect(await plan(1)).toMatchObject(refusedWith(409, 'NO_OUTCOMES'));
    for (let words = 1; words <= 20; words += 1) {
      const q = 'web '.repeat(words).trim();
      expect((await releaseNow(administrator, { filter: { q }, at: inMinutes(10) })).status).toBe(200);
    }
    expect(await plan(0)).toMatchObject(refusedWith(409, 'TOO_MANY_PLANS'));
    expect(await rounds()).toHaveLength(20);
  });

  it('give a place to a member of the waiting list, as news and not as a correction', async () => {
    const { portal, asha, administrator, released, set } = await open(engine);
    await set([asha.uid], 'waitlisted');
    await releaseNow(administrator);
    expect(await set([asha.uid], 'not-selected')).toMatchObject(refusedWith(409, 'ALREADY_RELEASED'));
    expect((await set([asha.uid], 'selected')).status).toBe(200);
    expect((await asha.get('/api/me/result')).body).toMatchObject({ outcome: 'waitlisted' });
    expect(await released()).toEqual({ [asha.uid]: 'waitlisted' });
    expect((await set([asha.uid], 'waitlisted')).status).toBe(200);
    expect(await releaseNow(administrator)).toMatchObject(refusedWith(409, 'NO_OUTCOMES'));
    await set([asha.uid], 'selected');
    // The result that a correction would replace is not the one that is prepared.
    const correction = { outcome: 'not-selected', reason: 'A mistake' };
    expect(await administrator.post(`/api/admin/results/${asha.uid}/correction`, correction)).toMatchObject(
      refusedWith(409, 'NOT_RELEASED'),
    );
    expect((await releaseNow(administrator, { uids: [asha.uid] })).status).toBe(200);
    expect((await asha.get('/api/me/result')).body).toMatchObject({ outcome: 'selected' });
    expect((await portal.mails()).filter(({ text }) => text.includes('You’ve been selected'))).toMatchObject([
      { text: expect.not.stringContaining('This replaces') },
    ]);
    await correct(portal, administrator, asha.uid, { outcome: null });
    expect(await set([asha.uid], 'selected')).toMatchObject(refusedWith(409, 'ALREADY_RELEASED'));
  });

  it('are for administrators', async () => {
    const { portal, asha } = await open(engine);
    for (const [visitor, status] of [
      [portal.visitor(), 401],
      [asha, 403],
    ] as const) {
      expect((await visitor.get('/api/admin/results/rounds')).status).toBe(status);
      expect((await visitor.post('/api/admin/results/rounds', { all: true })).status).toBe(status);
      expect((await visitor.send('DELETE', '/api/admin/results/rounds/some')).status).toBe(status);
    }
  });
});

import { expect, it } from 'vitest';
import type { MemberPage } from '#domain/member-list.ts';
import type { MemberResult } from '#domain/results.ts';
import { openTestApp, registerPerson, signInAdministrator } from '#tests/helpers/app.ts';
import { describeEachEngine } from '#tests/helpers/engines.ts';
import { addRecords, submittedRecord } from '#tests/helpers/made-records.ts';
import {
  decide,
  inMinutes,
  makeCorrectionsDue,
  makeDue,
  planCorrection,
  releaseNow,
  resultsOf,
} from '#tests/helpers/results.ts';
import { applyDueCorrections } from './correct-result.ts';
import { lapsePlaces } from './places.ts';
import { releaseIfDue } from './rounds.ts';

const names = (track: string, count: number) =>
  Array.from({ length: count }, (_, index) => `${track}${index}`);

describeEachEngine('a lead', (engine) => {
  it('fills twelve places in three rounds, with two corrections and two places that lapse and are offered on', async () => {
    const portal = await openTestApp(engine);
    const { store, deps } = portal;
    const lead = await signInAdministrator(portal);
    const tracks = { web: names('web', 16), ml: names('ml', 3), android: names('android', 2) };
    const people = await Promise.all([registerPerson(portal), registerPerson(portal)]);
    await addRecords(
      store,
      Object.entries(tracks).flatMap(([track, uids]) =>
        uids.map((uid, index) =>
          submittedRecord({
            ...{ uid, fullName: uid, submissionReviewed: true, feedback: 'Good work.' },
            ...{ developmentTrack: track as 'web', submissionTrack: track as 'web' },
            submittedAt: `2026-09-0${(index % 9) + 1}T09:30:00.000Z`,
          }),
        ),
      ),
    );
    // Two of the members who will be selected can sign in and answer.
    for (const { uid } of people) {
      await store.db
        .updateTable('members')
        .set({ developmentTrack: 'web', submissionTrack: 'web', githubLink: 'https://example.org/x' })
        .where('uid', '=', uid)
        .execute();
    }
    const { settings, settingsVersion: version } = await resultsOf(lead);
    await lead.put('/api/admin/results/settings', { settings, version, places: { web: 12, ml: 2 } });

    // The first round: twelve places, and a waiting list in its order.
    const selected = [...people.map(({ uid }) => uid), ...tracks.web.slice(0, 10)];
    const waiting = tracks.web.slice(10, 13);
    await decide(lead, selected, 'selected');
    await decide(lead, waiting, 'waitlisted');
    await decide(lead, tracks.web.slice(13), 'not-selected');
    await decide(lead, tracks.ml.slice(0, 2), 'selected');
    const web = { filter: { track: 'web' }, answerBy: 5 };
    expect((await releaseNow(lead, { ...web, at: inMinutes(5) })).status).toBe(200);
    await makeDue(portal);
    await Promise.all([releaseIfDue(deps), releaseIfDue(deps)]);
    // The others, a week later; what is prepared for them was not shown.
    const results = async () =>
      new Map((await store.db.selectFrom('results').selectAll().execute()).map((row) => [row.uid, row]));
    expect((await results()).size).toBe(18);
    await decide(lead, tracks.android, 'not-selected');
    for (const track of ['ml', 'android'])
      expect((await releaseNow(lead, { filter: { track } })).status).toBe(200);
    expect((await resultsOf(lead)).rounds.map(({ members }) => members)).toEqual([2, 2, 18]);

    // Two corrections, one of which is undone while nobody has seen it.
    await planCorrection(lead, 'android0', { outcome: 'waitlisted' });
    await planCorrection(lead, 'android1', { outcome: 'waitlisted' });
    await lead.send('DELETE', '/api/admin/results/android1/correction', { body: {} });
    await makeCorrectionsDue(deps);
    await applyDueCorrections(deps);
    const outcomeOf = async (uid: string) => (await results()).get(uid)?.outcome;
    expect([await outcomeOf('android0'), await outcomeOf('android1')]).toEqual([
      'waitlisted',
      'not-selected',
    ]);

    // Ten confirm; two say nothing.
    for (const person of people) await person.post('/api/me/place', { answer: 'yes' });
    await store.db
      .updateTable('results')
      .set({ answer: 'yes' })
      .where('uid', 'in', tracks.web.slice(0, 8))
      .execute();
    await store.db
      .updateTable('results')
      .set({ answerUntil: '2026-01-01T00:00:00.000Z' })
      .where('answer', 'is', null)
      .where('answerUntil', 'is not', null)
      .execute();
    await Promise.all([lapsePlaces(deps), lapsePlaces(deps)]);
    const lapsed = await lead.get('/api/admin/members?place=lapsed&sort=fullName&dir=asc');
    expect((lapsed.body as MemberPage).members).toMatchObject([
      { uid: 'web8', outcome: 'selected', place: 'lapsed' },
      { uid: 'web9' },
    ]);
    const listOf = async () => (await resultsOf(lead)).waiting.find(({ track }) => track === 'web');
    expect(await listOf()).toMatchObject({ free: 2, members: waiting.map((uid) => ({ uid })) });
    // The lead puts one first, and the places go on.
    expect((await lead.put('/api/admin/results/waiting-list', { uids: ['web12', 'web10'] })).status).toBe(
      200,
    );
    const inOrder = (await listOf())?.members.map(({ uid }) => uid) ?? [];
    expect(inOrder).toEqual(['web12', 'web10', 'web11']);
    for (const uid of inOrder.slice(0, 2))
      expect((await releaseNow(lead, { uids: [uid], offer: true, answerBy: 3 })).status).toBe(200);
    expect(await listOf()).toMatchObject({ free: 0, members: [{ uid: 'web11' }] });
    expect(await outcomeOf('web12')).toBe('selected');
    expect((await lead.put('/api/admin/results/waiting-list', { uids: ['web12'] })).status).toBe(409);
    const answered = await lead.get('/api/admin/members?place=confirmed,open&limit=50');
    expect(answered.body).toMatchObject({ total: 12 });
    const { body } = (await people[0]?.get('/api/me/result')) ?? {};
    expect((body as MemberResult).place?.state).toBe('confirmed');
    const csv = await lead.get('/api/admin/members.csv?place=confirmed');
    expect(csv.text).toContain('"Selected, confirmed"');
  });
});

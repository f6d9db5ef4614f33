import { expect, it, onTestFinished } from 'vitest';
import type { Outcome } from '#domain/outcomes.ts';
import type { MemberResult } from '#domain/results.ts';
import type { Store } from '#server/store/open.ts';
import {
  openWithMember,
  type Person,
  registerPerson,
  signIn,
  signInAdministrator,
  type TestApp,
} from '#tests/helpers/app.ts';
import { describeEachEngine, storeAt, type TestEngine } from '#tests/helpers/engines.ts';
import { changesOf, rowsOf } from '#tests/helpers/records.ts';
import {
  addSelected,
  correct,
  decide,
  makeCorrectionsDue,
  planCorrection,
  releaseNow,
  resultsOf,
} from '#tests/helpers/results.ts';
import { refusedWith } from '#tests/helpers/visitor.ts';
import { waitingWriters } from '#tests/helpers/waiting-writers.ts';
import { applyDueCorrections } from './correct-result.ts';
import { answerPlace, lapsePlaces } from './places.ts';

const day = 24 * 60 * 60_000;

/** Asha is selected and Ravi waits; selected members have some days to answer. */
async function open(engine: TestEngine, asked: { answerBy?: number } = { answerBy: 5 }) {
  const { portal, person: asha } = await openWithMember(engine, { env: { TIME_ZONE: 'Asia/Kolkata' } });
  const ravi = await registerPerson(portal, { fullName: 'Ravi Iyer' });
  const administrator = await signInAdministrator(portal);
  const give = (uid: string, outcome: Outcome) => decide(administrator, [uid], outcome);
  await give(asha.uid, 'selected');
  await give(ravi.uid, 'waitlisted');
  expect((await releaseNow(administrator, asked)).status).toBe(200);
  return { portal, asha, ravi, administrator };
}

async function resultOf(person: Person): Promise<MemberResult> {
  return (await person.get('/api/me/result')).body as MemberResult;
}

const say = (person: Person, answer: string) => person.post('/api/me/place', { answer });

/** Lets this much time pass for the places, and does the repeated work in two processes. */
async function pass({ store, deps }: TestApp, time: number): Promise<void> {
  const earlier = (at: string) => new Date(Date.parse(at) - time).toISOString();
  for (const { uid, answerUntil, releasedAt } of await store.db.selectFrom('results').selectAll().execute()) {
    const moved = { releasedAt: earlier(releasedAt), answerUntil: answerUntil && earlier(answerUntil) };
    await store.db.updateTable('results').set(moved).where('uid', '=', uid).execute();
  }
  await Promise.all([lapsePlaces(deps), lapsePlaces(deps)]);
}

/** A store whose transactions stay open once they have written. */
function uncommitted(store: Store) {
  const [written, leave] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const change: Store['change'] = (work) =>
    store.change(async (trx) => {
      const result = await work(trx);
      written.resolve();
      await leave.promise;
      return result;
    });
  onTestFinished(() => leave.resolve());
  return { store: { ...store, change }, written: written.promise, commit: leave.resolve };
}

describeEachEngine('a place', (engine) => {
  it('is asked for until 23:59 of the last day where the club is, of selected members only', async () => {
    const { portal, asha, ravi } = await open(engine);
    const { place, releasedAt } = await resultOf(asha);
    expect(place).toMatchObject({ state: 'open', until: expect.stringContaining('T18:29:00.000Z') });
    const days = (Date.parse(place?.until ?? '') - Date.parse(releasedAt ?? '')) / day;
    expect(Math.abs(days - 5)).toBeLessThan(1);
    expect(await resultOf(ravi)).toMatchObject({ outcome: 'waitlisted', place: null });
    expect((await asha.get('/api/me/result/panel')).body).toMatchObject({ panel: { place } });
    const mail = (await portal.mails()).find(({ to }) => to.includes(asha.registration.email));
    expect(mail?.text).toMatch(/Say on your dashboard by .*, 23:59 whether you take your place/);
  });

  it('is not asked for unless the round does', async () => {
    const { asha, administrator } = await open(engine, {});
    expect((await resultOf(asha)).place).toBeNull();
    expect(await say(asha, 'yes')).toMatchObject(refusedWith(409, 'NO_PLACE'));
    expect((await asha.post('/api/me/certificate', {})).status).toBe(200);
    expect(
      await administrator.put('/api/admin/results/places', { uids: [asha.uid], answerBy: 3 }),
    ).toMatchObject(refusedWith(409, 'NO_PLACE'));
  });

  it('is confirmed once in two windows, can then be given back, and is not taken again', async () => {
    const { portal, asha, ravi, administrator } = await open(engine);
    const certificate = () => asha.post('/api/me/certificate', {});
    expect(await certificate()).toMatchObject(refusedWith(409, 'NOT_SELECTED'));
    const answers = await Promise.all([say(asha, 'yes'), say(asha, 'yes')]);
    expect(answers).toMatchObject([
      { status: 200, body: { outcome: 'selected', place: { state: 'confirmed' } } },
      { status: 200, body: { place: { state: 'confirmed' } } },
    ]);
    const logged = () => administrator.get(`/api/admin/changes?kind=place-answered&uid=${asha.uid}`);
    expect((await logged()).body).toMatchObject({
      changes: [{ actor: 'member', fields: { place: { old: null, new: 'yes' } } }],
    });
    expect((await certificate()).status).toBe(200);
    await pass(portal, 6 * day);
    expect(await resultOf(asha)).toMatchObject({ place: { state: 'confirmed' } });
    const { body } = await certificate();
    const page = `/certificate/${(body as { certificate: string }).certificate}`;
    expect((await portal.visitor().get(page)).status).toBe(200);
    expect((await say(asha, 'no')).body).toMatchObject({ place: { state: 'declined' } });
    expect((await portal.visitor().get(page)).status).toBe(404);
    expect(await say(asha, 'yes')).toMatchObject(refusedWith(409, 'PLACE_ANSWERED'));
    expect((await asha.get('/api/me/result/panel')).body).toMatchObject({
      panel: { title: 'You’ve given your place back', next: '' },
    });
    for (const answer of ['maybe', 1, null]) {
      expect(await asha.post('/api/me/place', { answer })).toMatchObject(refusedWith(400, 'INVALID_INPUT'));
    }
    expect(await say(ravi, 'yes')).toMatchObject(refusedWith(409, 'NO_PLACE'));
    expect((await portal.visitor().post('/api/me/place', { answer: 'yes' })).status).toBe(401);
  });

  it('is asked for again two days before the end, once, and lapses after it', async () => {
    const { portal, asha } = await open(engine);
    await portal.mails();
    const reminders = async () =>
      (await portal.mails()).filter(({ subject }) => subject.startsWith('Do you take your place'));
    await pass(portal, 1.9 * day);
    expect(await reminders()).toHaveLength(0);
    await pass(portal, 2.2 * day);
    await pass(portal, 0);
    expect(await reminders()).toMatchObject([
      { text: expect.stringContaining('haven’t got your answer yet') },
    ]);
    expect(await resultOf(asha)).toMatchObject({ place: { state: 'open' } });
    await pass(portal, 3 * day);
    expect(await resultOf(asha)).toMatchObject({ outcome: 'selected', place: { state: 'lapsed' } });
    expect(await say(asha, 'yes')).toMatchObject(refusedWith(409, 'PLACE_LAPSED'));
    expect(await say(asha, 'no')).toMatchObject(refusedWith(409, 'PLACE_LAPSED'));
    const lapses = (await rowsOf(portal.store, 'changes')).filter(({ kind }) => kind === 'place-answered');
    expect(lapses).toHaveLength(1);
    expect(await reminders()).toHaveLength(1);
    await pass(portal, 0);
    const notices = (await portal.mails()).filter(({ subject }) => subject.endsWith('has lapsed'));
    expect(notices).toMatchObject([{ text: expect.stringContaining('Ask the club if it is still free') }]);
  });

  it('has no answer after its end, also before the repeated work has noticed', async () => {
    const { portal, asha } = await open(engine);
    await portal.store.db.updateTable('results').set({ answerUntil: '2026-01-01T00:00:00.000Z' }).execute();
    expect(await say(asha, 'yes')).toMatchObject(refusedWith(409, 'PLACE_LAPSED'));
    expect(await resultOf(asha)).toMatchObject({ place: { state: 'lapsed' } });
  });

  it('is kept longer if the lead extends it, also after it has lapsed', async () => {
    const { portal, asha, ravi, administrator } = await open(engine);
    await pass(portal, 6 * day);
    await portal.mails();
    const extend = (answerBy: unknown, uids = [asha.uid, ravi.uid, 'gone']) =>
      administrator.put('/api/admin/results/places', { uids, answerBy });
    expect(await extend('2020-01-01')).toMatchObject(
      refusedWith(400, 'INVALID_INPUT', { field: 'answerBy' }),
    );
    expect((await extend(4)).status).toBe(200);
    expect(await resultOf(asha)).toMatchObject({ place: { state: 'open' } });
    expect((await resultOf(ravi)).place).toBeNull();
    expect((await portal.mails()).at(-1)?.text).toContain('Say on your dashboard by');
    expect((await say(asha, 'yes')).status).toBe(200);
    expect(await extend(4)).toMatchObject(refusedWith(409, 'NO_PLACE'));
    expect((await asha.put('/api/admin/results/places', { uids: [asha.uid], answerBy: 4 })).status).toBe(403);
  });

  it('is offered to a member of the waiting list with a separate date, once', async () => {
    const { portal, asha, ravi, administrator } = await open(engine);
    await say(asha, 'no');
    const offer = (uids: string[]) => releaseNow(administrator, { uids, offer: true, answerBy: 2 });
    expect(await offer([asha.uid])).toMatchObject(refusedWith(409, 'STALE_VERSION'));
    const offers = await Promise.all([offer([ravi.uid]), offer([ravi.uid])]);
    expect(offers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    const { place } = await resultOf(ravi);
    expect(place?.state).toBe('open');
    expect(Date.parse(place?.until ?? '')).toBeLessThan(Date.now() + 3 * day);
    // Two days are too few for a reminder.
    await portal.mails();
    await pass(portal, 0);
    const kinds = (await rowsOf(portal.store, 'mail_outbox')).filter(({ topic }) => topic === 'result:place');
    expect(kinds).toEqual([]);
    expect((await say(ravi, 'yes')).status).toBe(200);
  });

  it('goes with a correction, whether it is confirmed or not', async () => {
    const { portal, asha, ravi, administrator } = await open(engine);
    await planCorrection(administrator, asha.uid, { outcome: 'not-selected' });
    // During its grace the member sees nothing of it.
    expect((await say(asha, 'yes')).status).toBe(200);
    await portal.store.db
      .updateTable('result_corrections')
      .set({ dueAt: '2026-01-01T00:00:00.000Z' })
      .execute();
    await Promise.all([applyDueCorrections(portal.deps), say(asha, 'yes')]);
    expect(await resultOf(asha)).toMatchObject({ outcome: 'not-selected', place: null });
    expect(await say(asha, 'yes')).toMatchObject(refusedWith(409, 'NO_PLACE'));
    await correct(portal, administrator, ravi.uid, { outcome: 'selected' });
    expect(await resultOf(ravi)).toMatchObject({ outcome: 'selected', place: { state: 'open' } });
    await say(ravi, 'yes');
    const removal = { body: { confirm: 'Ravi Iyer' } };
    expect((await administrator.send('DELETE', `/api/admin/members/${ravi.uid}`, removal)).status).toBe(200);
    expect((await rowsOf(portal.store, 'results')).map(({ uid }) => uid)).toEqual([asha.uid]);
  });

  it.each(['member', 'lead'])(
    'that is confirmed and withdrawn in the same moment has one end if the %s is first',
    async (first) => {
      const { portal, asha, administrator } = await open(engine);
      const { deps, store } = portal;
      const other = storeAt(deps.config);
      await planCorrection(administrator, asha.uid, { outcome: 'waitlisted' });
      await makeCorrectionsDue(deps);
      const answer = (by: Store) => answerPlace(by, asha.uid, 'yes');
      const withdraw = (by: Store) => applyDueCorrections({ ...deps, store: by });
      const [earlier, later] = first === 'member' ? [answer, withdraw] : [withdraw, answer];
      const held = uncommitted(store);
      const ended = [earlier(held.store)];
      await held.written;
      ended.push(later(other));
      if (engine === 'postgres') await expect.poll(() => waitingWriters(store.db)).toBe(1);
      held.commit();
      const [, end] = await Promise.allSettled(ended);
      if (first === 'member') expect(end).toMatchObject({ status: 'fulfilled' });
      else expect(end).toMatchObject({ status: 'rejected', reason: { code: 'NO_PLACE' } });
      // The log has no answer after the withdrawal.
      const kinds = (await changesOf(store, asha.uid)).map(({ kind }) => kind);
      const answered = first === 'member' ? ['place-answered'] : [];
      expect(kinds).toEqual(['registered', 'result-released', ...answered, 'result-corrected']);
      expect(await rowsOf(store, 'results')).toContainEqual(
        expect.objectContaining({ uid: asha.uid, outcome: 'waitlisted', answer: null, answerUntil: null }),
      );
      expect((await asha.post('/api/me/certificate', {})).status).toBe(409);
      const mails = (await portal.mails()).filter(({ to }) => to.includes(asha.registration.email));
      expect(mails).toMatchObject([{ text: expect.stringContaining('replaces your earlier result') }]);
    },
  );

  it.each([
    ['with a number of places', { web: 1 }],
    ['without one', {}],
  ])(
    'of a member who is removed is free %s, and is theirs again when they are restored',
    async (_, places) => {
      const { portal, person: asha } = await openWithMember(engine);
      const [ravi, meera] = [await registerPerson(portal), await registerPerson(portal)];
      for (const { put } of [asha, ravi, meera]) await put('/api/me/track', { developmentTrack: 'web' });
      const administrator = await signInAdministrator(portal);
      const { settings, settingsVersion: version } = await resultsOf(administrator);
      const saved = { settings, version, places };
      expect((await administrator.put('/api/admin/results/settings', saved)).status).toBe(200);
      await decide(administrator, [asha.uid], 'selected');
      await decide(administrator, [ravi.uid, meera.uid], 'waitlisted');
      await releaseNow(administrator, { answerBy: 5 });
      await say(asha, 'yes');
      const { body: certificate } = await asha.post('/api/me/certificate', {});
      const seen = await resultOf(asha);
      const view = async () => {
        const { waiting, counts } = await resultsOf(administrator);
        const confirmed = counts.filter(({ place }) => place === 'confirmed');
        return { free: waiting.map(({ free }) => free), confirmed: confirmed.map(({ members }) => members) };
      };
      expect(await view()).toEqual({ free: [0], confirmed: [1] });
      const removal = { body: { confirm: asha.registration.fullName } };
      await administrator.send('DELETE', `/api/admin/members/${asha.uid}`, removal);
      expect(await view()).toEqual({ free: [1], confirmed: [] });
      const page = `/certificate/${(certificate as { certificate: string }).certificate}`;
      expect((await portal.visitor().get(page)).status).toBe(404);
      await releaseNow(administrator, { uids: [ravi.uid], offer: true, answerBy: 5 });
      expect((await administrator.post(`/api/admin/trash/${asha.uid}/restore`, {})).status).toBe(200);
      const back = await signIn(portal, asha.registration.email, asha.registration.password);
      expect(await resultOf({ ...asha, ...back })).toEqual(seen);
      expect((await portal.visitor().get(page)).status).toBe(200);
      // One place more than there are: the lead decides whose it is.
      await say(ravi, 'yes');
      expect(await view()).toEqual({ free: [0], confirmed: [2] });
      expect(await resultOf(ravi)).toMatchObject({ place: { state: 'confirmed' } });
    },
  );

  it('lapses in portions that a process that dies leaves to the next', async () => {
    const { portal } = await open(engine);
    const { administrator } = await addSelected(portal, 250);
    await releaseNow(administrator, { answerBy: 5 });
    const { store, deps } = portal;
    let begun = 0;
    const transact: typeof store.transact = (work) => {
      begun += 1;
      return begun < 3 ? store.transact(work) : Promise.reject(new Error('killed'));
    };
    await store.db.updateTable('results').set({ answerUntil: '2026-01-01T00:00:00.000Z' }).execute();
    await expect(lapsePlaces({ ...deps, store: { ...store, transact } })).rejects.toThrow('killed');
    const lapsed = async () =>
      (await rowsOf(store, 'results')).filter(({ answer }) => answer === 'lapsed').length;
    expect(await lapsed()).toBe(100);
    await Promise.all([lapsePlaces(deps), lapsePlaces(deps)]);
    expect(await lapsed()).toBe(251);
    const logged = (await rowsOf(store, 'changes')).filter(({ kind }) => kind === 'place-answered');
    expect(new Set(logged.map(({ uid }) => uid)).size).toBe(251);
    expect(logged).toHaveLength(251);
  });
});

import { expect, it } from 'vitest';
import type { Outcome } from '#domain/outcomes.ts';
import { openWithMember, registerPerson, signInAdministrator } from '#tests/helpers/app.ts';
import { describeEachEngine, type TestEngine } from '#tests/helpers/engines.ts';
import { rowsOf } from '#tests/helpers/records.ts';
import {
  correct,
  decide,
  makeCorrectionsDue,
  planCorrection,
  releaseNow,
  resultsOf,
} from '#tests/helpers/results.ts';
import { refusedWith } from '#tests/helpers/visitor.ts';
import { applyDueCorrections } from './correct-result.ts';

/** The results are released: Asha is selected, Ravi has no outcome. */
async function openReleased(engine: TestEngine) {
  const { portal, person: asha } = await openWithMember(engine);
  const ravi = await registerPerson(portal, { fullName: 'Ravi Iyer' });
  const administrator = await signInAdministrator(portal);
  const seq = await decide(administrator, [asha.uid], 'selected');
  await releaseNow(administrator);
  const seenBy = async ({ get }: typeof asha) =>
    Promise.all(['result', 'result/panel'].map(async (path) => (await get(`/api/me/${path}`)).body));
  const outcomeOf = async (uid: string) => (await administrator.get(`/api/admin/outcomes/${uid}`)).body;
  const mailsAboutResults = async () =>
    (await portal.mails()).filter(({ text }) => /result|waiting list|place/.test(text));
  return { portal, asha, ravi, administrator, seq, seenBy, outcomeOf, mailsAboutResults };
}

const inTenMinutes = (text: string) => {
  const left = Date.parse(text) - Date.now();
  return left > 9 * 60_000 && left <= 10 * 60_000;
};

describeEachEngine('a correction of a released result', (engine) => {
  it('waits for ten minutes, in which only administrators see it, and can be undone', async () => {
    const { portal, asha, administrator, seenBy, outcomeOf, mailsAboutResults } = await openReleased(engine);
    const certificate = await asha.post('/api/me/certificate', {});
    const before = await seenBy(asha);
    const { counts } = await resultsOf(administrator);
    const planned = await planCorrection(administrator, asha.uid, { outcome: 'waitlisted', note: 'Sorry.' });
    const correction = {
      ...{ before: 'selected', after: 'waitlisted', reason: 'Two members were confused', note: 'Sorry.' },
      dueAt: expect.toSatisfy(inTenMinutes),
    };
    const pending = { outcome: 'selected', released: true, sendsMail: false, correction };
    expect(planned).toMatchObject({ status: 200, body: pending });
    expect(await outcomeOf(asha.uid)).toEqual(pending);
    expect(await resultsOf(administrator)).toMatchObject({
      counts,
      corrections: [{ ...correction, uid: asha.uid, fullName: 'Asha Rao' }],
    });
    const { body: list } = await administrator.get('/api/admin/members?q=asha%20rao');
    expect(list).toMatchObject({
      members: [{ outcome: 'selected', correction: { after: 'waitlisted', dueAt: correction.dueAt } }],
    });
    await applyDueCorrections(portal.deps);
    expect(await seenBy(asha)).toEqual(before);
    const page = `/certificate/${(certificate.body as { certificate: string }).certificate}`;
    expect((await portal.visitor().get(page)).status).toBe(200);
    expect(await rowsOf(portal.store, 'outcomes')).toMatchObject([{ outcome: 'selected' }]);
    expect(await mailsAboutResults()).toEqual([]);

    const undone = await administrator.send('DELETE', `/api/admin/results/${asha.uid}/correction`, {
      body: {},
    });
    expect(undone.body).toEqual({ ...pending, correction: null });
    await applyDueCorrections(portal.deps);
    expect(await seenBy(asha)).toEqual(before);
    expect(await resultsOf(administrator)).toMatchObject({ corrections: [] });
  });

  it('then takes effect once, in one of two processes, with reason, sentence and one email', async () => {
    const { portal, asha, ravi, administrator, seenBy, mailsAboutResults } = await openReleased(engine);
    await asha.post('/api/me/certificate', {});
    await planCorrection(administrator, asha.uid, {
      outcome: 'not-selected',
      note: 'We’re sorry for the mix-up.',
    });
    await planCorrection(administrator, ravi.uid, { outcome: 'waitlisted' });
    await makeCorrectionsDue(portal.deps);
    await Promise.all([applyDueCorrections(portal.deps), applyDueCorrections(portal.deps)]);
    const note = 'We’re sorry for the mix-up.';
    expect(await seenBy(asha)).toMatchObject([
      { outcome: 'not-selected' },
      { panel: { outcome: 'not-selected', note, certificate: null } },
    ]);
    expect(await seenBy(ravi)).toMatchObject([{ outcome: 'waitlisted' }, { panel: { note: '' } }]);
    const { body } = await administrator.get('/api/admin/changes?kind=result-corrected');
    const reason = { old: null, new: 'Two members were confused' };
    expect((body as { changes: unknown[] }).changes).toHaveLength(2);
    expect((body as { changes: unknown[] }).changes).toContainEqual(
      expect.objectContaining({
        uid: asha.uid,
        actor: 'administrator',
        fields: {
          outcome: { old: 'selected', new: 'not-selected' },
          reason,
          note: { old: null, new: note },
        },
        undoable: false,
      }),
    );
    // Asha's email of the release has not left, and will say what the result is then.
    expect(await resultsOf(administrator)).toMatchObject({
      corrections: [],
      emails: { total: 2, waiting: 2 },
    });
    const mails = await mailsAboutResults();
    const sentTo = ({ registration }: typeof asha) =>
      mails.filter(({ to }) => to.includes(registration.email)).map(({ text }) => text);
    expect(sentTo(asha)).toEqual([expect.stringContaining('This replaces your earlier result.')]);
    expect(sentTo(asha)[0]).toContain(note);
    expect(sentTo(ravi)).toEqual([expect.not.stringContaining('This replaces')]);
  });

  it('can take a result back, and an email that has not left says only what the result is then', async () => {
    const { portal, asha, administrator, seenBy } = await openReleased(engine);
    await correct(portal, administrator, asha.uid, { outcome: 'waitlisted' });
    await correct(portal, administrator, asha.uid, { outcome: null, note: 'We’ll call you.' });
    expect(await seenBy(asha)).toEqual([{ outcome: null, releasedAt: null, place: null }, { panel: null }]);
    expect((await asha.post('/api/me/certificate', {})).status).toBe(409);
    const withdrawn = {
      subject: expect.stringContaining('withdrawn'),
      text: expect.stringContaining('We’ll call you.'),
    };
    expect(await portal.mails()).toMatchObject([withdrawn]);
    await correct(portal, administrator, asha.uid, { outcome: 'selected' });
    expect(await portal.mails()).toMatchObject([
      withdrawn,
      { text: expect.not.stringContaining('This replaces') },
    ]);
  });

  it('is mailed immediately, however long the emails of the release take', async () => {
    const { portal, asha, ravi, administrator, mailsAboutResults } = await openReleased(engine);
    await administrator.patch('/api/admin/results/emails', { stopped: true });
    for (const { uid } of [asha, ravi]) await correct(portal, administrator, uid, { outcome: 'waitlisted' });
    expect(await mailsAboutResults()).toHaveLength(2);
    // None of the bulk emails that may be sent today.
    expect(await rowsOf(portal.store, 'mail_outbox')).toMatchObject([{ lane: 0 }, { lane: 0 }]);
  });

  it('goes with its member, who may be removed meanwhile', async () => {
    const { portal, asha, administrator } = await openReleased(engine);
    await planCorrection(administrator, asha.uid, { outcome: null });
    await administrator.send('DELETE', `/api/admin/members/${asha.uid}`, { body: { confirm: 'Asha Rao' } });
    await makeCorrectionsDue(portal.deps);
    await applyDueCorrections(portal.deps);
    expect(await rowsOf(portal.store, 'result_corrections')).toEqual([]);
    expect(await rowsOf(portal.store, 'results')).toEqual([]);
  });

  it('keeps its ten minutes if it was planned while a former one failed', async () => {
    const { portal, asha, administrator, outcomeOf } = await openReleased(engine);
    await planCorrection(administrator, asha.uid, { outcome: 'waitlisted' });
    await makeCorrectionsDue(portal.deps);
    const change = async () => {
      await administrator.send('DELETE', `/api/admin/results/${asha.uid}/correction`, { body: {} });
      await planCorrection(administrator, asha.uid, { outcome: 'not-selected' });
      throw new Error('The database is away.');
    };
    await applyDueCorrections({ ...portal.deps, store: { ...portal.store, change } });
    expect(portal.takeErrors()).toHaveLength(1);
    expect(await outcomeOf(asha.uid)).toMatchObject({
      correction: { after: 'not-selected', dueAt: expect.toSatisfy(inTenMinutes) },
    });
  });

  it('is refused where there is nothing to correct', async () => {
    const { asha, ravi, administrator, seq } = await openReleased(engine);
    const plan = (uid: string, outcome: Outcome | null, more = {}) =>
      planCorrection(administrator, uid, { outcome, ...more });
    const undo = (uid: string) =>
      administrator.send('DELETE', `/api/admin/results/${uid}/correction`, { body: {} });
    expect(await plan('gone', 'selected')).toMatchObject(refusedWith(404, 'MEMBER_NOT_FOUND'));
    expect(await undo('gone')).toMatchObject(refusedWith(404, 'MEMBER_NOT_FOUND'));
    expect(await undo(asha.uid)).toMatchObject(refusedWith(409, 'NOT_PENDING'));
    expect(await plan(asha.uid, 'selected')).toMatchObject(refusedWith(409, 'SAME_OUTCOME'));
    expect(await plan(ravi.uid, null)).toMatchObject(refusedWith(409, 'SAME_OUTCOME'));
    expect(await plan(asha.uid, null, { reason: ' ' })).toMatchObject(
      refusedWith(400, 'INVALID_INPUT', { field: 'reason' }),
    );
    expect(await plan(asha.uid, null, { shown: { outcome: 'waitlisted' } })).toMatchObject(
      refusedWith(409, 'STALE_VERSION', { current: { outcome: 'selected' } }),
    );
    expect((await plan(asha.uid, null, { shown: { outcome: 'selected' } })).status).toBe(200);
    expect(await plan(asha.uid, 'waitlisted')).toMatchObject(refusedWith(409, 'CORRECTION_PENDING'));
    // Outcomes are set, and a change of them is undone, before their release only.
    const set = { uids: [asha.uid, ravi.uid], outcome: 'not-selected' };
    expect(await administrator.patch('/api/admin/outcomes', set)).toMatchObject(
      refusedWith(409, 'ALREADY_RELEASED', {
        message: expect.stringContaining('of one of them is released'),
      }),
    );
    expect(await administrator.post(`/api/admin/changes/${seq}/undo`, {})).toMatchObject(
      refusedWith(409, 'NOT_UNDOABLE'),
    );
  });
});

it('outcomes are corrected after the release only', async () => {
  const { person, portal } = await openWithMember('sqlite');
  const administrator = await signInAdministrator(portal);
  expect(await planCorrection(administrator, person.uid, { outcome: 'selected' })).toMatchObject(
    refusedWith(409, 'NOT_RELEASED'),
  );
});

describeEachEngine('the history of outcomes before the release', (engine) => {
  it('names each member’s old and new outcome, and undoes the change', async () => {
    const { portal, person: asha } = await openWithMember(engine);
    const ravi = await registerPerson(portal, { fullName: 'Ravi Iyer' });
    const administrator = await signInAdministrator(portal);
    const historyOf = async (query: string) => {
      const { body } = await administrator.get(`/api/admin/changes?kind=outcomes-set${query}`);
      return (body as { changes: unknown[] }).changes;
    };
    const both = await decide(administrator, [asha.uid, ravi.uid], 'selected');
    const one = await decide(administrator, [ravi.uid], 'waitlisted');
    const first = { seq: both, actor: 'administrator', batchSize: 2, undoable: true, undoneBy: null };
    expect(await historyOf(`&uid=${asha.uid}`)).toMatchObject([
      { ...first, uid: asha.uid, fullName: 'Asha Rao', fields: { outcome: { old: null, new: 'selected' } } },
    ]);
    const second = { seq: one, uid: ravi.uid, fields: { outcome: { old: 'selected', new: 'waitlisted' } } };
    expect(await historyOf(`&uid=${ravi.uid}`)).toMatchObject([second, { ...first, uid: ravi.uid }]);
    expect(await historyOf('')).toMatchObject([second, first]);
    expect((await administrator.post(`/api/admin/changes/${one}/undo`, {})).status).toBe(200);
    const undo = { fields: { outcome: { old: 'waitlisted', new: 'selected' } }, undoes: one };
    expect(await historyOf(`&uid=${ravi.uid}`)).toMatchObject([
      undo,
      { undoneBy: expect.any(Number) },
      first,
    ]);
    await releaseNow(administrator);
    expect(await historyOf(`&uid=${asha.uid}`)).toMatchObject([{ seq: both, undoable: false }]);
    for (const { uid, name } of [
      { uid: asha.uid, name: 'Asha Rao' },
      { uid: ravi.uid, name: 'Ravi Iyer' },
    ])
      await administrator.send('DELETE', `/api/admin/members/${uid}`, { body: { confirm: name } });
    expect(await historyOf('')).toEqual([]);
  });
});

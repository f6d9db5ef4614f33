import { expect, it } from 'vitest';
import type { OutcomesAnswer } from '#domain/results.ts';
import type { ResultsDifference, ResultsView } from '#domain/results-page.ts';
import { removeMembers } from '#server/accounts/removal.ts';
import { latestSeq } from '#server/changes/change-log.ts';
import { emailMovedMail } from '#server/mail/messages.ts';
import { planMails } from '#server/mail/outbox-store.ts';
import { saveReview } from '#tests/helpers/admin-api.ts';
import {
  confirmEmail,
  openWithMember,
  type Person,
  registerPerson,
  signInAdministrator,
  type TestAppOptions,
} from '#tests/helpers/app.ts';
import { describeEachEngine, type TestEngine } from '#tests/helpers/engines.ts';
import { addRecords, newRecord, submittedRecord } from '#tests/helpers/made-records.ts';
import { project } from '#tests/helpers/member-input.ts';
import { rowsOf } from '#tests/helpers/records.ts';
import {
  correct,
  decide,
  inMinutes,
  makeDue,
  releaseNow,
  resultsOf,
  stateOf,
} from '#tests/helpers/results.ts';
import { refusedWith } from '#tests/helpers/visitor.ts';
import { releaseIfDue } from './rounds.ts';

const nothing = { outcome: null, releasedAt: null, place: null };

async function open(engine: TestEngine, options: TestAppOptions = {}) {
  const { portal, person: asha } = await openWithMember(engine, options);
  const ravi = await registerPerson(portal, { fullName: 'Ravi Iyer' });
  const administrator = await signInAdministrator(portal);
  return { portal, asha, ravi, administrator };
}

describeEachEngine('outcomes', (engine) => {
  it('are set, changed and taken away, for many together, with undo', async () => {
    const { asha, ravi, administrator } = await open(engine);
    const { body } = await administrator.patch('/api/admin/outcomes', {
      uids: [asha.uid, asha.uid, 'gone', ravi.uid],
      outcome: 'selected',
    });
    expect(body).toMatchObject({ changed: 2, skipped: ['gone'] });
    const outcomeOf = async (uid: string) => (await administrator.get(`/api/admin/outcomes/${uid}`)).body;
    const undo = (seq: number | null) => administrator.post(`/api/admin/changes/${seq}/undo`, {});
    expect(await outcomeOf(asha.uid)).toEqual({
      outcome: 'selected',
      released: false,
      sendsMail: false,
      correction: null,
    });
    const second = await decide(administrator, [asha.uid], 'waitlisted');
    expect(await undo((body as OutcomesAnswer).seq)).toMatchObject(
      refusedWith(409, 'CHANGED_SINCE', { message: expect.stringContaining('1 of 2') }),
    );
    expect(await undo(second)).toMatchObject({ status: 200, body: { undone: 1 } });
    expect(await undo((body as OutcomesAnswer).seq)).toMatchObject({ status: 200, body: { undone: 2 } });
    expect(await outcomeOf(asha.uid)).toEqual({
      outcome: null,
      released: false,
      sendsMail: false,
      correction: null,
    });
    await decide(administrator, [ravi.uid], 'not-selected');
    expect(await decide(administrator, [ravi.uid], 'not-selected')).toBeNull();
    await decide(administrator, [ravi.uid], null);
    expect(await outcomeOf(ravi.uid)).toEqual({
      outcome: null,
      released: false,
      sendsMail: false,
      correction: null,
    });
  });

  it('are set only if the page showed what they replace', async () => {
    const { portal, asha, ravi, administrator } = await open(engine);
    await decide(administrator, [ravi.uid], 'waitlisted');
    const uids = [asha.uid, ravi.uid];
    const set = (outcome: string, shown: (string | null)[]) =>
      administrator.patch('/api/admin/outcomes', {
        uids,
        outcome,
        shown: uids.map((uid, index) => ({ uid, outcome: shown[index] })),
      });
    expect(await set('selected', [null, null])).toMatchObject(
      refusedWith(409, 'STALE_VERSION', { current: [{ uid: ravi.uid, outcome: 'waitlisted' }] }),
    );
    expect(await rowsOf(portal.store, 'outcomes')).toMatchObject([{ uid: ravi.uid }]);
    // An outcome that is there already is not replaced.
    expect((await set('waitlisted', [null, null])).body).toMatchObject({ changed: 1 });
    expect((await set('selected', ['waitlisted', 'waitlisted'])).body).toMatchObject({ changed: 2 });
  });

  it('are counted by the track of the submission', async () => {
    const { portal, asha, administrator } = await open(engine);
    await addRecords(portal.store, [
      submittedRecord({ uid: 'moved', developmentTrack: 'web', submissionTrack: 'ml' }),
      submittedRecord({ uid: 'done', submissionReviewed: true }),
    ]);
    await decide(administrator, ['moved', 'done'], 'selected');
    // Delivers those about the registrations.
    await portal.mails();
    const { content, outbox } = portal.deps;
    const mail = emailMovedMail(content.club, { uid: null, to: 'lead@club.example' });
    await outbox.enqueue(portal.store.db, mail);
    await portal.store.transact((trx) => planMails(trx, 'result', [asha.uid], Date.now()));
    expect(await resultsOf(administrator)).toMatchObject({
      counts: [
        { track: 'web', outcome: 'selected', members: 1 },
        { track: 'ml', outcome: 'selected', members: 1 },
        { track: null, outcome: null, members: 2 },
      ],
      ...{ unreviewed: 1, unsentEmails: 1, rounds: [], emails: { total: 1 } },
    });
  });
});

describeEachEngine('a release', (engine) => {
  it('shows each member their own result, and nothing to those without one', async () => {
    const { portal, asha, ravi, administrator } = await open(engine);
    await decide(administrator, [asha.uid], 'selected');
    const shown = await stateOf(administrator);
    const answer = await releaseNow(administrator, { shown });
    expect(answer).toMatchObject({
      status: 200,
      body: { rounds: [{ left: 0, members: 1 }], emails: { total: 1, waiting: 1 } },
    });
    const { releasedAt } = (answer.body as ResultsView).rounds[0] ?? {};
    expect((await asha.get('/api/me/result')).body).toEqual({
      outcome: 'selected',
      releasedAt,
      place: null,
    });
    expect((await asha.get('/api/me/result/panel')).body).toMatchObject({
      panel: { outcome: 'selected', title: 'You’re in!', link: null, date: null, certificate: null },
    });
    expect((await ravi.get('/api/me/result')).body).toEqual(nothing);
    expect((await administrator.get('/api/me/result')).body).toEqual(nothing);
    const released = (await rowsOf(portal.store, 'changes')).filter(({ kind }) => kind === 'result-released');
    expect(released.map(({ uid }) => uid)).toEqual([asha.uid]);
    expect(await releaseNow(administrator)).toMatchObject(refusedWith(409, 'NO_OUTCOMES'));
  });

  it('by two people at the same time is done by one of them', async () => {
    const { portal, asha, ravi, administrator } = await open(engine);
    await decide(administrator, [asha.uid, ravi.uid], 'waitlisted');
    const shown = await stateOf(administrator);
    const answers = await Promise.all([1, 2, 3, 4].map(() => releaseNow(administrator, { shown })));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409, 409]);
    const mails = (await rowsOf(portal.store, 'mail_outbox')).filter(({ kind }) => kind === 'result');
    expect(mails).toHaveLength(2);
  });

  it('of anything but what the page showed is refused, with the difference', async () => {
    const { portal, asha, ravi, administrator } = await open(engine);
    const [same, brief] = [newRecord({ uid: 'same' }), newRecord({ uid: 'brief' })];
    await addRecords(portal.store, [same, brief]);
    await decide(administrator, [asha.uid, same.uid], 'selected');
    const shown = await stateOf(administrator);
    await decide(administrator, [asha.uid], 'waitlisted');
    await decide(administrator, [ravi.uid, brief.uid], 'waitlisted');
    await decide(administrator, [ravi.uid], 'selected');
    await decide(administrator, [brief.uid], null);
    const refused = await releaseNow(administrator, { shown });
    expect(refused).toMatchObject(refusedWith(409, 'STALE_VERSION'));
    const { current } = refused.body as { current: ResultsDifference };
    expect(current.since).toEqual([
      { uid: asha.uid, fullName: 'Asha Rao', before: 'selected', after: 'waitlisted' },
      { uid: ravi.uid, fullName: 'Ravi Iyer', before: null, after: 'selected' },
    ]);
    expect((await asha.get('/api/me/result')).body).toEqual(nothing);
    // Another unreviewed submission is a difference too; one less is none.
    await addRecords(portal.store, [submittedRecord({ uid: 'late' })]);
    expect(
      await releaseNow(administrator, {
        shown: { ...shown, changed: (await stateOf(administrator)).changed },
      }),
    ).toMatchObject({ status: 409 });
    expect(await releaseNow(administrator, { shown: { changed: 1 } })).toMatchObject({ status: 400 });
    const late = await stateOf(administrator);
    expect((await saveReview(administrator, 'late', { submissionReviewed: true })).status).toBe(200);
    expect((await releaseNow(administrator, { shown: late })).status).toBe(200);
  });

  it('of nothing is refused', async () => {
    const { administrator } = await open(engine);
    for (const body of [{}, { at: '2099-01-01T00:00:00.000Z' }]) {
      expect(await releaseNow(administrator, body)).toMatchObject(refusedWith(409, 'NO_OUTCOMES'));
    }
  });
});

describeEachEngine('a planned release', (engine) => {
  it('can be moved and cancelled, and comes at no time that has passed', async () => {
    const { portal, asha, administrator } = await open(engine);
    await decide(administrator, [asha.uid], 'selected');
    const planned = async () => (await resultsOf(administrator)).rounds;
    const cancel = async (id = 'none') => administrator.send('DELETE', `/api/admin/results/rounds/${id}`);
    expect(await cancel()).toMatchObject(refusedWith(404, 'NOT_PLANNED'));
    for (const at of [inMinutes(-1), inMinutes(60 * 24 * 400), 'tomorrow']) {
      expect(await releaseNow(administrator, { at })).toMatchObject({ status: 400, body: { field: 'at' } });
    }
    const [first, second] = [inMinutes(10), inMinutes(20)];
    // Open pages learn of each change.
    const logged = async () =>
      (await rowsOf(portal.store, 'changes')).filter(({ kind }) => kind === 'results-changed').length;
    const before = await logged();
    await releaseNow(administrator, { at: first });
    expect(await planned()).toMatchObject([{ all: true, plannedFor: first, releasedAt: null, members: 1 }]);
    await releaseNow(administrator, { at: second });
    const [round] = await planned();
    expect(round).toMatchObject({ plannedFor: second });
    expect(await planned()).toHaveLength(1);
    expect(await logged()).toBe(before + 2);
    expect(await cancel(round?.id)).toMatchObject({ status: 200, body: { rounds: [] } });
    expect(await logged()).toBe(before + 3);
    await releaseNow(administrator, { at: second });
    expect((await releaseNow(administrator)).status).toBe(200);
    const [released] = await planned();
    expect(await planned()).toMatchObject([{ plannedFor: null, releasedAt: expect.any(String) }]);
    expect(await cancel(released?.id)).toMatchObject(refusedWith(409, 'ALREADY_RELEASED'));
    expect(await releaseNow(administrator, { at: inMinutes(10) })).toMatchObject({ status: 409 });
  });

  it('happens once, in one of two processes, even if both were down at the time', async () => {
    const { portal, asha, ravi, administrator } = await open(engine);
    await addRecords(portal.store, [newRecord({ uid: 'leaving' })]);
    await decide(administrator, [asha.uid, 'leaving'], 'selected');
    await releaseNow(administrator, { at: inMinutes(10) });
    // An outcome set after planning is released too, and a member who leaves is counted.
    await decide(administrator, [ravi.uid], 'selected');
    await decide(administrator, [ravi.uid], 'waitlisted');
    await removeMembers(portal.deps, ['leaving'], 'sdc-admin');
    expect(await releaseIfDue(portal.deps)).toBe(false);
    await makeDue(portal);
    const done = await Promise.all([releaseIfDue(portal.deps), releaseIfDue(portal.deps)]);
    expect(done.toSorted()).toEqual([false, true]);
    expect(await releaseIfDue(portal.deps)).toBe(false);
    expect(await resultsOf(administrator)).toMatchObject({
      rounds: [{ plannedFor: null, left: 1, members: 2 }],
      emails: { total: 2 },
    });
    expect((await ravi.get('/api/me/result')).body).toMatchObject({ outcome: 'waitlisted' });
  });

  it('with no outcome left is dropped', async () => {
    const { portal, asha, administrator } = await open(engine);
    await decide(administrator, [asha.uid], 'selected');
    await releaseNow(administrator, { at: inMinutes(10) });
    await decide(administrator, [asha.uid], null);
    await makeDue(portal);
    const logged = () => latestSeq(portal.store.db, { kind: 'results-changed' });
    const before = await logged();
    expect(await releaseIfDue(portal.deps)).toBe(false);
    const dropped = await resultsOf(administrator);
    expect(dropped).toMatchObject({ rounds: [] });
    // Open pages learn of it.
    expect(await logged()).toBeGreaterThan(before);
  });
});

describeEachEngine('the words about results', (engine) => {
  it('are the club’s, and a save from an outdated page is refused', async () => {
    const { asha, ravi, administrator } = await open(engine);
    await decide(administrator, [asha.uid], 'selected');
    await decide(administrator, [ravi.uid], 'waitlisted');
    const { settings, settingsVersion: version } = await resultsOf(administrator);
    const { selected, waitlisted } = settings.texts;
    const wanted = {
      ...settings,
      texts: {
        ...settings.texts,
        selected: { ...selected, title: 'Welcome', link: 'https://example.org/go', date: '2026-12-01' },
        waitlisted: { ...waitlisted, link: 'https://example.org/list', linkLabel: 'The list' },
      },
    };
    const save = (body: object) => administrator.put('/api/admin/results/settings', body);
    expect((await save({ settings: wanted, version })).status).toBe(200);
    expect(await save({ settings, version })).toMatchObject(
      refusedWith(409, 'STALE_VERSION', { current: { settings: wanted } }),
    );
    const bad = {
      ...wanted,
      texts: { ...wanted.texts, selected: { ...selected, link: 'javascript:alert(1)' } },
    };
    expect(await save({ settings: bad, version })).toMatchObject({
      status: 400,
      body: { message: 'The link must begin with https://' },
    });
    await releaseNow(administrator);
    expect((await asha.get('/api/me/result/panel')).body).toMatchObject({
      panel: {
        title: 'Welcome',
        link: { href: 'https://example.org/go', label: 'https://example.org/go' },
        date: '2026-12-01',
      },
    });
    expect((await ravi.get('/api/me/result/panel')).body).toMatchObject({
      panel: { link: { href: 'https://example.org/list', label: 'The list' }, date: null },
    });
  });
});

describeEachEngine('a placeholder in the words about results', (engine) => {
  it('is filled in everywhere, names nobody to an unconfirmed address, and is refused if unknown', async () => {
    const { portal, asha, ravi, administrator } = await open(engine);
    await confirmEmail(portal, asha.uid);
    await asha.put('/api/me/track', { developmentTrack: 'web' });
    await decide(administrator, [asha.uid, ravi.uid], 'selected');
    const { settings, settingsVersion: version } = await resultsOf(administrator);
    const text = '{name} is in: {track} $& {a b} {}';
    const selected = { ...settings.texts.selected, title: text, text, next: text, subject: text };
    const save = (words: object) =>
      administrator.put('/api/admin/results/settings', {
        ...{ version, settings: { ...settings, texts: { ...settings.texts, selected: words } } },
      });
    for (const field of ['title', 'text', 'next', 'subject', 'email']) {
      expect(await save({ ...selected, [field]: 'Hello {nmae}' })).toMatchObject(
        refusedWith(400, 'INVALID_INPUT', {
          message: 'There is no {nmae}. Use {name}, {firstName} or {track}.',
        }),
      );
    }
    const saved = await save({ ...selected, email: `Dear {name},\n\n${text}` });
    expect(saved.status).toBe(200);
    await releaseNow(administrator);
    const filled = 'Asha Rao is in: Web Development $& {a b} {}';
    expect((await asha.get('/api/me/result/panel')).body).toMatchObject({
      panel: { title: filled, text: filled, next: filled },
    });
    const mails = (await portal.mails()).filter(({ subject }) => subject.includes('is in'));
    const of = ({ registration }: Person) => mails.find(({ to }) => to.includes(registration.email));
    expect(of(asha)).toMatchObject({ subject: filled });
    expect(of(asha)?.text).toMatch(/^Dear Asha Rao,\n\nAsha Rao is in/);
    expect(of(ravi)).toMatchObject({ subject: 'member is in: no track $& {a b} {}' });
    expect(of(ravi)?.text).not.toContain('Ravi');
  });
});

describeEachEngine('a certificate', (engine) => {
  async function openSelected() {
    const opened = await open(engine, { env: { TIME_ZONE: 'Asia/Kolkata' } });
    const { asha, ravi, administrator } = opened;
    await decide(administrator, [asha.uid], 'selected');
    await decide(administrator, [ravi.uid], 'waitlisted');
    await releaseNow(administrator);
    const ask = async () => {
      const { body } = await asha.post('/api/me/certificate', {});
      return `/certificate/${(body as { certificate: string }).certificate}`;
    };
    return { ...opened, ask };
  }

  it('is shown to anybody with its address, as the member was at the release', async () => {
    const { portal, asha, ask } = await openSelected();
    const address = await ask();
    expect(address).toMatch(/^\/certificate\/[\w-]{22}$/);
    expect(await ask()).toBe(address);
    await portal.store.db.updateTable('members').set({ fullName: 'Somebody Else' }).execute();
    const shown = await portal.visitor().get(address);
    expect(shown.status).toBe(200);
    expect(shown.text).toContain('<h1>Asha Rao</h1>');
    expect(shown.headers.get('X-Robots-Tag')).toBe('noindex');
    // A chat shows a picture: the track's, where there is one.
    expect(shown.text).toContain('/social-card.png">');
    await portal.store.db.updateTable('results').set({ track: 'game' }).execute();
    expect((await portal.visitor().get(address)).text).toContain('/poster-game.png">');
    await portal.store.db.updateTable('results').set({ track: null }).execute();
    expect(shown.headers.get('Cache-Control')).toBe('no-store');
    // On the clock of the club, 23:45 and 00:15.
    for (const [time, day] of [
      ['18:15', 'November 20, 2026'],
      ['18:45', 'November 21, 2026'],
    ]) {
      const releasedAt = `2026-11-20T${time}:00.000Z`;
      await portal.store.db.updateTable('results').set({ releasedAt }).execute();
      expect((await portal.visitor().get(address)).text).toContain(`>${day}<`);
    }
    for (const hidden of [asha.uid, asha.registration.email, asha.registration.studentId]) {
      expect(shown.text).not.toContain(hidden);
    }
    expect((await asha.get('/api/me/result/panel')).body).toMatchObject({
      panel: { certificate: address.split('/').at(-1) },
    });
  });

  it('is for selected members only, after the release', async () => {
    const { portal, ravi, administrator } = await openSelected();
    const other = await registerPerson(portal);
    for (const person of [ravi, other, administrator]) {
      expect(await person.post('/api/me/certificate', {})).toMatchObject(refusedWith(409, 'NOT_SELECTED'));
    }
  });

  it.each(['removed', 'withdrawn', 'left'] as const)('disappears once it is %s', async (reason) => {
    const { portal, asha, administrator, ask } = await openSelected();
    const address = await ask();
    if (reason === 'removed') await asha.send('DELETE', '/api/me/certificate', { body: {} });
    if (reason === 'withdrawn') await correct(portal, administrator, asha.uid, { outcome: 'waitlisted' });
    if (reason === 'left') await removeMembers(portal.deps, [asha.uid], 'sdc-admin');
    expect(await portal.visitor().get(address)).toMatchObject({ status: 404 });
    // Nobody brings it back under the same address.
    if (reason === 'withdrawn') await correct(portal, administrator, asha.uid, { outcome: 'selected' });
    if (reason !== 'left') expect(await ask()).not.toBe(address);
    expect((await portal.visitor().get(address)).text).not.toContain('Asha');
  });
});

describeEachEngine('the requirements met', (engine) => {
  it('are shown to the member once the club says so and the project is reviewed', async () => {
    const { portal, asha, administrator } = await open(engine);
    await asha.put('/api/me/track', { developmentTrack: 'web' });
    await asha.put('/api/me/submission', project);
    const seen = async () => (await asha.get('/api/me/requirements')).body;
    const titles = portal.deps.content.tasks.web.requirements.map(({ title }) => title);
    await saveReview(administrator, asha.uid, { opinion: { met: [titles[0]] }, submissionReviewed: true });
    // The ticks belong to the submission's own track.
    await asha.put('/api/me/track', { developmentTrack: 'ml' });
    expect(await seen()).toEqual({ requirements: null });
    const { settings, settingsVersion } = await resultsOf(administrator);
    await administrator.put('/api/admin/results/settings', {
      settings: { ...settings, showRequirements: true },
      version: settingsVersion,
    });
    expect(await seen()).toEqual({
      requirements: titles.map((title, index) => ({ title, met: index === 0 })),
    });
    await saveReview(administrator, asha.uid, { submissionReviewed: false });
    expect(await seen()).toEqual({ requirements: null });
  });
});

import { expect, it } from 'vitest';
import { registrationDays } from '#domain/admin.ts';
import type { ChangeKind } from '#domain/changes.ts';
import { noDates } from '#domain/date-settings.ts';
import { addDays, momentOf } from '#domain/days.ts';
import type { MemberResult } from '#domain/results.ts';
import type { Deps } from '#server/deps.ts';
import { summarize } from '#server/members/summary.ts';
import { keepHouse } from '#server/operations/housekeeping.ts';
import { applyDueCorrections } from '#server/results/correct-result.ts';
import { lapsePlaces } from '#server/results/places.ts';
import { readSettings } from '#server/results/release-state.ts';
import { releaseIfDue } from '#server/results/rounds.ts';
import { databaseTime, iso } from '#server/store/database-time.ts';
import {
  openTestApp,
  openWithMember,
  registerPerson,
  signIn,
  signInAdministrator,
} from '#tests/helpers/app.ts';
import { takeClock } from '#tests/helpers/clock.ts';
import { describeEachEngine, freshDatabase, openTestStore } from '#tests/helpers/engines.ts';
import { contactMessage } from '#tests/helpers/forms.ts';
import { addRecords, newRecord } from '#tests/helpers/made-records.ts';
import { mailedResetToken, resetPassword } from '#tests/helpers/passwords.ts';
import { rowsOf } from '#tests/helpers/records.ts';
import { decide, inMinutes, planCorrection, releaseNow } from '#tests/helpers/results.ts';

const minute = 60_000;
const hour = 60 * minute;

describeEachEngine('a clock', (engine) => {
  it('that was ahead keeps nobody out once it is right', async () => {
    const clock = takeClock();
    const { portal, person, email } = await openWithMember(engine);
    const { password } = person.registration;
    const stranger = portal.visitor();
    const attempt = (typed: string) => stranger.post('/api/auth/sign-in/email', { email, password: typed });
    clock.pass(10 * hour);
    let status = 0;
    for (let tries = 0; status !== 429 && tries < 40; tries += 1) status = (await attempt('wrong!')).status;
    expect(status).toBe(429);
    clock.pass(-10 * hour);
    expect((await attempt(password)).status).toBe(200);
  });

  it.each([
    ['a millisecond, as when two requests pass each other,', 1],
    ['a minute, as between two processes,', minute],
  ])('that goes back by %s starts no count of attempts again', async (_, back) => {
    const clock = takeClock();
    const { portal, email } = await openWithMember(engine);
    const stranger = portal.visitor();
    const statuses: number[] = [];
    for (let tries = 0; tries < 6; tries += 1) {
      clock.pass(tries % 2 ? -back : back);
      statuses.push((await stranger.post('/api/auth/sign-in/email', { email, password: 'wrong!' })).status);
    }
    expect(statuses).toEqual([401, 401, 401, 401, 401, 429]);
  });

  it.each([
    ['a new portal', false],
    ['a portal that knew the time', true],
  ])(
    'that is 11 years behind at the start of %s files no message that is then deleted',
    async (_, isKnown) => {
      const clock = takeClock();
      const portal = await openTestApp(engine);
      if (isKnown) await keepHouse(portal.deps, new Date());
      clock.pass(-11 * 365 * 24 * hour);
      await keepHouse(portal.deps, new Date());
      expect((await portal.visitor().post('/f/contact', contactMessage())).status).toBe(200);
      clock.pass(2 * 24 * hour);
      await keepHouse(portal.deps, new Date());
      clock.pass((11 * 365 - 2) * 24 * hour);
      for (let days = 0; days < 3; days += 1) {
        await keepHouse(portal.deps, new Date());
        clock.pass(24 * hour);
      }
      expect(await rowsOf(portal.store, 'form_submissions')).toHaveLength(1);
    },
  );

  it('that goes back an hour ends no session, keeps the order of changes and delays no new mail', async () => {
    const clock = takeClock();
    const { portal, person } = await openWithMember(engine);
    await person.put('/api/me/track', { developmentTrack: 'web' });
    await portal.mails();
    clock.pass(-hour);
    expect((await person.put('/api/me/track', { developmentTrack: 'ml' })).status).toBe(200);
    expect((await person.get('/api/me')).body).toMatchObject({ developmentTrack: 'ml' });
    const changes = await portal.store.db.selectFrom('changes').select('fields').orderBy('seq').execute();
    expect(changes.at(-1)?.fields).toContain('"ml"');
    const { email, password } = person.registration;
    await signIn(portal, email, password);
    const before = (await portal.mails()).length;
    await portal.visitor().post('/api/auth/request-password-reset', { email });
    expect(await portal.mails()).toHaveLength(before + 1);
  });

  it('that differs by a minute between two processes ends no session and spoils no link', async () => {
    const clock = takeClock();
    const place = await freshDatabase(engine);
    const behind = await openTestApp(engine, { place });
    const ahead = await openTestApp(engine, { place });
    clock.pass(minute);
    const person = await registerPerson(ahead);
    clock.pass(-minute);
    const same = behind.visitor();
    for (const [name, value] of person.cookies) same.cookies.set(name, value);
    expect((await same.put('/api/me/track', { developmentTrack: 'web' })).status).toBe(200);
    clock.pass(minute);
    expect((await person.get('/api/me')).body).toMatchObject({ developmentTrack: 'web' });
    const token = await mailedResetToken(ahead, person.registration.email);
    clock.pass(-minute);
    expect((await resetPassword(behind, token)).status).toBe(200);
    await signIn(behind, person.registration.email, 'a new password');
  });

  it('that differs by a minute between two processes shows no result early, and nothing twice', async () => {
    const clock = takeClock();
    const place = await freshDatabase(engine);
    const [right, ahead] = [await openTestApp(engine, { place }), await openTestApp(engine, { place })];
    const { db } = right.store;
    const person = await registerPerson(right);
    const administrator = await signInAdministrator(right);
    /** By the clock of PostgreSQL. A SQLite file is on one machine, so that its clock is that of both processes. */
    const soon = async () => iso((await databaseTime(db)) + 50_000);
    const seen = async () => {
      const { outcome, place: asked } = (await person.get('/api/me/result')).body as MemberResult;
      return asked ? asked.state : outcome;
    };
    async function expectOnce(
      work: (deps: Deps) => Promise<unknown>,
      {
        kind,
        states: [before, after],
        due,
      }: { kind: ChangeKind; states: [string | null, string]; due: (at: string) => Promise<unknown> },
    ) {
      await due(await soon());
      clock.pass(minute);
      await work(ahead.deps);
      const early = await seen();
      clock.pass(-minute);
      await work(right.deps);
      const expected = engine === 'postgres' ? before : after;
      expect([early, await seen()], kind).toEqual([expected, expected]);
      await due('2026-11-02T00:00:00.000Z');
      await Promise.all([right, ahead].map(({ deps }) => work(deps)));
      clock.pass(-minute);
      await work(ahead.deps);
      expect(await seen(), kind).toBe(after);
      clock.pass(minute);
      expect((await rowsOf(right.store, 'changes')).filter((change) => change.kind === kind)).toHaveLength(1);
    }

    await decide(administrator, [person.uid], 'selected');
    await releaseNow(administrator, { at: inMinutes(10), answerBy: 5 });
    await expectOnce(releaseIfDue, {
      kind: 'result-released',
      states: [null, 'open'],
      due: (plannedFor) =>
        db.updateTable('rounds').set({ plannedFor }).where('plannedFor', 'is not', null).execute(),
    });
    await expectOnce(lapsePlaces, {
      kind: 'place-answered',
      states: ['open', 'lapsed'],
      due: (answerUntil) =>
        db.updateTable('results').set({ answerUntil }).where('answer', 'is', null).execute(),
    });
    await planCorrection(administrator, person.uid, { outcome: 'waitlisted' });
    await expectOnce(applyDueCorrections, {
      kind: 'result-corrected',
      states: ['lapsed', 'waitlisted'],
      due: (dueAt) => db.updateTable('result_corrections').set({ dueAt }).execute(),
    });
    const topics = (await rowsOf(right.store, 'mail_outbox'))
      .map(({ topic }) => topic)
      .filter((topic) => topic !== null);
    expect(topics.toSorted()).toEqual(['result', 'result:place']);
  });
});

const turns = [
  ['a leap day', 'Asia/Kolkata', '2028-03-01', [24, 24]],
  ['a new year', 'Pacific/Kiritimati', '2027-01-01', [24, 24]],
  ['the beginning of summer time', 'America/St_Johns', '2026-03-08', [24, 23]],
  ['the day after it', 'America/St_Johns', '2026-03-09', [23, 24]],
  ['the end of summer time', 'Europe/Berlin', '2026-10-25', [24, 25]],
  ['the day after that', 'Europe/Berlin', '2026-10-26', [25, 24]],
] as const;

describeEachEngine('the chart of registrations', (engine) => {
  it.each(turns)('counts days of the club across %s in %s', async (_name, zone, today, lengths) => {
    const store = await openTestStore(engine);
    const days = [addDays(today, -1), today, addDays(today, 1)];
    const [before = 0, midnight = 0, after = 0] = days.map((day) => momentOf(day, zone));
    expect([midnight - before, after - midnight]).toEqual(lengths.map((hours) => hours * hour));
    const moments = [before - 1, before, midnight - 30 * minute, midnight + 30 * minute, after - 1, after];
    await addRecords(
      store,
      moments.map((at, index) => newRecord({ uid: `m${index}`, createdAt: new Date(at).toISOString() })),
    );
    const deps = { config: { timeZone: zone }, content: { dates: noDates } };
    const counted = async (now: number) => {
      const { registrationsPerDay } = await summarize(store.db, 'admin', deps, now);
      expect(new Set(registrationsPerDay.map(({ day }) => day)).size).toBe(registrationDays);
      return registrationsPerDay.slice(-3);
    };
    const expected = [addDays(today, -2), ...days.slice(0, 2)].map((day, index) => ({
      day,
      count: [1, 2, 2][index],
    }));
    // At 00:30 and 23:30 on the clock of the club.
    for (const now of [midnight + 30 * minute, after - 30 * minute])
      expect(await counted(now)).toEqual(expected);
    expect((await counted(after)).at(-1)).toEqual({ day: days[2], count: 1 });
  });
});

it.each([
  ['Asia/Kolkata', '2026-12-31T18:00:00Z', '2026'],
  ['Asia/Kolkata', '2026-12-31T19:00:00Z', '2027'],
  ['America/St_Johns', '2027-01-01T03:00:00Z', '2026'],
  ['America/St_Johns', '2027-01-01T04:00:00Z', '2027'],
])('the season that is suggested in %s on %s is %s', async (zone, at, season) => {
  takeClock({ at: new Date(at) });
  const { store, deps } = await openTestApp('sqlite', { env: { TIME_ZONE: zone } });
  expect((await readSettings(store.db, deps)).season).toBe(season);
});

import { expect, it } from 'vitest';
import { type Dates, noDates } from '#domain/date-settings.ts';
import type { OwnMessages } from '#domain/group-messages.ts';
import type { ReminderKind } from '#domain/reminder-kinds.ts';
import { defaultReminders, type Reminders } from '#domain/reminders.ts';
import type { SettingsPart } from '#domain/settings.ts';
import { databaseTime, iso } from '#server/store/database-time.ts';
import {
  confirmEmail,
  openActors,
  openTestApp,
  type Person,
  registerPerson,
  signInAdministrator,
  type TestApp,
} from '#tests/helpers/app.ts';
import { takeClock } from '#tests/helpers/clock.ts';
import { describeEachEngine, freshDatabase, type TestEngine } from '#tests/helpers/engines.ts';
import { addRecords, newRecord } from '#tests/helpers/made-records.ts';
import { project } from '#tests/helpers/member-input.ts';
import { rowsOf } from '#tests/helpers/records.ts';
import { refusedWith, type Visitor } from '#tests/helpers/visitor.ts';
import { planDueReminders } from './reminders.ts';

const minute = 60_000;
const day = 24 * 60 * minute;
const inDays = (days: number) => new Date(Date.now() + days * day).toISOString();
const preview = '/api/admin/settings/reminders/preview';

async function save<T>(administrator: Visitor, part: SettingsPart, given: Partial<T>): Promise<void> {
  const address = `/api/admin/settings/${part}`;
  const { value, version } = (await administrator.get(address)).body as { value: T; version: number };
  expect((await administrator.put(address, { value: { ...value, ...given }, version })).status).toBe(200);
}

/** A portal with a student, and a deadline in so many days. */
async function open(engine: TestEngine, deadline: number | null = 2) {
  const portal = await openTestApp(engine);
  const student = await registerPerson(portal);
  await confirmEmail(portal, student.uid);
  const administrator = await signInAdministrator(portal);
  const setDates = (given: Partial<Dates>) => save<Dates>(administrator, 'dates', given);
  const turn = (kind: ReminderKind, on: boolean, more: object = {}) =>
    save<Reminders>(administrator, 'reminders', { [kind]: { ...defaultReminders[kind], ...more, on } });
  if (deadline !== null) await setDates({ timeZone: 'UTC', deadline: inDays(deadline) });
  return { portal, student, administrator, setDates, turn };
}

/** The reminders that have been sent by now. */
async function sent(portal: TestApp) {
  await planDueReminders(portal.deps);
  return (await portal.mails()).filter(({ subject }) => subject.startsWith('A reminder'));
}

async function notes(student: Person): Promise<string[]> {
  const { messages } = (await student.get('/api/me/messages')).body as OwnMessages;
  return messages.map(({ id }) => id);
}

describeEachEngine('a reminder', (engine) => {
  it('comes once by email and on the dashboard, so many days before the deadline', async () => {
    const { portal, student, turn, setDates } = await open(engine, 14 + minute / day);
    await turn('noTrack', true, { text: 'Hi {name}, choose a track.' });
    expect(await sent(portal)).toEqual([]);
    expect(await notes(student)).toEqual([]);
    await setDates({ deadline: inDays(14 - minute / day) });
    for (const _again of ['first', 'second']) {
      const mails = await sent(portal);
      expect(mails.map(({ to }) => to)).toEqual([[student.registration.email]]);
      expect(mails[0]?.text).toMatch(
        /Hi .+, choose a track\.\s+Submissions are due \w{3} \d+ \w{3}, \d\d:\d\d\./,
      );
    }
    expect(await notes(student)).toEqual(['reminder-noTrack']);
    // As if a clock that was a minute ahead had been set right.
    await setDates({ deadline: inDays(14 + minute / day) });
    expect(await sent(portal)).toHaveLength(1);
    await setDates({ deadline: inDays(13) });
    expect((await student.send('DELETE', '/api/me/messages/reminder-noTrack', { body: {} })).status).toBe(
      200,
    );
    expect(await notes(student)).toEqual([]);
    expect(await sent(portal)).toHaveLength(1);
  });

  it('goes only to members who lack what it is about, and who want messages', async () => {
    const { portal, student, administrator, turn } = await open(engine);
    const [unsubscribed, chosen, submitted] = [
      await registerPerson(portal),
      await registerPerson(portal),
      await registerPerson(portal),
    ];
    await unsubscribed.put('/api/me/mail-settings', { groupMessages: false });
    for (const { put } of [chosen, submitted]) await put('/api/me/track', { developmentTrack: 'web' });
    await submitted.put('/api/me/submission', project);
    expect((await administrator.get(preview)).body).toEqual({
      noTrack: { recipients: 1, reminded: 0 },
      notSubmitted: { recipients: 2, reminded: 0 },
    });
    await turn('noTrack', true);
    await turn('notSubmitted', true);
    const to = (await sent(portal)).flatMap((mail) => mail.to);
    const emailOf = ({ registration }: Person) => registration.email;
    expect(to.toSorted()).toEqual([student, student, chosen].map(emailOf).toSorted());
    expect(await notes(unsubscribed)).toEqual([]);
    expect(await notes(submitted)).toEqual([]);
    expect(await notes(chosen)).toEqual(['reminder-notSubmitted']);
    await student.put('/api/me/track', { developmentTrack: 'ml' });
    expect(await notes(student)).toEqual(['reminder-notSubmitted']);
    expect((await administrator.get(preview)).body).toMatchObject({
      notSubmitted: { recipients: 0, reminded: 2 },
    });
  });

  it('goes by the member’s own deadline', async () => {
    const { portal, student, administrator, turn, setDates } = await open(engine);
    await administrator.put(`/api/admin/members/${student.uid}/extension`, { until: inDays(20) });
    await turn('noTrack', true);
    expect(await sent(portal)).toEqual([]);
    await administrator.put(`/api/admin/members/${student.uid}/extension`, { until: inDays(3) });
    await setDates({ deadline: inDays(-1) });
    expect(await sent(portal)).toHaveLength(1);
  });

  it('goes by the deadline of the member’s track', async () => {
    const { portal, student, turn, setDates } = await open(engine, null);
    await student.put('/api/me/track', { developmentTrack: 'web' });
    await turn('notSubmitted', true);
    expect(await sent(portal)).toEqual([]);
    await setDates({ deadlines: { ...noDates.deadlines, ml: inDays(1), web: inDays(9) } });
    expect(await sent(portal)).toEqual([]);
    await setDates({ deadlines: { ...noDates.deadlines, ml: inDays(9), web: inDays(1) } });
    expect(await sent(portal)).toHaveLength(1);
  });

  it.each<[string, (portal: Awaited<ReturnType<typeof open>>) => Promise<unknown>, number]>([
    ['the deadline is moved into the past', ({ setDates }) => setDates({ deadline: inDays(-1) }), 2],
    ['the deadline is moved far away', ({ setDates }) => setDates({ deadline: inDays(90) }), 2],
    ['the reminder is turned off', ({ turn }) => turn('noTrack', false), 2],
    [
      'its reader chooses a track',
      ({ student }) => student.put('/api/me/track', { developmentTrack: 'ml' }),
      0,
    ],
  ])('that waits is dropped once %s, and comes if its reason returns', async (_name, change, back) => {
    const parts = await open(engine);
    const { portal, student, setDates, turn } = parts;
    await turn('noTrack', true);
    await planDueReminders(portal.deps);
    await change(parts);
    expect(await sent(portal)).toEqual([]);
    expect(await notes(student)).toEqual([]);
    await setDates({ deadline: inDays(2) });
    await turn('noTrack', true);
    expect(await sent(portal)).toHaveLength(back / 2);
  });

  it('has none of the administrator’s text for an address that nobody has confirmed', async () => {
    const { portal, turn } = await open(engine);
    const other = await registerPerson(portal);
    await turn('noTrack', true, { text: 'Canary' });
    const mail = (await sent(portal)).find(({ to }) => to.includes(other.registration.email));
    expect(mail?.text).toContain('It’s on your dashboard');
    expect(JSON.stringify(mail)).not.toContain('Canary');
  });

  it('reaches each once, and nobody early, from two processes one of whose clocks is a minute ahead', async () => {
    const clock = takeClock();
    const place = await freshDatabase(engine);
    const [right, ahead] = [await openTestApp(engine, { place }), await openTestApp(engine, { place })];
    const student = await registerPerson(right);
    const { noTrack } = defaultReminders;
    // The clock of PostgreSQL decides. A SQLite file is on one machine, so that its clock is that of both processes.
    const setDue = async (seconds: number) => {
      const due = (await databaseTime(right.store.db)) + noTrack.days * day;
      for (const { deps } of [right, ahead]) {
        deps.content.dates = { ...deps.content.dates, deadline: iso(due + seconds * 1000) };
        deps.content.reminders = { ...defaultReminders, noTrack: { ...noTrack, on: true } };
      }
    };
    const reached = async () => {
      clock.pass(minute);
      await planDueReminders(ahead.deps);
      const mails = (await ahead.mails()).length;
      const own = (await notes(student)).length;
      clock.pass(-minute);
      return [mails, own];
    };
    await setDue(50);
    expect(await reached()).toEqual(engine === 'postgres' ? [0, 0] : [1, 1]);
    await setDue(-1);
    await Promise.all([right, ahead].map(({ deps }) => planDueReminders(deps)));
    expect(await reached()).toEqual([1, 1]);
    expect(await right.mails()).toHaveLength(1);
  });

  it('reaches each once from two processes that plan at the same time', async () => {
    const place = await freshDatabase(engine);
    const portals = [await openTestApp(engine, { place }), await openTestApp(engine, { place })];
    const [first] = portals;
    if (!first) throw new Error('no portal');
    await addRecords(
      first.store,
      Array.from({ length: 200 }, (_, index) => newRecord({ uid: `m${index}`, developmentTrack: null })),
    );
    for (const { deps } of portals) {
      deps.content.dates = { ...deps.content.dates, deadline: inDays(1) };
      const { noTrack } = defaultReminders;
      deps.content.reminders = { ...defaultReminders, noTrack: { ...noTrack, on: true } };
    }
    await Promise.all([...portals, ...portals].map(({ deps }) => planDueReminders(deps)));
    const mails = await rowsOf(first.store, 'mail_outbox');
    expect(mails).toHaveLength(200);
    expect(new Set(mails.map(({ uid }) => uid)).size).toBe(200);
  });
});

it('is previewed for the administrator alone', async () => {
  const actors = await openActors(await openTestApp('sqlite'));
  expect(await actors.member.get(preview)).toMatchObject(refusedWith(403, 'NOT_ALLOWED'));
  expect(await actors.nobody.get(preview)).toMatchObject(refusedWith(401, 'SIGN_IN_REQUIRED'));
  expect(await actors.expired.get(preview)).toMatchObject(refusedWith(401, 'SIGN_IN_REQUIRED'));
});

it.each([
  ['noTrack.days', { days: 0 }],
  ['noTrack.days', { days: 61 }],
  ['noTrack.text', { text: ' ' }],
  ['noTrack.text', { text: 'Your track is {track}' }],
  ['noTrack.text', { text: 'x'.repeat(2_001) }],
])('the settings of reminders refuse a bad %s', async (field, given) => {
  const administrator = await signInAdministrator(await openTestApp('sqlite'));
  const value = { ...defaultReminders, noTrack: { ...defaultReminders.noTrack, ...given } };
  const answer = await administrator.put('/api/admin/settings/reminders', { value, version: 0 });
  expect(answer).toMatchObject({ status: 400, body: { field: `value.${field}` } });
});

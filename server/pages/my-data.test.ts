import { setImmediate } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { memberData } from '#server/accounts/member-data.ts';
import { untyped } from '#server/store/copy.ts';
import type { Store } from '#server/store/open.ts';
import { type Tables, tableNames } from '#server/store/tables.ts';
import { openWithMember } from '#tests/helpers/app.ts';
import { describeEachEngine } from '#tests/helpers/engines.ts';
import { rowsOf } from '#tests/helpers/records.ts';
import { readMyData, toldData } from './my-data.ts';

const past = '2026-09-01T09:30:00.000Z';
const later = '2999-01-01T00:00:00.000Z';

type Values = Record<string, unknown>;

/** Rows for what has to have a certain form; every other text of the schema is filled in. */
const special: { [T in keyof Tables]?: Values } = {
  members: { yearOfStudy: 1, developmentTrack: 'web', submissionTrack: 'web', fullName: 'told-name' },
  mailed_tokens: { purpose: 'restore-email', expiresAt: later },
  staff: { role: 'reviewer' },
  changes: {
    kind: 'record-corrected',
    actor: 'secret-actor',
    at: past,
    fields: JSON.stringify({
      fullName: { old: 'told-old', new: 'told-new' },
      reason: { old: null, new: 'secret-reason' },
    }),
  },
  form_submissions: { kind: 'question', fields: JSON.stringify({ message: 'told-message' }) },
  form_answers: { submissionId: 'secret-form_submissions-id' },
  mail_outbox: { state: 'sent', kind: 'review' },
  reminders: { kind: 'noTrack', sentAt: past },
  group_message_recipients: {
    messageId: 'secret-message',
    fullName: 'told-reader',
    dismissedAt: 'told-dismissed',
  },
  outcomes: { outcome: 'selected' },
  outcome_changes: { before: null, after: 'waitlisted' },
  result_corrections: { before: 'selected', after: null },
  results: {
    ...{ outcome: 'selected', note: 'told-note', fullName: 'told-certificate', season: 'told-season' },
    ...{ track: 'web', certificate: 'told-page', releasedAt: past, answer: null, answerUntil: later },
  },
  past_records: { seasonId: 's', kind: 'member', outcome: 'selected', document: '{}' },
  club_members: { seasonId: 's' },
  closed_accounts: { reason: 'left' },
};

/** Fills every table that has something of a member. @returns what was filled in */
async function fill({ db }: Store, uid: string): Promise<string[]> {
  const message = { filter: 'secret-filter', email: 0, actor: 'secret-actor', sentBy: 'secret-sender' };
  const sent = {
    ...message,
    subject: 'told-subject',
    text: 'told-text for {{name}}',
    sentAt: past,
    recipients: 1,
  };
  await db
    .insertInto('group_messages')
    .values({ ...sent, id: 'secret-message' })
    .execute();
  await db
    .insertInto('group_messages')
    .values({ ...sent, id: 'planned', subject: 'secret-plan', text: 'secret-plan', plannedFor: later })
    .execute();
  await db
    .insertInto('rounds')
    .values({ id: 'secret-round_members-roundId', audience: '{}', actor: 'x', expected: 1 })
    .execute();
  const season = { name: '2025', endedAt: past, by: 'x', lastSeq: 0, counts: '{}', words: '{}', mail: '{}' };
  await db
    .insertInto('seasons')
    .values({ id: 's', ...season, movedAt: past })
    .execute();
  const schema = await db.introspection.getTables();
  const texts: string[] = [];
  for (const table of tableNames) {
    const column = memberData[table];
    if (column === null || ['user', 'account', 'session', 'known_devices'].includes(table)) continue;
    const told = toldData[table]?.columns ?? [];
    const columns = schema.find(({ name }) => name === table)?.columns ?? [];
    const filled = columns
      .filter(({ name }) => table !== 'changes' || name !== 'seq')
      .map(({ name, dataType }) => [
        name,
        /int/i.test(dataType) ? 1 : `${told.includes(name) ? 'told' : 'secret'}-${table}-${name}`,
      ]);
    const row: Values = { ...Object.fromEntries(filled), ...special[table], [column]: uid };
    const query = untyped(db);
    await (table === 'members'
      ? query.updateTable(table).set(row).where('uid', '=', uid).execute()
      : query.insertInto(table).values(row).execute());
    texts.push(JSON.stringify(row));
  }
  await db
    .insertInto('group_message_recipients')
    .values({ id: 'planned', messageId: 'planned', uid, fullName: 'secret-reader', developmentTrack: null })
    .execute();
  return [...texts, JSON.stringify(sent)];
}

const marked = (texts: readonly string[], mark: string) =>
  [...new Set(texts.flatMap((text) => text.match(new RegExp(`${mark}-[\\w-]+`, 'g')) ?? []))].toSorted();

describeEachEngine('a person’s data', (engine) => {
  it('has everything that they gave or were told, and nothing else, as a file and as a page', async () => {
    const { portal, person } = await openWithMember(engine);
    const filled = await fill(portal.store, person.uid);
    const file = await person.get('/api/me/data');
    expect(file.headers.get('content-disposition')).toBe('attachment; filename="my-data.json"');
    const page = await person.get('/api/me/data/page');
    expect(page.headers.get('content-type')).toMatch(/^text\/html/);
    const given = marked(filled, 'told').filter((text) => text !== 'told-reader');
    expect(given.length).toBeGreaterThan(35);
    for (const { text } of [file, page]) {
      expect(marked([text], 'told').filter((found) => found !== 'told-reader')).toEqual(given);
      expect(marked([text], 'secret')).toEqual([]);
      const [account] = await rowsOf(portal.store, 'account');
      const sessions = await rowsOf(portal.store, 'session');
      const devices = await rowsOf(portal.store, 'known_devices');
      for (const secret of [account?.password, sessions[0]?.id, devices[0]?.id, 'waitlisted'])
        expect(text).not.toContain(secret);
    }
    const { history, sessions } = file.body as { history: Values[]; sessions: Values[] };
    expect(history.at(-1)).toMatchObject({ by: 'the club', change: 'Details corrected by an administrator' });
    expect(sessions).toHaveLength(1);
  });

  it('of an account without anything is a file, too', async () => {
    const { portal, person } = await openWithMember(engine);
    await portal.store.db.deleteFrom('members').execute();
    expect((await person.get('/api/me/data')).body).toMatchObject({
      account: [{ emailVerified: expect.anything() }],
    });
  });
});

it('10 MB of it come whole, and others are answered after every few rows, which is all that memory holds', async () => {
  const { portal, person } = await openWithMember('sqlite');
  const fields = JSON.stringify({ message: 'x'.repeat(50_000) });
  for (let index = 0; index < 200; index += 1) {
    const message = { id: `m${index}`, formId: 'contact', receivedAt: past, memberUid: person.uid, fields };
    await portal.store.db.insertInto('form_submissions').values(message).execute();
  }
  let most = 0;
  const counted = portal.store.db.withPlugin({
    transformQuery: ({ node }) => node,
    async transformResult({ result }) {
      most = Math.max(most, JSON.stringify(result.rows).length);
      return result;
    },
  });
  let turns = 0;
  let isReading = true;
  const others = (async () => {
    for (; isReading; turns += 1) await setImmediate();
  })();
  for await (const { rows } of readMyData(counted, portal.deps, person.uid))
    expect(rows.length).toBeLessThan(5);
  isReading = false;
  await others;
  expect(most).toBeLessThan(500_000);
  expect(turns).toBeGreaterThan(49);

  const { text } = await person.get('/api/me/data');
  expect(text.length).toBeGreaterThan(10_000_000);
  expect((JSON.parse(text) as { messagesSent: unknown[] }).messagesSent).toHaveLength(200);
  expect((await person.get('/api/me/data/page')).text.length).toBeGreaterThan(10_000_000);
});

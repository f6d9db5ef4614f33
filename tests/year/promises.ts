import { uniqueSymbol } from 'hono-openapi';
import { sql } from 'kysely';
import { expect } from 'vitest';
import { session } from '#domain/accounts.ts';
import { type AdminSummary, adminSummary } from '#domain/admin.ts';
import { memberSeason } from '#domain/dates.ts';
import type { InboxPage } from '#domain/form-inbox.ts';
import { type OwnMessages, ownMessages } from '#domain/group-messages.ts';
import type { MemberPage } from '#domain/member-list.ts';
import { type Member, member } from '#domain/members.ts';
import { type ResultPanel, resultPanelAnswer } from '#domain/results.ts';
import { memberData } from '#server/accounts/member-data.ts';
import { toMember } from '#server/members/member-row.ts';
import type { Tables } from '#server/store/tables.ts';
import { stateIn } from '#tests/helpers/page-state.ts';
import { dataFaults } from '#tests/helpers/records.ts';
import type { Visitor } from '#tests/helpers/visitor.ts';
import { type Student, verdict } from './model.ts';
import { as, type World } from './world.ts';

/** Checks the promises that hold after every step, whatever happened. */
export async function keepsPromises(world: World): Promise<void> {
  world.steps += 1;
  await losesNothing(world);
  await showsOnlyTheirs(world);
  // In turn, because a year is to take a moment: what is wrong in a step is wrong in the next ones too.
  if (world.steps % 3 === 0) expect(await dataFaults(world.portal.store)).toEqual([]);
  if (world.steps % 3 === 1) await countsAgree(world);
  if (world.steps % 3 === 2) await showsStaffWhatTheyNeed(world);
  await leavesNoOrphans(world);
  mailsOnce(world);
}

/** Every acknowledged write is stored, and a step changes no other record. */
export async function losesNothing(world: World): Promise<void> {
  const rows = await world.portal.store.db.selectFrom('members').selectAll().execute();
  const records = new Map(rows.map((row) => [row.uid, toMember(row)]));
  expect([...records.keys()].toSorted()).toEqual(world.students.map(({ uid }) => uid).toSorted());
  for (const student of world.students) {
    const record = records.get(student.uid) as Member;
    expect(record).toMatchObject(student.record);
    if (!student.stored) student.stored = record;
    else if (!world.touched.has(student.uid)) expect(record).toEqual(student.stored);
    else if (
      JSON.stringify({ ...record, updatedAt: null }) !==
      JSON.stringify({ ...student.stored, updatedAt: null })
    ) {
      student.history.push(student.stored);
      student.stored = record;
    }
  }
}

/** Lists and counts show what there is. */
async function countsAgree(world: World): Promise<void> {
  const lead = await as(world.lead);
  const records = world.students.map(({ record }) => record);
  const count = (isCounted: (record: Partial<Member>) => unknown) => records.filter(isCounted).length;
  const summary = await read<AdminSummary>(world, lead, '/api/admin/summary');
  expect(summary).toMatchObject({
    total: records.length,
    submissions: count(({ githubLink }) => githubLink),
    waitingForReview: count(({ githubLink, submissionReviewed }) => githubLink && !submissionReviewed),
    reviewed: count(({ submissionReviewed }) => submissionReviewed),
    graded: count(({ graded }) => graded),
  });
  const reviewed = await read<MemberPage>(world, lead, '/api/admin/members?reviewed=true&limit=100');
  expect(reviewed.members).toHaveLength(summary.reviewed);
  const inbox = await read<InboxPage>(world, lead, '/api/admin/form-submissions?limit=100');
  const shown = world.inbox.filter(({ deletedAt }) => deletedAt === null);
  expect(
    inbox.submissions.map(({ excerpt }) => shown.filter(({ text }) => excerpt.includes(text)).length),
  ).toEqual(shown.map(() => 1));
  expect(inbox.unread).toBe(
    shown.filter(({ text }) =>
      inbox.submissions.some(({ excerpt, readAt }) => !readAt && excerpt.includes(text)),
    ).length,
  );
}

const ownAddresses = [
  '/api/me',
  '/api/me/result',
  '/api/me/requirements',
  '/api/me/waiting',
  '/api/me/messages',
];

/** Nobody reads what belongs to somebody else, or of a result that is not released. */
async function showsOnlyTheirs(world: World): Promise<void> {
  const student = world.students[world.steps % Math.max(1, world.students.length)];
  if (!student) return;
  const browser = await as(student);
  const address = ownAddresses[world.steps % ownAddresses.length] ?? '';
  const answer = JSON.stringify(await read(world, browser, address));
  const { text, state } = await firstData(browser, '/dashboard');
  expect(state.member).toMatchObject(student.record);
  expect(state.session?.user).toMatchObject({ displayName: student.record.fullName });
  expect(state.result?.panel?.outcome ?? null).toBe(student.result ?? null);
  const own = world.messages.filter(
    ({ to, dismissed, isWithdrawn }) => to.has(student) && !dismissed.has(student) && !isWithdrawn,
  );
  expect(textsOf(state.messages?.messages ?? [])).toEqual(textsOf(own));
  hidesOthers(world, text + answer, student);
  if (student.result === undefined) expect(text + answer).not.toContain(verdict);
}

function textsOf(messages: readonly { text: string }[]): string[] {
  return messages.map(({ text }) => text).toSorted();
}

/** Reviewers learn nothing of results, messages and numbers; the lead's and visitors' pages can be read by their scripts. */
async function showsStaffWhatTheyNeed(world: World): Promise<void> {
  const submissions = '/api/admin/review-queue/submissions';
  const text = JSON.stringify(await read(world, await as(world.reviewer), submissions));
  expect(text).not.toContain(verdict);
  expect(text).not.toMatch(/inbox\d/);
  for (const { contactNumber } of world.students) expect(text).not.toContain(contactNumber);
  hidesOthers(world, (await firstData(world.browser(), '/login')).text, null);
  await firstData(await as(world.lead), '/admin-dashboard');
}

function hidesOthers({ students, gone }: World, text: string, reader: Student | null): void {
  for (const other of [...students, ...gone]) {
    if (other !== reader) expect(text.toLowerCase()).not.toContain(other.canary);
  }
}

interface FirstData {
  session?: { user: unknown };
  member?: Member;
  messages?: OwnMessages;
  result?: { panel: ResultPanel | null };
}

const schemas = {
  session,
  member,
  season: memberSeason,
  messages: ownMessages,
  summary: adminSummary,
  result: resultPanelAnswer,
};

/** A page's scripts can read the data that it shows first. */
async function firstData(browser: Visitor, path: string): Promise<{ text: string; state: FirstData }> {
  const { status, text } = await browser.get(path);
  expect(status).toBe(200);
  const state = stateIn(text);
  for (const [name, schema] of Object.entries(schemas)) {
    const part = (state as unknown as Record<string, unknown>)[name];
    if (part !== undefined) schema.parse(part);
  }
  return { text, state: state as FirstData };
}

/** The answer of a route, which has to be as its description says. */
async function read<T>(world: World, browser: Visitor, path: string): Promise<T> {
  const { status, body, text } = await browser.get(path);
  expect(status, `${path}: ${text}`).toBe(200);
  const [address] = path.split('?');
  for (const route of world.portal.app.routes) {
    if (route.method !== 'GET' || route.path !== address) continue;
    const { spec } = (route.handler as { [uniqueSymbol]?: { spec?: Described } })[uniqueSymbol] ?? {};
    const result = await spec?.responses?.[200]?.content['application/json']?.schema.validate(body);
    expect(result?.issues, path).toBeUndefined();
  }
  return body as T;
}

interface Described {
  responses?: {
    200?: {
      content: Record<string, { schema: { validate(value: unknown): Promise<{ issues?: unknown }> } }>;
    };
  };
}

/** A past season has them; so have the accounts that it closed, the emails about that, and addresses that refuse those. */
const past: readonly string[] = [
  ...['past_records', 'club_members', 'closed_accounts', 'mail_outbox', 'refused_addresses'],
];
const tables = (Object.keys(memberData) as (keyof Tables)[]).filter((table) => !past.includes(table));

/** Of those who were removed only the log remembers that something happened. */
async function leavesNoOrphans({ portal, gone }: World): Promise<void> {
  if (gone.length === 0) return;
  for (const table of tables) {
    const { rows } = await sql`select * from ${sql.table(table)}`.execute(portal.store.db);
    const text = JSON.stringify(rows).toLowerCase();
    for (const { uid, canary } of gone) {
      expect(text, `${table} of a removed member`).not.toContain(canary);
      if (table !== 'changes') expect(text, `${table} of a removed member`).not.toContain(uid.toLowerCase());
    }
  }
}

/** No email is sent twice, and none says what its reader must not know. */
function mailsOnce({ accepted, students, promised, messages }: World): void {
  expect(new Set(accepted.map(({ id }) => id)).size).toBe(accepted.length);
  const byUid = new Map(students.map((student) => [student.uid, student]));
  const sent = new Map<string, number>();
  for (const mail of accepted) {
    const key = `${mail.kind} ${mail.uid}`;
    sent.set(key, (sent.get(key) ?? 0) + 1);
    const reader = byUid.get(mail.uid ?? '');
    const text = `${mail.subject} ${mail.text} ${mail.html}`.toLowerCase();
    if (mail.to === 'club@club.example') continue;
    for (const { canary, email } of students) if (email !== mail.to) expect(text).not.toContain(canary);
    if (text.includes(verdict)) expect(reader?.result ?? null, 'an email about a result').not.toBeUndefined();
  }
  for (const { uid, isConfirmed } of students) {
    for (const kind of ['confirm-email', 'password-reset'])
      expect(sent.get(`${kind} ${uid}`) ?? 0, kind).toBeLessThanOrEqual(promised.get(`${kind} ${uid}`) ?? 0);
    const own = messages.filter(({ email, to }) => email && [...to].some((one) => one.uid === uid)).length;
    const all = own + (promised.get(`group-message ${uid}`) ?? 0);
    expect(sent.get(`group-message ${uid}`) ?? 0, `${isConfirmed} group-message`).toBeLessThanOrEqual(all);
  }
}

/** At the end every promised email has arrived, unless the mail server was away or has refused the address. */
export async function allMailsArrived(world: World): Promise<void> {
  world.mailServer.state = 'accepting';
  for (let round = 0; round < 3; round += 1) await world.pass(61 * 60_000);
  if (world.mailServer.outages > 0) return;
  for (const { uid } of world.students) {
    const own = world.messages.filter(
      ({ email, to, isWithdrawn }) => email && !isWithdrawn && [...to].some((one) => one.uid === uid),
    );
    const count = (kind: string) =>
      world.accepted.filter((mail) => mail.kind === kind && mail.uid === uid).length;
    expect(count('group-message')).toBeGreaterThanOrEqual(own.length);
    for (const kind of ['confirm-email', 'password-reset'])
      expect(count(kind), kind).toBe(world.promised.get(`${kind} ${uid}`) ?? 0);
  }
}

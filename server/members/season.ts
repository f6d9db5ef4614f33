import { changedFields } from '#domain/changes.ts';
import type { Dates } from '#domain/date-settings.ts';
import { dateTexts, deadlineOf, type MemberExtension, type MemberSeason } from '#domain/dates.ts';
import { moment } from '#domain/days.ts';
import { type Member, submissionTrackOf } from '#domain/members.ts';
import { registrationSettingsTexts } from '#domain/registration-settings.ts';
import { type Config, timeZoneOf } from '#server/config/config.ts';
import type { Content } from '#server/config/content.ts';
import { Refusal } from '#server/http/refusal.ts';
import { deadlineMail } from '#server/mail/messages.ts';
import type { Outbox } from '#server/mail/outbox.ts';
import { padForIn } from '#server/store/chunk.ts';
import { findAccount } from '#server/store/find-account.ts';
import type { Db, Store } from '#server/store/open.ts';
import { noSuchMember } from './named-member.ts';

export interface SeasonDeps {
  content: Content;
  config: Config;
}

/** The dates that matter to a member. Throws 404 MEMBER_NOT_FOUND for an account without a record. */
export async function readSeason(db: Db, deps: SeasonDeps, uid: string): Promise<MemberSeason> {
  const { dates } = deps.content;
  const { until, deadline } = await readExtension(db, deps, uid);
  const own = deadline !== null && until !== null && Date.parse(until) > Date.parse(deadline) ? until : null;
  return {
    deadline: own ?? deadline,
    extended: own !== null,
    late: dates.late,
    hearBy: dates.hearBy ?? null,
    hearByMoved: await wasMoved(db, dates, uid),
    timeZone: timeZoneOf(deps),
    confirmFirst: await mustConfirm(db, deps, uid),
  };
}

/** Whether the club has set a new date for results after the one that the member was told when submitting had passed. */
async function wasMoved(db: Db, { hearBy }: Dates, uid: string): Promise<boolean> {
  if (!hearBy) return false;
  const member = db.selectFrom('members').select('submittedAt').where('uid', '=', uid);
  const submittedAt = (await member.executeTakeFirst())?.submittedAt;
  if (!submittedAt) return false;
  const field = 'dates.hearBy';
  const changes = await db
    .selectFrom('changes')
    .select(['at', 'fields'])
    .where('kind', '=', 'settings-changed')
    .where('at', '>', submittedAt)
    .where('fields', 'like', `%"${field}"%`)
    .execute();
  return changes.some(({ at, fields }) => {
    const old = changedFields.parse(JSON.parse(fields))[field]?.old;
    if (typeof old !== 'string') return false;
    return Date.parse(submittedAt) < Date.parse(old) && Date.parse(old) <= Date.parse(at);
  });
}

/** Without a mail server nobody could confirm an address. */
async function mustConfirm(db: Db, { config, content }: SeasonDeps, uid: string): Promise<boolean> {
  if (!content.registration.confirmedOnly || config.smtpUrl === undefined) return false;
  return (await findAccount(db, uid))?.emailVerified === false;
}

/** Throws 403 DEADLINE_PASSED or EMAIL_NOT_CONFIRMED if the member cannot submit a project now. */
export async function refuseSubmission(db: Db, deps: SeasonDeps, uid: string): Promise<void> {
  if (await mustConfirm(db, deps, uid))
    throw new Refusal(403, 'EMAIL_NOT_CONFIRMED', registrationSettingsTexts.confirmFirst);
  if (deps.content.dates.late !== 'closed') return;
  const { deadline, timeZone } = await readSeason(db, deps, uid);
  if (deadline === null || Date.now() < Date.parse(deadline)) return;
  throw new Refusal(403, 'DEADLINE_PASSED', dateTexts.deadlinePassed(deadline, timeZone));
}

/** Whether a submission came after the deadline of its track, or after the later one of the member. */
export function isLate(
  { dates }: Pick<Content, 'dates'>,
  submission: Submission,
  until: string | null,
): boolean {
  const deadline = deadlineOf(dates, submissionTrackOf(submission), until);
  const { submittedAt } = submission;
  return deadline !== null && submittedAt !== null && Date.parse(submittedAt) >= Date.parse(deadline);
}

/** Those of these late submissions that replaced a version that came in time. */
export async function replacedInTime(
  db: Db,
  { dates }: Pick<Content, 'dates'>,
  rows: readonly (Submission & { uid: string; until: string | null })[],
): Promise<ReadonlySet<string>> {
  if (rows.length === 0) return new Set();
  const uids = rows.map(({ uid }) => uid);
  const first = await db
    .selectFrom('changes')
    .select((is) => ['uid', is.fn.min('at').as('at')])
    .where('uid', 'in', padForIn(uids))
    .where('kind', '=', 'submission-sent')
    .groupBy('uid')
    .execute();
  const sentAt = new Map(first.map(({ uid, at }) => [uid, Date.parse(at)]));
  const early = rows.filter(({ uid, until, ...row }) => {
    const deadline = deadlineOf(dates, submissionTrackOf(row), until);
    return deadline !== null && (sentAt.get(uid) ?? Infinity) < Date.parse(deadline);
  });
  return new Set(early.map(({ uid }) => uid));
}

type Submission = Pick<Member, 'githubLink' | 'submittedAt' | 'submissionTrack' | 'developmentTrack'>;

/** A member's own deadline, that of their track, and whether they missed it. Throws 404 MEMBER_NOT_FOUND. */
export async function readExtension(
  db: Db,
  { content }: Pick<SeasonDeps, 'content'>,
  uid: string,
): Promise<MemberExtension> {
  const row = await db
    .selectFrom('members')
    .leftJoin('extensions', 'extensions.uid', 'members.uid')
    .select(['developmentTrack', 'submissionTrack', 'githubLink', 'submittedAt', 'until'])
    .where('members.uid', '=', uid)
    .executeTakeFirst();
  if (!row) throw noSuchMember();
  const { until, ...submission } = row as Submission & { until: string | null };
  const late = isLate(content, submission, until);
  const early = await replacedInTime(db, content, late ? [{ ...submission, uid, until }] : []);
  return {
    until,
    deadline: deadlineOf(content.dates, submission.developmentTrack, null),
    late,
    earlierInTime: early.has(uid),
  };
}

export interface ExtensionDeps extends SeasonDeps {
  outbox: Outbox;
  store: Store;
}

/** Extends the deadline for a member, or ends that with null. The member gets an email. */
export async function extendDeadline(
  deps: ExtensionDeps,
  { uid, until, actor }: { uid: string; until: string | null; actor: string },
): Promise<MemberExtension> {
  const { config, content, outbox, store } = deps;
  const extension = await store.change(async (trx) => {
    const before = await readExtension(trx, deps, uid);
    if (before.until === until) return before;
    if (until !== null && before.deadline === null)
      throw new Refusal(409, 'NO_DEADLINE', dateTexts.noDeadline);
    if (until !== null && before.deadline !== null && Date.parse(until) <= Date.parse(before.deadline))
      throw new Refusal(400, 'INVALID_INPUT', dateTexts.notLater, { field: 'until' });
    await trx.deleteFrom('extensions').where('uid', '=', uid).execute();
    if (until !== null) await trx.insertInto('extensions').values({ uid, until }).execute();
    const fields = { deadline: { old: before.until, new: until } };
    await trx.changes.append({ uid, actor, kind: 'extension-set', fields });
    const { deadline, timeZone } = await readSeason(trx, deps, uid);
    const account = await findAccount(trx, uid);
    if (account && deadline) {
      const day = moment(deadline, timeZone);
      const dashboard = `${config.portalUrl}/dashboard`;
      await outbox.enqueue(trx, deadlineMail(content.club, { uid, to: account.email, day, dashboard }));
    }
    return readExtension(trx, deps, uid);
  });
  outbox.wake();
  return extension;
}

import { deadlineOf } from '#domain/dates.ts';
import { moment } from '#domain/days.ts';
import { type OwnMessage, textFor } from '#domain/group-messages.ts';
import { type Track, tracks } from '#domain/member-choices.ts';
import { lackingField, type ReminderKind, reminderId, reminderKinds } from '#domain/reminder-kinds.ts';
import type { RemindersPreview } from '#domain/reminders.ts';
import { type Config, timeZoneOf } from '#server/config/config.ts';
import type { Content } from '#server/config/content.ts';
import type { Mail } from '#server/mail/mail.ts';
import { unsubscribeAddress, wantedBy, wantsMails } from '#server/mail/mail-choice.ts';
import { reminderMail } from '#server/mail/messages.ts';
import type { Outbox } from '#server/mail/outbox.ts';
import { planMails } from '#server/mail/outbox-store.ts';
import { hasApplied, seasonStart } from '#server/members/applied.ts';
import { chunk, padForIn } from '#server/store/chunk.ts';
import { countRows } from '#server/store/count-rows.ts';
import { databaseTime, iso } from '#server/store/database-time.ts';
import type { Db, Store, Trx } from '#server/store/open.ts';

/*
 * Reminders before the deadline. A row of `reminders` is made together with the email, so that nobody gets a second one.
 * An email that is no longer due when it is composed takes its row with it, and is planned again if its reason returns.
 */

const day = 24 * 60 * 60_000;
const prefix = 'reminder:';

export interface ReminderDeps {
  config: Config;
  content: Content;
}

/** Plans the reminders that are due. Any number of processes may do it at the same time. */
export async function planDueReminders({
  content,
  outbox,
  store,
}: ReminderDeps & { outbox: Outbox; store: Store }): Promise<void> {
  for (const kind of reminderKinds) {
    // In portions, so that requests are answered in between.
    for (const uids of chunk(await membersDue(store.db, content, kind))) {
      await store.transact((trx) => planReminders(trx, kind, uids));
      outbox.wake();
    }
  }
}

async function planReminders(trx: Trx, kind: ReminderKind, uids: readonly string[]): Promise<void> {
  await trx.changes.lock();
  const now = await databaseTime(trx);
  // A member may have been removed in the meantime.
  const present = await trx.selectFrom('members').select('uid').where('uid', 'in', padForIn(uids)).execute();
  if (present.length === 0) return;
  const planned = await trx
    .insertInto('reminders')
    .values(present.map(({ uid }) => ({ id: rowId(kind, uid), uid, kind, sentAt: iso(now) })))
    .onConflict((conflict) => conflict.column('id').doNothing())
    .returning('uid')
    .execute();
  const reminded = planned.map(({ uid }) => uid);
  await planMails(trx, `${prefix}${kind}`, reminded, now);
}

/** The members who are to get a reminder now. */
async function membersDue(db: Db, { dates, reminders }: Content, kind: ReminderKind): Promise<string[]> {
  const { on, days } = reminders[kind];
  if (!on) return [];
  const now = await databaseTime(db);
  const due = [null, ...tracks].filter((track) => isDue(deadlineOf(dates, track, null), days, now));
  const rows = await unreminded(db, kind, await seasonStart(db))
    .where((is) =>
      is.or([
        is('until', 'is not', null),
        ...due.map((track) => is('developmentTrack', track === null ? 'is' : '=', track)),
      ]),
    )
    .execute();
  return rows
    .filter((row) => isDue(deadlineOf(dates, row.developmentTrack, row.until), days, now))
    .map(({ uid }) => uid);
}

/** Applicants who lack something and were not reminded of it, except those who want no messages. */
function unreminded(db: Db, kind: ReminderKind, since: string) {
  return db
    .selectFrom('members')
    .leftJoin('extensions', 'extensions.uid', 'members.uid')
    .select(['members.uid', 'members.developmentTrack', 'extensions.until'])
    .$narrowType<{ developmentTrack: Track | null }>()
    .where(lackingField[kind], 'is', null)
    .where(hasApplied(since))
    .where((is) =>
      is.not(
        is.exists(
          is
            .selectFrom('reminders')
            .select('reminders.id')
            .whereRef('reminders.uid', '=', 'members.uid')
            .where('reminders.kind', '=', kind),
        ),
      ),
    )
    .where(wantedBy('members.uid', 'group-message'));
}

function isDue(deadline: string | null, days: number, now: number): deadline is string {
  if (deadline === null) return false;
  const end = Date.parse(deadline);
  return end - days * day <= now && now < end;
}

/** The number of members whom each reminder would reach, and has reached. */
export async function previewReminders(db: Db, { dates }: Content): Promise<RemindersPreview> {
  const now = await databaseTime(db);
  const since = await seasonStart(db);
  async function reachOf(kind: ReminderKind) {
    const rows = await unreminded(db, kind, since).execute();
    const open = rows.filter((row) =>
      isDue(deadlineOf(dates, row.developmentTrack, row.until), Infinity, now),
    );
    const reminded = await countRows(db.selectFrom('reminders').where('kind', '=', kind));
    return { recipients: open.length, reminded };
  }
  return { noTrack: await reachOf('noTrack'), notSubmitted: await reachOf('notSubmitted') };
}

/** The email of a reminder; null if its reason is gone, the reminder is off, the deadline is not near, or none is wanted. */
export async function composeReminder(
  deps: ReminderDeps,
  db: Db,
  uid: string,
  topic: string,
): Promise<Mail | null> {
  const { config, content } = deps;
  const kind = topic.slice(prefix.length) as ReminderKind;
  const [reminder] = await readReminders(db, deps, uid, kind);
  const account = await db
    .selectFrom('user')
    .select(['email', 'emailVerified'])
    .where('id', '=', uid)
    .executeTakeFirst();
  if (!reminder || !account || !(await wantsMails(db, uid, 'group-message'))) {
    await db.deleteFrom('reminders').where('id', '=', rowId(kind, uid)).execute();
    return null;
  }
  return reminderMail(content.club, {
    uid,
    to: account.email,
    // An address that nobody has confirmed may be a stranger's, and so may the name.
    text: account.emailVerified ? reminder.text : null,
    dashboard: `${config.portalUrl}/dashboard`,
    unsubscribe: unsubscribeAddress(config, uid, 'group-message'),
  });
}

/** The reminders that a member's dashboard shows. */
export async function listOwnReminders(db: Db, deps: ReminderDeps, uid: string): Promise<OwnMessage[]> {
  // Most of the year there are none, and no query for them.
  if (reminderKinds.every((kind) => !deps.content.reminders[kind].on)) return [];
  const reminders = await readReminders(db, deps, uid);
  return reminders
    .filter(({ dismissedAt }) => dismissedAt === null)
    .map(({ dismissedAt: _, ...shown }) => shown);
}

/** A member's reminders, of one kind or all, whose reason remains. */
async function readReminders(db: Db, { config, content }: ReminderDeps, uid: string, only?: ReminderKind) {
  let rows = db
    .selectFrom('reminders')
    .innerJoin('members', 'members.uid', 'reminders.uid')
    .leftJoin('extensions', 'extensions.uid', 'members.uid')
    .select(['reminders.kind', 'reminders.sentAt', 'reminders.dismissedAt', 'extensions.until'])
    .select(['members.fullName', 'members.developmentTrack', 'members.githubLink'])
    .$narrowType<{ developmentTrack: Track | null }>()
    .where('reminders.uid', '=', uid);
  if (only) rows = rows.where('reminders.kind', '=', only);
  const now = await databaseTime(db);
  return (await rows.execute()).flatMap(({ kind, sentAt, dismissedAt, ...member }) => {
    const { on, days, text } = content.reminders[kind];
    const deadline = deadlineOf(content.dates, member.developmentTrack, member.until);
    if (!on || member[lackingField[kind]] !== null || !isDue(deadline, days, now)) return [];
    const end = `Submissions are due ${moment(deadline, timeZoneOf({ config, content }))}.`;
    return {
      ...{ id: reminderId(kind), subject: '', sentAt, dismissedAt, correctedAt: null, endsAt: deadline },
      text: `${textFor(text, member)}\n\n${end}`,
    };
  });
}

function rowId(kind: ReminderKind, uid: string): string {
  return `${reminderId(kind)} ${uid}`;
}

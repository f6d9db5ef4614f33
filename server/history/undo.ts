import type { Selectable } from 'kysely';
import { type ChangedFields, changedFields, changeKind, isUndoable, undoMessages } from '#domain/changes.ts';
import { trackLabels } from '#domain/member-choices.ts';
import { type Member, type ShownRecord, track } from '#domain/members.ts';
import { projectLink } from '#domain/project-link.ts';
import { resultText, reviewRefusals } from '#domain/review-texts.ts';
import type { UndoAnswer } from '#domain/undo-answer.ts';
import { updateAccount } from '#server/accounts/email-change.ts';
import { withoutValues } from '#server/changes/change-log.ts';
import type { Config } from '#server/config/config.ts';
import type { Content } from '#server/config/content.ts';
import { unreadMessagesOf } from '#server/forms/member-messages.ts';
import { Refusal } from '#server/http/refusal.ts';
import { isOther } from '#server/http/refuse-stale.ts';
import type { Mail } from '#server/mail/mail.ts';
import { actUndoneMail } from '#server/mail/messages.ts';
import type { Outbox } from '#server/mail/outbox.ts';
import { changeMember, findMember, type MemberWrite, oldValues } from '#server/members/member-store.ts';
import { revertOutcomes } from '#server/results/outcome-store.ts';
import { type Reviewer, rulesFor } from '#server/reviews/submission-review.ts';
import { newBatch, writeReview } from '#server/reviews/write-review.ts';
import { revertPart } from '#server/settings/settings-store.ts';
import type { Store, Trx } from '#server/store/open.ts';
import type { Tables } from '#server/store/tables.ts';

type ChangeRow = Selectable<Tables['changes']>;

/** When a record was last saved is not undone: the undo is a save too. */
const keptField = 'updatedAt';

export interface UndoDeps {
  config: Config;
  content: Content;
  outbox: Outbox;
  store: Store;
}

/**
 * Undoes a change, with all others of its batch: the fields get their old values again, which is logged as a
 * separate change. All or nothing, in one transaction. A member's own act is undone only if the record is as
 * `shown`, and the member gets an email. Throws 404 CHANGE_NOT_FOUND, 409 NOT_UNDOABLE for what `isUndoable` excludes, 409 CHANGED_SINCE if one
 * of the fields is not as the change left it, 409 CONFIRMATION_NEEDED, which names what would be lost, and 403 NOT_ALLOWED
 * to a reviewer, who undoes nothing but their own reviews.
 */
export async function undoChange(
  deps: UndoDeps,
  user: Reviewer,
  { seq, shown }: ShownRecord & { seq: number },
): Promise<UndoAnswer> {
  const { store, outbox } = deps;
  const actor = user.uid;
  const mail = shown ? await mailAbout(deps, seq) : null;
  const answer = await store.change(async (trx) => {
    const changes = await withBatch(trx, seq);
    refuseReviewer(deps, user, changes);
    const batch = newBatch();
    if (changes[0]?.kind === 'outcomes-set') return { undone: await revertOutcomes(trx, actor, seq), batch };
    if (changes[0]?.kind === 'settings-changed')
      return { undone: await revertPart(trx, actor, changes[0]), batch };
    const byEmail = deps.config.smtpUrl !== undefined;
    for (const change of changes.filter(isOwnAct)) {
      await requireConfirmation(trx, change, { shown, byEmail });
    }
    let changedSince = 0;
    for (const change of changes) {
      if (!(await revertChange(trx, change, actor, batch))) changedSince += 1;
    }
    if (changedSince > 0) {
      const text =
        changes.length === 1
          ? undoMessages.changedSince
          : undoMessages.batchChangedSince(changedSince, changes.length);
      throw new Refusal(409, 'CHANGED_SINCE', text);
    }
    if (mail) await outbox.enqueue(trx, mail);
    return { undone: changes.length, batch };
  });
  if (mail) outbox.wake();
  return answer;
}

function refuseReviewer({ content }: UndoDeps, user: Reviewer, changes: readonly ChangeRow[]): void {
  if (user.role === 'administrator') return;
  if (!changes.every(({ kind, actor }) => kind === 'review-changed' && actor === user.uid))
    throw new Refusal(403, 'NOT_ALLOWED', undoMessages.notYours);
  const { mayMark } = rulesFor(user, content.reviews);
  const marks = changes.some(({ fields }) => 'submissionReviewed' in changedFields.parse(JSON.parse(fields)));
  if (marks && !mayMark) throw new Refusal(403, 'NOT_ALLOWED', reviewRefusals.mayNotMark);
}

/** Whether the member did it, and not the administrator. */
function isOwnAct({ actor, uid }: Pick<ChangeRow, 'actor' | 'uid'>): boolean {
  return actor === uid;
}

/** Throws 409 CONFIRMATION_NEEDED for a change that can be undone, unless the record is as it was when that was asked. */
async function requireConfirmation(
  trx: Trx,
  change: ChangeRow,
  { shown, byEmail }: ShownRecord & { byEmail: boolean },
): Promise<void> {
  const fields = changedFields.parse(JSON.parse(change.fields));
  const record = await findMember(trx, change.uid);
  if (
    !record ||
    (shown && !isOther(record, shown)) ||
    !isUndoable(changeKind.parse(change.kind), Object.keys(fields))
  )
    return;
  const name = record.fullName || record.email;
  const question = undoMessages.wouldLose(name, lossesOf(fields, record), byEmail);
  const text = shown ? `${undoMessages.changedMeanwhile} ${question}` : question;
  throw new Refusal(409, 'CONFIRMATION_NEEDED', text, { current: record });
}

/** The parts of a member's record that an undo takes away. */
function lossesOf(fields: ChangedFields, record: Member): string[] {
  const { githubLink, developmentTrack, taskCompleted } = fields;
  const link = githubLink?.new;
  if (typeof link === 'string') {
    const project = undoMessages.project(projectLink(link)?.name ?? link);
    const isReviewed = record.submissionReviewed || record.graded || record.feedback !== null;
    return isReviewed ? [project, undoMessages.review(resultText(record))] : [project];
  }
  const chosen = track.safeParse(developmentTrack?.new).data;
  const lost = [
    chosen && undoMessages.track(trackLabels[chosen]),
    taskCompleted?.new === true && undoMessages.task,
  ].filter((loss) => typeof loss === 'string');
  return lost.length > 0 ? lost : [undoMessages.profile];
}

/**
 * The mail to a member whose own act is undone; null for any other change. No limit applies: the member learns of each, and
 * nobody but an administrator causes one.
 */
async function mailAbout({ config, content, store }: UndoDeps, seq: number): Promise<Mail | null> {
  const row = await store.db
    .selectFrom('changes')
    .innerJoin('user', 'user.id', 'changes.uid')
    .select(['changes.uid', 'changes.actor', 'changes.kind', 'user.email'])
    .where('changes.seq', '=', seq)
    .executeTakeFirst();
  if (!row || !isOwnAct(row)) return null;
  return actUndoneMail(content.club, {
    uid: row.uid,
    to: row.email,
    act: undoMessages.acts[changeKind.parse(row.kind)] ?? undoMessages.otherAct,
    dashboard: `${config.portalUrl}/dashboard`,
  });
}

/** The change and, newest first, all others of its batch, without those of members who were removed since. */
async function withBatch(trx: Trx, seq: number): Promise<ChangeRow[]> {
  const change = await trx.selectFrom('changes').selectAll().where('seq', '=', seq).executeTakeFirst();
  if (!change) throw new Refusal(404, 'CHANGE_NOT_FOUND', undoMessages.missing);
  if (change.batch === null) return [change];
  const batch = await trx
    .selectFrom('changes')
    .selectAll()
    .where('batch', '=', change.batch)
    .orderBy('seq', 'desc')
    .execute();
  const left = batch.filter(({ fields }) => fields !== withoutValues);
  return left.length > 0 ? left : [change];
}

/** @returns whether the record was still as the change left it */
async function revertChange(trx: Trx, change: ChangeRow, actor: string, batch: string): Promise<boolean> {
  const kind = changeKind.parse(change.kind);
  const fields = changedFields.parse(JSON.parse(change.fields));
  if (!isUndoable(kind, Object.keys(fields))) {
    throw new Refusal(409, 'NOT_UNDOABLE', undoMessages.notUndoable);
  }
  delete fields[keptField];
  const marks = await extractMarks(trx, change, fields);
  const before = { ...oldValues(fields), ...marks };
  let untouched = false;
  const undo = { uid: change.uid, actor, kind: 'undone' as const, batch, undoes: change.seq };
  function write(current: Member): MemberWrite | null {
    const now: Record<string, unknown> = current;
    untouched =
      Object.entries(fields).every(([name, value]) => value.new === now[name]) &&
      (marks !== null || isOfSameProject(current, before, change.at));
    return untouched ? before : null;
  }
  const isReview = kind === 'review-changed';
  const changed = isReview
    ? await writeReview(trx, undo, write)
    : await changeMember(trx, { ...undo, write });
  if (untouched && changed && 'fullName' in fields) await nameAccount(trx, changed);
  if (untouched && isReview) {
    await unreadMessagesOf(trx, { member: change.uid, actor, at: change.at });
  }
  return untouched;
}

/**
 * A review belongs to the project it was given for, so an undone submission takes today's marks with it: they become
 * what they were for the project before, and are taken out of the fields that must not have changed since.
 * @returns the marks to write, or null if the change is not of a submission
 */
async function extractMarks(trx: Trx, change: ChangeRow, fields: ChangedFields): Promise<MemberWrite | null> {
  if (!('githubLink' in fields)) return null;
  const [submissionReviewed, graded] = await Promise.all([
    markBefore(trx, change, fields.submissionReviewed, 'submissionReviewed'),
    markBefore(trx, change, fields.graded, 'graded'),
  ]);
  delete fields.submissionReviewed;
  delete fields.graded;
  return { submissionReviewed, graded };
}

/** A submission that names no mark found none. An undo found the one that it left, which the next change names. */
async function markBefore(
  trx: Trx,
  { uid, seq, kind }: ChangeRow,
  logged: ChangedFields[string] | undefined,
  name: 'submissionReviewed' | 'graded',
): Promise<boolean> {
  if (logged) return logged.old === true;
  if (kind !== 'undone') return false;
  const next = await trx
    .selectFrom('changes')
    .select('fields')
    .where('uid', '=', uid)
    .where('seq', '>', seq)
    .where('fields', 'like', `%"${name}":%`)
    .orderBy('seq')
    .executeTakeFirst();
  if (next) return changedFields.parse(JSON.parse(next.fields))[name]?.old === true;
  return (await findMember(trx, uid))?.[name] === true;
}

/** Whether the marks that an undo would set again were given for the project that the record has now. */
function isOfSameProject(current: Member, { submissionReviewed, graded }: MemberWrite, at: string): boolean {
  if (!submissionReviewed && !graded) return true;
  return current.githubLink !== null && (current.submittedAt ?? '') <= at;
}

/** The account gets the record's name, as after a save of the profile. */
function nameAccount(trx: Trx, { uid, fullName, email }: Member): Promise<void> {
  return updateAccount(trx, { uid, name: fullName, email });
}

import type { Selectable } from 'kysely';
import {
  type ChangedFields,
  changedFields,
  changeKind,
  isTextExcerpt,
  isUndoable,
  type UndoAnswer,
  undoMessages,
} from '#domain/changes.ts';
import { type Member, member } from '#domain/members.ts';
import { updateAccount } from '#server/accounts/email-change.ts';
import { unreadMessagesOf } from '#server/forms/member-messages.ts';
import { Refusal } from '#server/http/refusal.ts';
import { changeMember, type MemberWrite } from '#server/members/member-store.ts';
import { isLogged, readReplaced } from '#server/store/long-texts.ts';
import type { Store, Trx } from '#server/store/open.ts';
import type { ChangesTable } from '#server/store/tables.ts';
import { newBatch } from './review.ts';

type ChangeRow = Selectable<ChangesTable>;

/** When a record was last saved is not undone: the undo is a save too. */
const keptField = 'updatedAt';

/**
 * Undoes a change, with all others of its batch: the fields get their old values again, which is logged as a
 * separate change. All or nothing, in one transaction. Throws 404 CHANGE_NOT_FOUND, 409 NOT_UNDOABLE for what
 * `isUndoable` excludes, and 409 CHANGED_SINCE if one of the fields is not as the change left it.
 */
export async function undoChange(store: Store, actor: string, seq: number): Promise<UndoAnswer> {
  return store.transact(async (trx) => {
    await trx.changes.lock();
    const changes = await withBatch(trx, seq);
    const batch = newBatch();
    let changedSince = 0;
    for (const change of changes) {
      if (!(await takeBack(trx, change, actor, batch))) changedSince += 1;
    }
    if (changedSince > 0) {
      const text =
        changes.length === 1
          ? undoMessages.changedSince
          : undoMessages.batchChangedSince(changedSince, changes.length);
      throw new Refusal(409, 'CHANGED_SINCE', text);
    }
    return { undone: changes.length, batch };
  });
}

/** The change and, newest first, all others of its batch. */
async function withBatch(trx: Trx, seq: number): Promise<ChangeRow[]> {
  const change = await trx.selectFrom('changes').selectAll().where('seq', '=', seq).executeTakeFirst();
  if (!change) throw new Refusal(404, 'CHANGE_NOT_FOUND', undoMessages.missing);
  if (change.batch === null) return [change];
  return trx
    .selectFrom('changes')
    .selectAll()
    .where('batch', '=', change.batch)
    .orderBy('seq', 'desc')
    .execute();
}

/** @returns whether the record was still as the change left it */
async function takeBack(trx: Trx, change: ChangeRow, actor: string, batch: string): Promise<boolean> {
  const kind = changeKind.parse(change.kind);
  const fields = changedFields.parse(JSON.parse(change.fields));
  if (!isUndoable(kind, Object.keys(fields))) {
    throw new Refusal(409, 'NOT_UNDOABLE', undoMessages.notUndoable);
  }
  delete fields[keptField];
  const marks = takeMarks(fields);
  const before = { ...(await oldValues(trx, change.seq, fields)), ...marks };
  let untouched = false;
  const changed = await changeMember(trx, {
    uid: change.uid,
    actor,
    kind: 'undone',
    batch,
    undoes: change.seq,
    write(current) {
      const now: Record<string, unknown> = current;
      untouched =
        Object.entries(fields).every(([name, value]) => isLogged(value.new, now[name])) &&
        (marks !== null || isOfSameProject(current, before, change.at));
      return untouched ? before : null;
    },
  });
  if (untouched && changed && 'fullName' in fields) await nameAccount(trx, changed);
  if (untouched && kind === 'review-changed') {
    await unreadMessagesOf(trx, { member: change.uid, actor, at: change.at });
  }
  return untouched;
}

/**
 * A review belongs to the project it was given for, so an undone submission takes today's marks with it: they become
 * what they were for the project before, and are taken out of the fields that must not have changed since.
 * @returns the marks to write, or null if the change is not of a submission
 */
function takeMarks(fields: ChangedFields): MemberWrite | null {
  if (!('githubLink' in fields)) return null;
  const marks = {
    submissionReviewed: fields.submissionReviewed?.old === true,
    graded: fields.graded?.old === true,
  };
  delete fields.submissionReviewed;
  delete fields.graded;
  return marks;
}

/** Whether the marks that an undo would set again were given for the project that the record has now. */
function isOfSameProject(current: Member, { submissionReviewed, graded }: MemberWrite, at: string): boolean {
  if (!submissionReviewed && !graded) return true;
  return current.githubLink !== null && (current.submittedAt ?? '') <= at;
}

/** The fields before the change, with long texts complete. Throws 409 NOT_UNDOABLE if one is no longer stored. */
async function oldValues(trx: Trx, seq: number, fields: ChangedFields): Promise<MemberWrite> {
  const isLong = Object.values(fields).some((value) => isTextExcerpt(value.old));
  const texts = isLong ? await readReplaced(trx, seq) : {};
  if (!texts) throw new Refusal(409, 'NOT_UNDOABLE', undoMessages.textGone);
  const old = Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [name, isTextExcerpt(value.old) ? texts[name] : value.old]),
  );
  return member.omit({ uid: true }).partial().parse(old) as MemberWrite;
}

/** The account gets the record's name, as after a save of the profile. */
function nameAccount(trx: Trx, { uid, fullName, email }: Member): Promise<void> {
  return updateAccount(trx, { uid, name: fullName, email });
}

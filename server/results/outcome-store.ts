import { staffScope, undoMessages } from '#domain/changes.ts';
import { type Outcome, outcome } from '#domain/outcomes.ts';
import { type OutcomesAnswer, resultRefusals } from '#domain/results.ts';
import type { LookupAnswer } from '#domain/results-page.ts';
import { latestSeq } from '#server/changes/change-log.ts';
import { Refusal } from '#server/http/refusal.ts';
import { studentIdKey } from '#server/members/derived-columns.ts';
import { chunk, padForIn } from '#server/store/chunk.ts';
import type { Db, Trx } from '#server/store/open.ts';
import { findReleased } from './release-state.ts';

type Outcomes = Map<string, Outcome | null>;

/** The outcomes of those of these members who have a record. */
export async function outcomesOf(db: Db, uids: readonly string[]): Promise<Outcomes> {
  const rows = await db
    .selectFrom('members')
    .leftJoin('outcomes', 'outcomes.uid', 'members.uid')
    .select(['members.uid', 'outcomes.outcome'])
    .where('members.uid', 'in', padForIn(uids))
    .execute();
  return new Map(rows.map((row) => [row.uid, row.outcome]));
}

/**
 * Gives members an outcome, or none, before their results are released. In the caller's transaction, with the log's lock.
 * Throws 409 ALREADY_RELEASED, and writes nothing, if one of them would need a correction.
 */
export async function setOutcomes(
  trx: Trx,
  actor: string,
  { uids, outcome: after }: { uids: readonly string[]; outcome: Outcome | null },
): Promise<OutcomesAnswer> {
  const before = await outcomesOf(trx, uids);
  const changes = [...before].filter(([, value]) => value !== after);
  const released = await findReleased(trx, new Map(changes.map(([uid]) => [uid, after])));
  if (released.length > 0)
    throw new Refusal(409, 'ALREADY_RELEASED', resultRefusals.correctInstead(released.length));
  const seq = await apply(
    trx,
    actor,
    new Map(changes.map(([uid, value]) => [uid, { before: value, after }])),
  );
  return { changed: changes.length, skipped: uids.filter((uid) => !before.has(uid)), seq };
}

/**
 * Undoes a change of outcomes, all or nothing; of members who have left, nothing is left to undo. Throws 409
 * CHANGED_SINCE if an outcome is not as the change left it, and 409 NOT_UNDOABLE once one of the results is released.
 */
export async function revertOutcomes(trx: Trx, actor: string, seq: number): Promise<number> {
  const rows = await trx.selectFrom('outcome_changes').selectAll().where('seq', '=', seq).execute();
  if (rows.length === 0) throw new Refusal(409, 'NOT_UNDOABLE', undoMessages.notUndoable);
  const released = await findReleased(trx, new Map(rows.map(({ uid, before }) => [uid, before])));
  if (released.length > 0) throw new Refusal(409, 'NOT_UNDOABLE', resultRefusals.undoAfterRelease);
  const now = await outcomesOf(
    trx,
    rows.map(({ uid }) => uid),
  );
  const changed = rows.filter(({ uid, after }) => now.get(uid) !== after).length;
  if (changed > 0) {
    throw new Refusal(409, 'CHANGED_SINCE', undoMessages.batchChangedSince(changed, rows.length));
  }
  await apply(
    trx,
    actor,
    new Map(rows.map(({ uid, before, after }) => [uid, { before: after, after: before }])),
    seq,
  );
  return rows.length;
}

type Changes = Map<string, { before: Outcome | null; after: Outcome | null }>;

/** Writes outcomes, and logs that there were some: the log says neither whose nor which. @returns the change's `seq` */
async function apply(trx: Trx, actor: string, changes: Changes, undoes?: number): Promise<number | null> {
  if (changes.size === 0) return null;
  const at = new Date().toISOString();
  await trx.changes.append({
    ...{ uid: staffScope, actor, kind: 'outcomes-set', at },
    fields: { members: { old: null, new: changes.size } },
    ...(undoes !== undefined && { undoes }),
  });
  const seq = await latestSeq(trx, { kind: 'outcomes-set' });
  await replaceOutcomes(trx, actor, new Map([...changes].map(([uid, { after }]) => [uid, after])), at);
  const rows = [...changes].map(([uid, change]) => ({ id: `${seq} ${uid}`, seq, uid, ...change }));
  for (const piece of chunk(rows)) await trx.insertInto('outcome_changes').values(piece).execute();
  return seq;
}

/** Writes outcomes as they are to be, and nothing else. */
export async function replaceOutcomes(trx: Trx, actor: string, wanted: Outcomes, at: string): Promise<void> {
  const uids = [...wanted.keys()];
  for (const piece of chunk(uids)) {
    await trx.deleteFrom('outcomes').where('uid', 'in', padForIn(piece)).execute();
  }
  const rows = [...wanted].flatMap(([uid, value]) =>
    value === null ? [] : [{ uid, outcome: value, actor, at }],
  );
  for (const piece of chunk(rows)) await trx.insertInto('outcomes').values(piece).execute();
}

/** The members with these addresses or student IDs, in any spelling of an ID. */
export async function lookUp(db: Db, entries: readonly string[]): Promise<LookupAnswer> {
  const emails = entries.map((entry) => entry.toLowerCase());
  const ids = entries.map(studentIdKey).filter((id) => id !== '');
  const rows = await db
    .selectFrom('members')
    .leftJoin('outcomes', 'outcomes.uid', 'members.uid')
    .select(['members.uid', 'members.fullName', 'members.email', 'studentIdKey', 'outcomes.outcome'])
    .where((is) =>
      is.or([
        is('members.email', 'in', padForIn(emails)),
        ...(ids.length > 0 ? [is('studentIdKey', 'in', padForIn(ids))] : []),
      ]),
    )
    .execute();
  const found = new Map<string, LookupAnswer['found'][number]>();
  const [missing, ambiguous]: [string[], string[]] = [[], []];
  for (const entry of entries) {
    const [email, id] = [entry.toLowerCase(), studentIdKey(entry)];
    const matches = rows.filter((row) => row.email === email || (id !== '' && row.studentIdKey === id));
    const [member] = matches;
    if (!member) missing.push(entry);
    else if (matches.length > 1) ambiguous.push(entry);
    else found.set(member.uid, { uid: member.uid, fullName: member.fullName, outcome: member.outcome });
  }
  return { found: [...found.values()], missing, ambiguous };
}

export async function findOutcome(db: Db, uid: string): Promise<Outcome | null> {
  const row = await db.selectFrom('outcomes').select('outcome').where('uid', '=', uid).executeTakeFirst();
  return row ? outcome.parse(row.outcome) : null;
}

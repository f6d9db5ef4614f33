import type { DeleteResult } from 'kysely';
import { changedFields, staffScope } from '#domain/changes.ts';
import { dropUnusedPasswordKeys } from '#server/accounts/password-keys.ts';
import { latestSeq } from '#server/changes/change-log.ts';
import { padForIn } from '#server/store/chunk.ts';
import { countRows } from '#server/store/count-rows.ts';
import { databaseTime, iso } from '#server/store/database-time.ts';
import type { Db, Store, Trx } from '#server/store/open.ts';
import { forgetState, type PortalState, readState, writeState } from '#server/store/portal-state.ts';
import { inPortions } from '#server/store/portions.ts';

export type SeasonCounts = Awaited<ReturnType<typeof seasonCounts>>;

export async function seasonCounts(db: Db) {
  const unsent = db.selectFrom('mail_outbox').where('state', 'in', ['waiting', 'stopped']);
  return {
    members: await countRows(db.selectFrom('members')),
    changes: await countRows(db.selectFrom('changes')),
    messages: await countRows(db.selectFrom('form_submissions')),
    unsent: await countRows(unsent),
  };
}

/** How often everything is archived again because something was written meanwhile. */
const archiveAttempts = 3;
/** Milliseconds between two portions, so that the portal's writes come in between. */
const pause = 30;

type Ending = PortalState<'season-ending'>;

/**
 * Removes every member, the change log, messages, mails and the memory of imports; the accounts of the administrator and
 * of reviewers stay (docs/decisions/removal-and-seasons.md). Others are answered meanwhile. Whatever somebody wrote after the last archive
 * was begun stays, with its member.
 * @param archive keeps everything first. It is called again if something was written meanwhile.
 * @returns what the archive holds, with how many members were removed and how many stay
 */
export async function endSeason(
  store: Store,
  adminUid: string,
  archive: () => Promise<void>,
): Promise<SeasonCounts & { kept: number }> {
  const { counts, ending } = await archiveAll(store.db, archive);
  // From here on the season ends, whatever happens to this process.
  await store.transact((trx) => writeState(trx, 'season-ending', ending));
  return { ...counts, ...(await finish(store, adminUid, ending)) };
}

/** Continues the end of a season whose process died. */
export async function continueSeasonEnd(store: Store, adminUid: string): Promise<void> {
  const ending = await readState(store.db, 'season-ending');
  if (ending) await finish(store, adminUid, ending);
}

async function archiveAll(
  db: Db,
  archive: () => Promise<void>,
): Promise<{ counts: SeasonCounts; ending: Ending }> {
  for (let attempt = 1; ; attempt += 1) {
    // Read before the rest: what is written in between counts as written after the archive.
    const seq = await latestSeq(db);
    const at = iso(await databaseTime(db));
    const counts = await seasonCounts(db);
    await archive();
    if (attempt === archiveAttempts || (await latestSeq(db)) === seq)
      return { counts, ending: { seq, at, members: counts.members } };
  }
}

/** Two processes may do this together. */
async function finish(
  store: Store,
  adminUid: string,
  ending: Ending,
): Promise<{ members: number; kept: number }> {
  await removeMessages(store, ending.seq);
  await removeAccounts(store, adminUid, ending.seq);
  await removeRest(store, adminUid, ending);
  const counts = await store.transact(async (trx) => {
    await trx.changes.lock();
    const left = trx.selectFrom('members');
    const kept = await countRows(left);
    const logged = trx.selectFrom('changes').select('uid').where('seq', '<=', ending.seq);
    const members = ending.members - (await countRows(left.where('uid', 'in', logged)));
    if (await readState(trx, 'season-ending')) {
      await forgetState(trx, 'season-ending');
      await dropUnusedPasswordKeys(trx);
      await trx.changes.append({
        ...{ uid: staffScope, actor: adminUid, kind: 'season-ended', at: new Date().toISOString() },
        fields: { members: { old: ending.members, new: kept } },
      });
    }
    return { members, kept };
  });
  await store.scrub();
  return counts;
}

/** The accounts and messages that somebody wrote or changed after this change. The caller holds the log's lock. */
async function writtenAfter(trx: Trx, seq: number): Promise<{ accounts: string[]; messages: string[] }> {
  const changes = await trx.selectFrom('changes').select(['uid', 'fields']).where('seq', '>', seq).execute();
  const messages = changes.flatMap(({ fields }) => {
    const id = changedFields.parse(JSON.parse(fields)).message?.new;
    return typeof id === 'string' ? [id] : [];
  });
  const senders = messages.length
    ? await trx
        .selectFrom('form_submissions')
        .select('memberUid as uid')
        .where('id', 'in', padForIn(messages))
        .execute()
    : [];
  const decided = await trx.selectFrom('outcome_changes').select('uid').where('seq', '>', seq).execute();
  const accounts = [...changes, ...senders, ...decided].flatMap(({ uid }) => uid ?? []);
  return { accounts, messages };
}

function removeMessages(store: Store, seq: number): Promise<number> {
  return inPortions(
    (most) =>
      store.transact(async (trx) => {
        await trx.changes.lock();
        const { messages } = await writtenAfter(trx, seq);
        let archived = trx.selectFrom('form_submissions').select('id').orderBy('id').limit(most);
        if (messages.length > 0) archived = archived.where('id', 'not in', padForIn(messages));
        return countDeleted(trx.deleteFrom('form_submissions').where('id', 'in', archived));
      }),
    { pause },
  );
}

/** Removes the accounts with everything that belongs to them. */
function removeAccounts(store: Store, adminUid: string, seq: number): Promise<number> {
  return inPortions(
    (most) =>
      store.transact(async (trx) => {
        await trx.changes.lock();
        const { accounts } = await writtenAfter(trx, seq);
        // One who is a member too leaves as a member.
        const reviewers = trx
          .selectFrom('staff')
          .select('uid')
          .where('role', '=', 'reviewer')
          .where('member', '=', 0);
        const archived = trx
          .selectFrom('user')
          .select('id')
          .where('id', 'not in', padForIn([adminUid, ...accounts]))
          .where('id', 'not in', reviewers)
          .orderBy('id')
          .limit(most);
        // Sessions, mailed links, records and all other rows of an account are deleted with it.
        return countDeleted(trx.deleteFrom('user').where('id', 'in', archived));
      }),
    // A member has a hundred rows or more, in twenty tables.
    { size: 25, pause },
  );
}

/** Removes the log of those who are gone, and what belongs to nobody. */
async function removeRest({ db }: Store, adminUid: string, { seq, at }: Ending): Promise<void> {
  const remaining = db.selectFrom('user').select('id').where('id', '!=', adminUid);
  const changes = db
    .selectFrom('changes')
    .select('seq')
    .where('seq', '<=', seq)
    .where('uid', 'not in', remaining)
    .orderBy('seq');
  await inPortions((most) => countDeleted(db.deleteFrom('changes').where('seq', 'in', changes.limit(most))), {
    size: 500,
    pause,
  });
  const mails = db
    .selectFrom('mail_outbox')
    .select('id')
    .where('createdAt', '<=', at)
    .where((is) => is.or([is('uid', 'is', null), is('uid', '=', adminUid)]))
    .orderBy('id');
  await inPortions(
    (most) => countDeleted(db.deleteFrom('mail_outbox').where('id', 'in', mails.limit(most))),
    {
      pause,
    },
  );
  const received = db.selectFrom('group_message_recipients').select('messageId');
  await db.deleteFrom('group_messages').where('id', 'not in', received).execute();
  const ofRound = db.selectFrom('round_members').select('roundId');
  await db.deleteFrom('rounds').where('id', 'not in', ofRound).execute();
  await db.deleteFrom('staff').where('uid', 'not in', db.selectFrom('user').select('id')).execute();
  for (const table of ['rate_limits', 'admin_visits', 'closed_accounts'] as const)
    await db.deleteFrom(table).execute();
}

async function countDeleted(removal: { executeTakeFirst(): Promise<DeleteResult> }): Promise<number> {
  return Number((await removal.executeTakeFirst()).numDeletedRows);
}

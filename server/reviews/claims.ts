import { staffScope } from '#domain/changes.ts';
import { type Claim, claimTexts, claimTime } from '#domain/claims.ts';
import { Refusal } from '#server/http/refusal.ts';
import { findMember } from '#server/members/member-store.ts';
import { noSuchMember } from '#server/members/named-member.ts';
import { accountName } from '#server/members/opinions.ts';
import { databaseTime, iso } from '#server/store/database-time.ts';
import type { Db, Store, Trx } from '#server/store/open.ts';

interface ClaimOf {
  uid: string;
  /** The account of the reviewer. */
  reviewer: string;
}

/** The claim on a submission, as this reviewer sees it; null if nobody has it open. */
export async function claimOn(db: Db, { uid, reviewer }: ClaimOf): Promise<Claim | null> {
  const now = await databaseTime(db);
  const held = await db
    .selectFrom('review_claims')
    .select(['reviewer', 'until'])
    .select(accountName('review_claims.reviewer').as('by'))
    .where('uid', '=', uid)
    .where('until', '>', iso(now))
    .executeTakeFirst();
  if (!held) return null;
  const secondsLeft = Math.ceil((Date.parse(held.until) - now) / 1000);
  return { by: held.by, mine: held.reviewer === reviewer, secondsLeft };
}

/**
 * Opens a submission for a reviewer, or renews that. One statement decides, by the database's clock, whether it is free.
 * Throws 409 CLAIMED with the claim of the one who has it, and 404 MEMBER_NOT_FOUND.
 */
export async function claimSubmission(
  store: Store,
  { uid, reviewer, takeOver = false }: ClaimOf & { takeOver?: boolean | undefined },
): Promise<Claim> {
  return store.change(async (trx) => {
    if (!(await findMember(trx, uid))) throw noSuchMember();
    const before = await claimOn(trx, { uid, reviewer });
    const now = await databaseTime(trx);
    const row = { reviewer, until: iso(now + claimTime) };
    await trx
      .insertInto('review_claims')
      .values({ uid, ...row })
      .onConflict((conflict) =>
        conflict
          .column('uid')
          .doUpdateSet(row)
          .where((is) =>
            is.or([
              is('review_claims.reviewer', '=', reviewer),
              is('review_claims.until', '<=', iso(now)),
              is.lit(takeOver),
            ]),
          ),
      )
      .execute();
    const claim = await claimOn(trx, { uid, reviewer });
    if (!claim?.mine) {
      throw new Refusal(409, 'CLAIMED', claimTexts.open(claim?.by ?? ''), { current: { claim } });
    }
    if (!before?.mine) await notifyPages(trx, { uid, reviewer });
    return claim;
  });
}

/** Leaves a submission. Nothing happens to somebody else's. */
export async function leaveSubmission(store: Store, { uid, reviewer }: ClaimOf): Promise<void> {
  await store.change(async (trx) => {
    const { numDeletedRows } = await trx
      .deleteFrom('review_claims')
      .where('uid', '=', uid)
      .where('reviewer', '=', reviewer)
      .executeTakeFirst();
    if (numDeletedRows > 0) await notifyPages(trx, { uid, reviewer });
  });
}

function notifyPages(trx: Trx, { uid, reviewer }: ClaimOf): Promise<void> {
  const fields = { member: { old: null, new: uid } };
  return trx.changes.append({ uid: staffScope, actor: reviewer, kind: 'claim-changed', fields });
}

import type { Trx } from '#server/store/open.ts';
import type { Tables } from '#server/store/tables.ts';

/** The session's part of a row of `staff`; nearly no account has one. */
export type StaffRole = { [Column in 'role' | 'member']: Tables['staff'][Column] | null };

/** Gives an account the role. `member`: it is also a member's, who keeps their dashboard. */
export async function makeReviewer(
  trx: Trx,
  { uid, name, member = false }: { uid: string; name: string; member?: boolean },
): Promise<void> {
  const row = { role: 'reviewer' as const, name, member: Number(member), since: new Date().toISOString() };
  await trx
    .insertInto('staff')
    .values({ uid, ...row })
    .onConflict((conflict) => conflict.column('uid').doUpdateSet(row))
    .execute();
}

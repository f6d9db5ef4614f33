import { randomBytes } from 'node:crypto';
import type { Selectable } from 'kysely';
import { certificateId, resultRefusals } from '#domain/results.ts';
import { Refusal } from '#server/http/refusal.ts';
import type { Db, Store } from '#server/store/open.ts';
import type { Tables } from '#server/store/tables.ts';

/** The content of a certificate, as it was at the release. */
export type Certificate = Pick<Selectable<Tables['results']>, 'fullName' | 'track' | 'season' | 'releasedAt'>;

/** The id of a member's certificate, made if there is none. Throws 409 NOT_SELECTED for a member who was not selected, or has not confirmed the place. */
export function askForCertificate(store: Store, uid: string): Promise<string> {
  return store.transact(async (trx) => {
    await trx
      .updateTable('results')
      .set({ certificate: randomBytes(16).toString('base64url') })
      .where('uid', '=', uid)
      .where('outcome', '=', 'selected')
      .where((is) => is.or([is('answerUntil', 'is', null), is('answer', '=', 'yes')]))
      .where('certificate', 'is', null)
      .execute();
    const row = await trx
      .selectFrom('results')
      .select('certificate')
      .where('uid', '=', uid)
      .executeTakeFirst();
    if (!row?.certificate) throw new Refusal(409, 'NOT_SELECTED', resultRefusals.notSelected);
    return row.certificate;
  });
}

export async function removeCertificate(store: Store, uid: string): Promise<void> {
  await store.transact(async (trx) => {
    await trx.updateTable('results').set({ certificate: null }).where('uid', '=', uid).execute();
    await trx.updateTable('club_members').set({ certificate: null }).where('uid', '=', uid).execute();
  });
}

export async function findCertificate(db: Db, id: string): Promise<Certificate | null> {
  if (!certificateId.safeParse(id).success) return null;
  const row = await db
    .selectFrom('results')
    .select(['fullName', 'track', 'season', 'releasedAt'])
    .where('certificate', '=', id)
    .executeTakeFirst();
  return row ?? (await findPastCertificate(db, id));
}

/** A certificate outlives its season, and the membership of the club. */
async function findPastCertificate(db: Db, id: string): Promise<Certificate | null> {
  const row = await db
    .selectFrom('club_members')
    .innerJoin('seasons', 'seasons.id', 'club_members.seasonId')
    .select(['fullName', 'track', 'seasons.name as season', 'since as releasedAt'])
    .where('certificate', '=', id)
    .executeTakeFirst();
  return row ?? null;
}

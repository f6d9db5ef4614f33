import { createHash, randomBytes } from 'node:crypto';
import { Secret, TOTP } from 'otpauth';
import { encode } from 'uqr';
import type { SessionUser } from '#domain/accounts.ts';
import { type Factors, factorTexts, type NewSecondFactor } from '#domain/factors.ts';
import type { Config } from '#server/config/config.ts';
import { seal, unseal } from '#server/config/sealed-text.ts';
import { Refusal } from '#server/http/refusal.ts';
import type { Db, Store, Trx } from '#server/store/open.ts';
import type { AccountDeps } from './deps.ts';
import { endOtherSessions } from './session-store.ts';

/** How many codes before and after the present one are right: for clocks that differ by half a minute. */
const window = 1;
const numberOfRecoveryCodes = 10;

/** The secret is sealed, so that somebody with only the database can make no code. */
function sealOf({ authSecret }: Pick<Config, 'authSecret'>, uid: string) {
  return { secret: authSecret, purpose: 'portal: secret of a second factor', about: uid };
}

export async function readFactors(db: Db, uid: string): Promise<Omit<Factors, 'passkeys' | 'identities'>> {
  const row = await confirmedRow(db, uid);
  const codes: unknown[] = row ? JSON.parse(row.recoveryCodes) : [];
  return { secondFactor: row?.since ?? null, recoveryCodes: codes.length };
}

function confirmedRow(db: Db, uid: string) {
  return db
    .selectFrom('second_factors')
    .selectAll()
    .where('uid', '=', uid)
    .where('since', 'is not', null)
    .executeTakeFirst();
}

/** Makes a secret, which counts once a code confirms it. Throws 409 SECOND_FACTOR_EXISTS. */
export async function beginSecondFactor(
  { config, content, store }: AccountDeps,
  { uid, email }: SessionUser,
): Promise<NewSecondFactor> {
  const secret = new Secret({ size: 20 });
  const sealed = seal(sealOf(config, uid), secret.base32);
  const { numInsertedOrUpdatedRows } = await store.transact((trx) =>
    trx
      .insertInto('second_factors')
      .values({ uid, sealed, since: null, lastStep: 0, recoveryCodes: '[]' })
      .onConflict((conflict) =>
        conflict.column('uid').doUpdateSet({ sealed }).where('second_factors.since', 'is', null),
      )
      .executeTakeFirst(),
  );
  if (numInsertedOrUpdatedRows === 0n) throw new Refusal(409, 'SECOND_FACTOR_EXISTS', factorTexts.exists);
  const { data, size } = encode(
    new TOTP({ issuer: content.club.shortName, label: email, secret }).toString(),
  );
  const path = data
    .flatMap((row, y) => row.flatMap((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : [])))
    .join('');
  return { secret: secret.base32, qr: { size, path } };
}

/**
 * Turns the second factor on. The session that did it has shown both; all others end. Throws 400 WRONG_CODE.
 * @returns the recovery codes, of which only the hashes are stored
 */
export async function confirmSecondFactor(
  { config, store }: AccountDeps,
  { uid, session, code }: { uid: string; session: string; code: string },
): Promise<string[]> {
  const codes = Array.from({ length: numberOfRecoveryCodes }, newRecoveryCode);
  await store.transact(async (trx) => {
    await lockAccount(trx, uid);
    const row = await trx
      .selectFrom('second_factors')
      .select('sealed')
      .where('uid', '=', uid)
      .where('since', 'is', null)
      .executeTakeFirst();
    if (!row) throw new Refusal(409, 'SECOND_FACTOR_EXISTS', factorTexts.begin);
    const lastStep = stepOf(config, uid, row.sealed, tidied(code));
    if (lastStep === null) throw new Refusal(400, 'WRONG_CODE', factorTexts.wrongCode, { field: 'code' });
    const since = new Date().toISOString();
    await trx
      .updateTable('second_factors')
      .set({ since, lastStep, recoveryCodes: JSON.stringify(codes.map(hashOf)) })
      .where('uid', '=', uid)
      .execute();
    await endOtherSessions(trx, uid, session);
    await markSession(trx, session, 2);
  });
  return codes;
}

/** Removes the second factor. Only `session` goes on, as one that has shown the password alone. */
export async function removeSecondFactor(
  store: Store,
  { uid, session }: { uid: string; session: string | null },
): Promise<boolean> {
  return store.transact(async (trx) => {
    await lockAccount(trx, uid);
    const removed = await trx.deleteFrom('second_factors').where('uid', '=', uid).executeTakeFirst();
    await endOtherSessions(trx, uid, session);
    if (session) await markSession(trx, session, 1);
    return removed.numDeletedRows > 0n;
  });
}

/**
 * Uses up a code, in the transaction that makes the session and has locked the account. Throws 401 SECOND_FACTOR_REQUIRED
 * without one, and 401 WRONG_CODE for one that is wrong or was used.
 * @returns how many factors the person has shown
 */
export async function spendCode(
  config: Pick<Config, 'authSecret'>,
  trx: Trx,
  uid: string,
  given = '',
): Promise<1 | 2> {
  const row = await confirmedRow(trx, uid);
  if (!row) return 1;
  const code = tidied(given);
  if (code === '') throw new Refusal(401, 'SECOND_FACTOR_REQUIRED', factorTexts.code, { field: 'code' });
  const used = trx.updateTable('second_factors').where('uid', '=', uid);
  const step = stepOf(config, uid, row.sealed, code);
  const hashes: string[] = JSON.parse(row.recoveryCodes);
  const left = JSON.stringify(hashes.filter((hash) => hash !== hashOf(code)));
  const { numUpdatedRows } =
    step === null
      ? await used
          .set({ recoveryCodes: left })
          // A code that is not in the list leaves it as it is, and was not right.
          .where('recoveryCodes', '=', row.recoveryCodes)
          .where('recoveryCodes', '!=', left)
          .executeTakeFirst()
      : await used.set({ lastStep: step }).where('lastStep', '<', step).executeTakeFirst();
  if (numUpdatedRows === 0n) throw new Refusal(401, 'WRONG_CODE', factorTexts.wrongCode, { field: 'code' });
  return 2;
}

/** Notes how many factors the person of a session has shown. */
export async function markSession(trx: Trx, session: string, shown: 1 | 2): Promise<void> {
  await trx.updateTable('session').set({ factors: shown }).where('id', '=', session).execute();
}

/** Nobody who could open an account before opens it any more, whatever they hold. Its sessions are the caller's. */
export async function dropFactors(trx: Trx, uid: string): Promise<void> {
  await trx.deleteFrom('passkeys').where('uid', '=', uid).execute();
  await trx.deleteFrom('identities').where('uid', '=', uid).execute();
  await trx.deleteFrom('second_factors').where('uid', '=', uid).execute();
}

/** Until the transaction ends, no other one signs in to the account: its session would outlive what changes. */
export async function lockAccount(trx: Trx, uid: string): Promise<void> {
  await trx.updateTable('account').set({ updatedAt: new Date() }).where('userId', '=', uid).execute();
}

/** The time step of a right code; null for a wrong one, and if the secret was sealed by another one. */
function stepOf(
  config: Pick<Config, 'authSecret'>,
  uid: string,
  sealed: string,
  token: string,
): number | null {
  const secret = unseal(sealOf(config, uid), sealed);
  if (secret === null || !/^\d{6}$/.test(token)) return null;
  const totp = new TOTP({ secret });
  const timestamp = Date.now();
  const delta = totp.validate({ token, window, timestamp });
  return delta === null ? null : totp.counter({ timestamp }) + delta;
}

/** 80 bits, in four groups. */
function newRecoveryCode(): string {
  return (
    new Secret({ buffer: new Uint8Array(randomBytes(10)).buffer }).base32.toLowerCase().match(/.{4}/g) ?? []
  ).join('-');
}

function tidied(code: string): string {
  return code.replace(/[\s-]/g, '').toLowerCase();
}

function hashOf(code: string): string {
  return createHash('sha256').update(tidied(code)).digest('base64url');
}

import { hash, randomBytes } from 'node:crypto';
import { chunk } from '#server/store/chunk.ts';
import { compiledQuery } from '#server/store/compiled-query.ts';
import { isUnavailable } from '#server/store/database-errors.ts';
import type { Db, Trx } from '#server/store/open.ts';
import { keepRows } from '#server/store/row-lock.ts';
import type { Tables } from '#server/store/tables.ts';

const day = 24 * 60 * 60 * 1000;
/** A session ends after this long without a visit, in milliseconds. */
export const idleLimit = 7 * day;
/** A session ends this long after sign-in at the latest, in milliseconds. */
const absoluteLimit = 30 * day;
/** A visit extends a session at most once in this time, so that most reads write nothing. The list of devices is as exact. */
const prolongEvery = 60 * 60 * 1000;
/** How many sessions an account may have: enough for every device of one person. */
const sessionsPerAccount = 20;

/** The stored form of a token, from which no cookie can be made. */
export function sessionId(token: string): string {
  return hash('sha256', token, 'base64url');
}

/** The browser of a session, and the factors that its person has shown: see the table. */
export type SessionBrowser = Pick<Tables['session'], 'browser' | 'system' | 'device'> & { factors?: 1 | 2 };

const noBrowser: SessionBrowser = { browser: '', system: '', device: null };

/** Stores a new session. @returns its token, which goes to `Sessions.setCookie` */
export async function insertSession(db: Db, uid: string, browser = noBrowser): Promise<string> {
  const token = randomBytes(24).toString('base64url');
  const now = new Date();
  const session = {
    id: sessionId(token),
    userId: uid,
    createdAt: now,
    updatedAt: now,
    expiresAt: new Date(now.getTime() + idleLimit),
    ...browser,
  };
  await db.insertInto('session').values(session).execute();
  return token;
}

/**
 * Stores the session of a sign-in in place of another. An account keeps the 20 most recently used. Call it in a transaction
 * that has locked the account, so that two concurrent calls do not leave one too many.
 * @returns its token
 */
export async function beginSession(
  trx: Trx,
  uid: string,
  replaced: string | null,
  browser = noBrowser,
): Promise<string> {
  if (replaced) await endSession(trx, replaced);
  const kept = trx
    .selectFrom('session')
    .select('id')
    .where('userId', '=', uid)
    .orderBy('updatedAt', 'desc')
    .orderBy('id')
    .limit(sessionsPerAccount - 1);
  await trx.deleteFrom('session').where('userId', '=', uid).where('id', 'not in', kept).execute();
  return insertSession(trx, uid, browser);
}

/** Those of the ids whose sessions are valid. */
export async function aliveSessions(db: Db, ids: ReadonlySet<string>): Promise<Set<string>> {
  const alive = new Set<string>();
  for (const batch of chunk([...ids], 512)) {
    const rows = await db
      .selectFrom('session')
      .select('id')
      .where('id', 'in', batch)
      .where('expiresAt', '>', new Date())
      .execute();
    for (const { id } of rows) alive.add(id);
  }
  return alive;
}

/** Keeps a session from ending until the transaction does. @returns whether it is valid, and this account's */
export async function keepSession(trx: Trx, id: string, uid: string): Promise<boolean> {
  const session = trx
    .selectFrom('session')
    .select('id')
    .where('id', '=', id)
    .where('userId', '=', uid)
    .where('expiresAt', '>', new Date());
  return (await keepRows(trx, session).executeTakeFirst()) !== undefined;
}

export async function endSession(trx: Trx, id: string): Promise<void> {
  await trx.deleteFrom('session').where('id', '=', id).execute();
}

/** Ends all sessions of an account. @returns how many there were */
export async function endSessions(db: Db, uid: string): Promise<number> {
  const { numDeletedRows } = await db.deleteFrom('session').where('userId', '=', uid).executeTakeFirst();
  return Number(numDeletedRows);
}

/**
 * Ends the sessions of an account but `kept`, and forgets its devices but that session's.
 * @returns how many sessions there were
 */
export async function endOtherSessions(trx: Trx, uid: string, kept: string | null): Promise<number> {
  const session = await trx
    .selectFrom('session')
    .select('device')
    .where('id', '=', kept ?? '')
    .executeTakeFirst();
  const { numDeletedRows } = await trx
    .deleteFrom('session')
    .where('userId', '=', uid)
    .where('id', '!=', kept ?? '')
    .executeTakeFirst();
  await trx
    .deleteFrom('known_devices')
    .where('uid', '=', uid)
    .where('id', '!=', session?.device ?? '')
    .execute();
  return Number(numDeletedRows);
}

/** Ends one session of an account, and forgets its device unless another session has it. @returns whether there was one */
export async function endOneSession(trx: Trx, uid: string, id: string): Promise<boolean> {
  const ended = await trx
    .deleteFrom('session')
    .where('userId', '=', uid)
    .where('id', '=', id)
    .returning('device')
    .executeTakeFirst();
  if (!ended) return false;
  await trx
    .deleteFrom('known_devices')
    .where('uid', '=', uid)
    .where('id', '=', ended.device ?? '')
    .where('id', 'not in', (is) =>
      is.selectFrom('session').select('device').where('userId', '=', uid).where('device', 'is not', null),
    )
    .execute();
  return true;
}

/** The valid sessions of an account, the one used last first. */
export function validSessions(db: Db, uid: string) {
  return db
    .selectFrom('session')
    .select(['id', 'createdAt', 'updatedAt', 'browser', 'system'])
    .where('userId', '=', uid)
    .where('expiresAt', '>', new Date())
    .orderBy('updatedAt', 'desc')
    .orderBy('id')
    .execute();
}

/** Whether a session that was extended then is due to be extended again. Nearly every visit finds that it is not. */
export function mayBeProlonged(updatedAt: Date): boolean {
  return Date.now() - updatedAt.getTime() >= prolongEvery;
}

/**
 * Extends a session that is being used.
 * @returns the new end, or null if nothing can be written
 */
export async function prolongSession(db: Db, id: string, createdAt: Date): Promise<Date | null> {
  const now = Date.now();
  const prolonged = new Date(Math.min(now + idleLimit, createdAt.getTime() + absoluteLimit));
  try {
    await db
      .updateTable('session')
      .set({ expiresAt: prolonged, updatedAt: new Date(now) })
      .where('id', '=', id)
      .execute();
  } catch (error) {
    // A valid session must not be refused because nothing can be written: another visit extends it.
    if (!isUnavailable(error)) throw error;
    return null;
  }
  return prolonged;
}

/** A session and its account with the role, by the session's id. */
export const sessionWithAccount = compiledQuery((db) =>
  db
    .selectFrom('session')
    .innerJoin('user', 'user.id', 'session.userId')
    .leftJoin('staff', 'staff.uid', 'user.id')
    .select([
      'session.expiresAt',
      'session.createdAt',
      'session.updatedAt',
      'session.factors',
      'user.id',
      'user.email',
      'user.name',
      'user.emailVerified',
      'staff.role',
      'staff.member',
    ])
    .where('session.id', '=', ''),
);

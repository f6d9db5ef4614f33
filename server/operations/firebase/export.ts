import { isLocked, parseImportedHash } from '#server/accounts/imported-hash.ts';
import { mostUsedPasswordKey } from '#server/accounts/password-keys.ts';
import { byteOrderMark } from '#server/http/csv.ts';
import { toMember } from '#server/members/member-row.ts';
import type { Db } from '#server/store/open.ts';
import { writeHashConfig } from './hash-config.ts';
import { messagesAsCsv } from './messages.ts';
import { toRecord } from './record.ts';

/** The content of the files, and which accounts have no password in them: Firebase cannot verify the portal's hashes. */
export interface FirebaseExport {
  /** Null for a file that is not written. */
  files: Record<'accounts.json' | 'hash.txt' | 'database.json' | 'messages.csv', string | null>;
  accounts: number;
  withoutPassword: number;
  /** Those of them whose imported hash needs another key than the one that is exported. */
  otherKey: number;
}

/**
 * Everything in the formats that the import reads. Only hashes of one key are exported, because Firebase takes one key
 * and would verify the others with it.
 */
export async function exportForFirebase(db: Db, secret: string): Promise<FirebaseExport> {
  const key = await mostUsedPasswordKey(db, secret);
  const rows = await readAccounts(db);
  const hashes = rows.map(({ password }) => parseImportedHash(password ?? ''));
  const imported = hashes.filter((hash) => hash !== null).length;
  const users = rows.map((row, index) => {
    const hash = hashes[index]?.keyId === key?.id ? hashes[index] : null;
    return {
      localId: row.id,
      email: row.email,
      emailVerified: Boolean(row.emailVerified),
      ...(hash && { passwordHash: hash.hash.toString('base64'), salt: hash.salt.toString('base64') }),
      ...(row.name !== '' && { displayName: row.name }),
      lastSignedInAt: milliseconds(row.lastSession ?? row.lastSignedInAt),
      createdAt: milliseconds(row.createdAt),
      disabled: isLocked(row.password),
      ...JSON.parse(row.extras ?? '{}'),
    };
  });
  const kept = users.filter(({ passwordHash }) => passwordHash !== undefined).length;
  const members = await db.selectFrom('members').selectAll().orderBy('uid').execute();
  const records = members.map((row) => [row.uid, toRecord(toMember(row))]);
  return {
    files: {
      'accounts.json': toJson({ users }),
      'hash.txt': key && writeHashConfig(key.config),
      'database.json': toJson({ users: Object.fromEntries(records) }),
      'messages.csv': `${byteOrderMark}${await messagesAsCsv(db)}`,
    },
    accounts: rows.length,
    withoutPassword: rows.length - kept,
    otherKey: imported - kept,
  };
}

function readAccounts(db: Db) {
  return db
    .selectFrom('user')
    .leftJoin('account', 'account.userId', 'user.id')
    .leftJoin('imported_accounts', 'imported_accounts.uid', 'user.id')
    .select(['user.id', 'user.email', 'user.emailVerified', 'user.name', 'user.createdAt'])
    .select(['account.password', 'imported_accounts.lastSignedInAt', 'imported_accounts.extras'])
    .select((is) =>
      is
        .selectFrom('session')
        .select((session) => session.fn.max('session.createdAt').as('at'))
        .whereRef('session.userId', '=', 'user.id')
        .as('lastSession'),
    )
    .orderBy('user.id')
    .execute();
}

/** As Firebase writes a time: milliseconds since 1970, as text. Undefined is left out of the file. */
function milliseconds(time: Date | string | null): string | undefined {
  return time === null ? undefined : String(new Date(time).getTime());
}

function toJson(value: object): string {
  return `${JSON.stringify(value, null, 1)}\n`;
}

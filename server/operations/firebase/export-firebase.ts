import { type ImportedHash, isLocked, parseImportedHash } from '#server/accounts/imported-hash.ts';
import { everyMember } from '#server/members/every-member.ts';
import { toMember } from '#server/members/member-row.ts';
import type { Db } from '#server/store/open.ts';
import { firebaseExtras } from './account.ts';
import { toRecord } from './record.ts';

/** Accounts without a password in the export, because Firebase cannot verify the portal's own hashes. */
export interface ExportedAccounts {
  accounts: number;
  withoutPassword: number;
  /** Those of them whose imported hash needs another key than the one that is exported. */
  otherKey: number;
}

const batchSize = 256;

/**
 * The accounts as `firebase auth:export` writes them, for `firebase auth:import`, in chunks of text. Only hashes of one key
 * are exported, because Firebase takes one key and would verify the others with it.
 */
export async function* accountsAsJson(
  db: Db,
  keyId: string | null,
  counts: ExportedAccounts,
): AsyncGenerator<string> {
  yield '{"users": [';
  let separator = '\n';
  for await (const rows of accountRows(db)) {
    for (const row of rows) {
      const imported = parseImportedHash(row.password ?? '');
      const hash = imported?.keyId === keyId ? imported : null;
      counts.accounts += 1;
      if (!hash) counts.withoutPassword += 1;
      if (imported && !hash) counts.otherKey += 1;
      const user = toUser(row, hash);
      yield `${separator}${JSON.stringify(user)}`;
      separator = ',\n';
    }
  }
  yield '\n]}\n';
}

type AccountRow = Awaited<ReturnType<typeof readAccounts>>[number];

function readAccounts(db: Db, after: string) {
  return db
    .selectFrom('user')
    .leftJoin('account', (join) =>
      join.onRef('account.userId', '=', 'user.id').on('account.providerId', '=', 'credential'),
    )
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
    .where('user.id', '>', after)
    .orderBy('user.id')
    .limit(batchSize)
    .execute();
}

async function* accountRows(db: Db): AsyncGenerator<AccountRow[]> {
  for (let last = ''; ; ) {
    const rows = await readAccounts(db, last);
    if (rows.length > 0) yield rows;
    if (rows.length < batchSize) return;
    last = rows.at(-1)?.id ?? '';
  }
}

function toUser(row: AccountRow, imported: ImportedHash | null) {
  const lastSignedInAt = milliseconds(row.lastSession ?? row.lastSignedInAt);
  return {
    localId: row.id,
    email: row.email,
    emailVerified: Boolean(row.emailVerified),
    ...(imported && {
      passwordHash: imported.hash.toString('base64'),
      salt: imported.salt.toString('base64'),
    }),
    ...(row.name !== '' && { displayName: row.name }),
    ...(lastSignedInAt !== null && { lastSignedInAt }),
    createdAt: milliseconds(row.createdAt),
    disabled: isLocked(row.password),
    ...firebaseExtras.parse(JSON.parse(row.extras ?? '{}')),
  };
}

/** As Firebase writes a time: milliseconds since 1970, as text. */
function milliseconds(time: Date | string | null): string | null {
  return time === null ? null : String(new Date(time).getTime());
}

/** The members' records as the Realtime Database exports its root, in chunks of text. */
export async function* recordsAsJson(db: Db): AsyncGenerator<string> {
  yield '{"users": {';
  let separator = '\n';
  for await (const rows of everyMember(db)) {
    for (const row of rows) {
      yield `${separator}${JSON.stringify(row.uid)}: ${JSON.stringify(toRecord(toMember(row)))}`;
      separator = ',\n';
    }
  }
  yield '\n}}\n';
}

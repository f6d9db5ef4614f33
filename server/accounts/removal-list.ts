import { appendFile, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { ChangeKind } from '#domain/changes.ts';
import { closedDays } from '#domain/trash.ts';
import type { Db, Store } from '#server/store/open.ts';
import { closeAccount, dropClosedAccounts } from './closed-accounts.ts';
import { removeAccount } from './member-data.ts';

const kinds = ['member-removed', 'member-left', 'removed-for-good', 'account-restored'] as const;
const day = 24 * 60 * 60 * 1000;

interface Removal {
  at: string;
  kind: (typeof kinds)[number];
  uid: string;
  actor: string;
}

function fileIn(dataDir: string): string {
  return join(dataDir, 'removals.txt');
}

/**
 * Copies the removals in the change log to a file beside the database, which outlives a damaged database and a season's
 * log. It names account ids only.
 */
export async function listRemovals(db: Db, dataDir: string): Promise<void> {
  const known = new Set((await readFile(fileIn(dataDir), 'utf8').catch(() => '')).split('\n'));
  const logged = await db
    .selectFrom('changes')
    .select(['at', 'kind', 'uid', 'actor'])
    .where('kind', 'in', kinds)
    .orderBy('seq')
    .execute();
  const lines = logged.map(({ at, kind, uid, actor }) => `${at} ${kind} ${uid} ${actor}`);
  const missing = lines.filter((line) => !known.has(line));
  // A line that a crash cut off is ended first.
  if (missing.length > 0) await appendFile(fileIn(dataDir), `\n${missing.join('\n')}\n`, { mode: 0o600 });
}

/**
 * Carries out again, in a backup that is about to be restored, the removals that came after it.
 * @returns how many there were
 */
export async function removeAgain(backup: Store, dataDir: string): Promise<number> {
  const newest = await backup.db.selectFrom('changes').select('at').orderBy('seq', 'desc').executeTakeFirst();
  const later = (await readRemovals(dataDir)).filter(({ at }) => at > (newest?.at ?? ''));
  let removed = 0;
  for (const { at, kind, uid, actor } of new Map(later.map((removal) => [removal.uid, removal])).values()) {
    if (kind === 'account-restored') continue;
    const reason = kind === 'member-left' ? 'left' : 'removed';
    const until = new Date(Date.parse(at) + closedDays[reason] * day);
    await backup.transact(async (trx) => {
      if (kind === 'removed-for-good') await removeAccount(trx, uid);
      else if (!(await closeAccount(trx, uid, { reason, until, by: actor }))) return;
      removed += 1;
    });
  }
  await dropClosedAccounts(backup.db, new Date());
  return removed;
}

/** In the order of their times. */
async function readRemovals(dataDir: string): Promise<Removal[]> {
  const text = await readFile(fileIn(dataDir), 'utf8').catch(() => '');
  return text
    .split('\n')
    .map((line) => /^(\S+) (\S+) (\S+) (\S+)$/.exec(line) ?? [])
    .filter(([, , kind]) => (kinds as readonly ChangeKind[]).includes(kind as ChangeKind))
    .map(([, at = '', kind, uid = '', actor = '']) => ({ at, kind: kind as Removal['kind'], uid, actor }))
    .toSorted((a, b) => (a.at < b.at ? -1 : Number(a.at > b.at)));
}

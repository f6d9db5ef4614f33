import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { resetAdministratorPassword } from '#server/accounts/administrator.ts';
import { type Config, ConfigError, readConfig } from '#server/config.ts';
import { readStoredHealth } from '#server/diagnostics/health.ts';
import { pruneBackups, takeBackup } from '#server/operations/backup.ts';
import { checkData } from '#server/operations/check.ts';
import { checkReport } from '#server/operations/check-report.ts';
import { move, restore, TransferError } from '#server/operations/transfer.ts';
import type { Fingerprint } from '#server/store/copy.ts';
import { migrate } from '#server/store/migrate.ts';
import { openStore, type Store } from '#server/store/open.ts';
import { exportMembers } from './export-members.ts';
import { seedMembers } from './seed-members.ts';

const usage = `Usage: npm run portal -- <command>

  admin reset-password          give the administrator a new password and print it
  backup [--to FOLDER] [--every 1h --keep 48]
                                copy everything to a file, once or again and again; the portal may go on
  restore FILE                  put a backup in place of everything; what was there is kept as a backup
  move --to postgres://…        copy everything to an empty PostgreSQL database
  move --to sqlite:FOLDER       … or to an empty folder
  check                         say how database and mail are doing, and whether the data are whole;
                                exit code 1 if something is bad
  export [--to FILE]            all members as CSV, to a file or to standard output
  seed --members N              add N made-up members (for trying things out)`;

const unitsInMs = { s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 } as const;

interface Context {
  config: Config;
  store: Store;
}

const commands: Record<string, (context: Context, args: string[]) => Promise<void>> = {
  'admin reset-password': async ({ config, store }) => {
    const { email, password } = await resetAdministratorPassword(store, config.adminUid);
    console.log(`Administrator: ${email}\nNew password (shown once): ${password}`);
  },
  backup: async ({ config, store }, args) => {
    const { values } = parseArgs({
      args,
      options: { to: { type: 'string' }, every: { type: 'string' }, keep: { type: 'string' } },
    });
    const folder = values.to ?? join(config.dataDir, 'backups');
    const keep = values.keep === undefined ? undefined : wholeNumber('--keep', values.keep);
    const pause = values.every === undefined ? undefined : duration('--every', values.every);
    // One that goes on ends between two copies, never in the middle of one.
    const stop = pause === undefined ? undefined : whenAskedToStop();
    do {
      console.log(await takeBackup(store, folder));
      if (keep !== undefined) await pruneBackups(folder, keep);
    } while (pause !== undefined && (await interruptiblePause(pause, stop)));
  },
  restore: async ({ config, store }, [file, ...rest]) => {
    if (!file || rest.length > 0) throw new UsageError('restore takes the file of a backup');
    const { before, restored } = await restore(store, file, join(config.dataDir, 'backups'));
    console.log(`Restored ${rowsIn(restored)}.\nWhat was there before: ${before}`);
  },
  move: async ({ store }, args) => {
    const { values } = parseArgs({ args, options: { to: { type: 'string' } } });
    const target = openTarget(values.to);
    try {
      console.log(`Moved ${rowsIn(await move(store, target))}; counts and checksums agree.`);
    } finally {
      await target.close();
    }
  },
  check: async ({ config, store }) => {
    const { lines, sound } = checkReport(await readStoredHealth({ config, store }), await checkData(store));
    console.log(lines.join('\n'));
    if (!sound) process.exitCode = 1;
  },
  export: async ({ store }, args) => {
    const { values } = parseArgs({ args, options: { to: { type: 'string' } } });
    await exportMembers(store, values.to);
  },
  seed: async ({ store }, args) => {
    const { values } = parseArgs({ args, options: { members: { type: 'string' } } });
    const members = wholeNumber('--members', values.members);
    await seedMembers(store, members);
    console.log(`Added ${members} members.`);
  },
};

class UsageError extends Error {}

try {
  await run(process.argv.slice(2));
} catch (error) {
  const expected = [UsageError, ConfigError, TransferError].some((kind) => error instanceof kind);
  console.error(expected && error instanceof Error ? error.message : error);
  process.exitCode = expected ? 2 : 1;
}

async function run(args: string[]): Promise<void> {
  const name = Object.keys(commands).find((words) => `${args.join(' ')} `.startsWith(`${words} `));
  const command = name ? commands[name] : undefined;
  if (!name || !command) throw new UsageError(usage);
  const config = readConfig(process.env);
  const { dataDir, databaseUrl, databaseListenUrl: listenUrl } = config;
  const store = openStore({ dataDir, databaseUrl, listenUrl });
  try {
    await migrate(store);
    await command({ config, store }, args.slice(name.split(' ').length));
  } finally {
    await store.close();
  }
}

function wholeNumber(option: string, text: string | undefined): number {
  const number = Number(text);
  if (!Number.isInteger(number) || number < 1) throw new UsageError(`${option} takes a whole number from 1`);
  return number;
}

/** Milliseconds in a text such as 30m or 1h. */
function duration(option: string, text: string): number {
  const [, amount, unit] = /^([1-9]\d{0,4})([smhd])$/.exec(text) ?? [];
  if (!amount || !unit) throw new UsageError(`${option} takes a time such as 30m, 1h or 1d`);
  return Number(amount) * unitsInMs[unit as keyof typeof unitsInMs];
}

/** Aborted by SIGTERM or SIGINT, which then do nothing else. */
function whenAskedToStop(): AbortSignal {
  const stop = new AbortController();
  const end = () => stop.abort();
  process.once('SIGTERM', end).once('SIGINT', end);
  return stop.signal;
}

/** Waits; answers false when `stop` is aborted, before or meanwhile. */
async function interruptiblePause(ms: number, stop: AbortSignal | undefined): Promise<boolean> {
  try {
    await setTimeout(ms, undefined, stop && { signal: stop });
    return true;
  } catch {
    return false;
  }
}

function openTarget(to: string | undefined): Store {
  if (to?.startsWith('sqlite:')) return openStore({ dataDir: to.slice('sqlite:'.length) });
  if (to && /^postgres(ql)?:\/\//.test(to)) return openStore({ dataDir: '', databaseUrl: to });
  throw new UsageError('move takes --to postgres://… or --to sqlite:FOLDER');
}

function rowsIn(copied: Fingerprint): string {
  return `${copied.members.rows} members and ${copied.changes.rows} changes`;
}

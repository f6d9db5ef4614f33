import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Health } from '#domain/diagnostics.ts';
import { examine } from '#server/diagnostics/doctor.ts';
import { readStoredHealth } from '#server/diagnostics/health.ts';
import { repairColumns } from '#server/members/derived-columns.ts';
import { backups } from '#server/operations/backup.ts';
import { checkData } from '#server/operations/check.ts';
import { checkReport } from '#server/operations/check-report.ts';
import type { DataLocation } from '#server/operations/data-location.ts';
import { OperatorError } from '#server/operator-error.ts';
import { databaseFile } from '#server/store/database-file.ts';
import type { Store } from '#server/store/open.ts';
import { lockForCommand } from '#server/store/presence.ts';
import { sqliteFileFault, walFault } from '#server/store/sqlite-file.ts';
import { type Call, type Command, withPortal } from './command.ts';

export const check: Command = {
  name: 'check',
  usage: '[--repair]',
  about:
    'report on database, email and data; exit code 1 if something is bad. --repair recomputes the counts from the records',
  flags: ['repair'],
  run: (call) => look(call, async () => []),
};

export const doctor: Command = {
  name: 'doctor',
  usage: '',
  about: 'do what check does, and examine settings, disk, certificate and host name',
  run: (call) => look(call, (store) => examine(call.config, store)),
};

/** Prints the stored state, the findings of `others`, and whether the data is intact. */
async function look(call: Call, others: (store: Store) => Promise<Health['groups']>): Promise<void> {
  const { config, process, console } = call;
  const faults = await fileFaults(config);
  if (faults.length > 0) {
    console.log([...faults.map((fault) => `FAIL  ${fault}`), await remedy(config)].join('\n'));
    process.exitCode = 1;
    return;
  }
  await withPortal(call, async (store) => {
    if (call.flags.has('repair')) {
      await store.exclusiveTransaction(repairColumns);
      console.log('The lists’ columns were recomputed from the records.');
    }
    const groups = [...(await readStoredHealth({ config, store })), ...(await others(store))];
    const { lines, sound } = checkReport(groups, await checkData(store));
    console.log(lines.join('\n'));
    if (!sound) process.exitCode = 1;
  });
}

/** Damage to SQLite's files, checked before they are opened: opening would hide damage to the log. */
async function fileFaults({ dataDir, databaseUrl }: DataLocation): Promise<string[]> {
  const file = databaseFile(dataDir);
  if (databaseUrl || !existsSync(file)) return [];
  const log = (await portalRuns({ dataDir })) ? null : walFault(file);
  if (log !== null) return [`${file}-wal: ${log}`];
  const database = sqliteFileFault(file);
  return database === null ? [] : [`${file}: ${database}`];
}

async function portalRuns(place: { dataDir: string }): Promise<boolean> {
  try {
    await (await lockForCommand(place)).release();
    return false;
  } catch (error) {
    if (error instanceof OperatorError) return true;
    throw error;
  }
}

async function remedy({ dataDir }: DataLocation): Promise<string> {
  const folder = join(dataDir, 'backups');
  const [newest] = await backups(folder);
  const file = newest ? join(folder, newest) : 'FILE';
  return `      Stop the portal, then: npm run portal -- restore ${file} (docs/operations.md, "Repair")`;
}

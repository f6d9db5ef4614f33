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
import { databaseFile } from '#server/store/database-file.ts';
import type { Store } from '#server/store/open.ts';
import { sqliteFileFault } from '#server/store/sqlite-file.ts';
import { type Call, type Command, withPortal } from './command.ts';

export const check: Command = {
  name: 'check',
  usage: '[--repair]',
  example: '--json',
  about:
    'report on database, email and data; exit code 1 if something is bad. --repair recomputes the columns of the lists from the records',
  flags: ['repair'],
  run: (call) => look(call, async () => []),
};

export const doctor: Command = {
  name: 'doctor',
  usage: '',
  example: '--json',
  about: 'do what check does, and examine settings, disk, certificate and host name',
  run: (call) => look(call, (store) => examine(call.config, store)),
};

/** Prints the stored state, the findings of `others`, and whether the data is intact. */
async function look(call: Call, others: (store: Store) => Promise<Health['groups']>): Promise<void> {
  const { config, process, console } = call;
  const fault = fileFault(config);
  if (fault !== null) {
    console.log(`FAIL  ${fault}\n${await remedy(config)}`);
    process.exitCode = 1;
    return;
  }
  await withPortal(call, async (store) => {
    if (call.flags.has('repair')) {
      await store.exclusiveTransaction(repairColumns);
      console.log('The lists’ columns were recomputed from the records.');
    }
    const groups = [...(await readStoredHealth({ config, store })), ...(await others(store))];
    const data = await checkData(store);
    const { lines, sound } = checkReport(groups, data);
    call.report({ sound, groups, data });
    console.log(lines.join('\n'));
    if (!sound) process.exitCode = 1;
  });
}

/** Damage to the SQLite file, checked before it is opened: opening fails without saying which file is damaged. */
function fileFault({ dataDir, databaseUrl }: DataLocation): string | null {
  const file = databaseFile(dataDir);
  if (databaseUrl || !existsSync(file)) return null;
  const fault = sqliteFileFault(file);
  return fault === null ? null : `${file}: ${fault}`;
}

async function remedy({ dataDir }: DataLocation): Promise<string> {
  const folder = join(dataDir, 'backups');
  const [newest] = await backups(folder);
  const file = newest ? join(folder, newest) : 'FILE';
  return `      Stop the portal, then: npm run portal -- restore ${file} (docs/operations.md, "Repair")`;
}

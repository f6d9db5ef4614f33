import { execFile } from 'node:child_process';
import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { sql } from 'kysely';
import { migrate } from '#server/store/migrate.ts';
import { openStore } from '#server/store/open.ts';
import { newRegistration } from '#tests/helpers/members.ts';
import { nodeFlags } from '../scripts/node-flags.ts';
import { seedMembers } from '../scripts/seed-members.ts';
import { startProcess } from './bench-process.ts';
import { administratorCookie, cookieFrom } from './cookie.ts';
import { send } from './live-page.ts';
import type { Row, Unit } from './row.ts';
import { median } from './statistics.ts';

const execute = promisify(execFile);
const sizes = [1_000, 10_000, 100_000];
/** Only when it is asked for: it takes minutes, and gigabytes of disk. */
const million = 1_000_000;
const samples = 15;

/**
 * The costs of a portal on SQLite as it grows from a thousand members to a hundred thousand, or with `upToMillion` to a
 * million, for docs/performance.md.
 */
export async function curveRows(options: { upToMillion: boolean }): Promise<Row[]> {
  const dataDir = await mkdtemp(join(tmpdir(), 'portal-bench-curves-'));
  try {
    const rows: Row[] = [];
    let present = 0;
    for (const members of options.upToMillion ? [...sizes, million] : sizes) {
      console.error(`  ${members.toLocaleString('en')} members: filling the database`);
      await grow(dataDir, members - present);
      console.error(`  ${members.toLocaleString('en')} members: measuring`);
      present = members;
      rows.push(...(await costs(dataDir, members)));
    }
    return rows;
  } finally {
    await rm(dataDir, { recursive: true, force: true });
  }
}

/** Adds members. The indexes are built afterwards, all at once: kept at each insert, they take more than half of the time. */
async function grow(dataDir: string, more: number): Promise<void> {
  const store = openStore({ dataDir });
  await migrate(store);
  const { rows: indexes } = await sql<{ name: string; sql: string }>`
    select name, sql from sqlite_master where type = 'index' and sql like 'create index%'
  `.execute(store.db);
  for (const { name } of indexes) await sql`drop index ${sql.ref(name)}`.execute(store.db);
  await seedMembers(store, more);
  for (const index of indexes) await sql.raw(index.sql).execute(store.db);
  await store.close();
}

async function costs(dataDir: string, members: number): Promise<Row[]> {
  const row = (what: string, value: number, unit: Unit): Row => ({
    id: `curve ${what}, ${members}`,
    what: `${what}, ${members} members`,
    value,
    unit,
    bound: null,
  });
  // The first start after a change of the data may have work to do.
  await (await startProcess('scripts/start.ts', dataDir)).stop();
  const portal = await startProcess('scripts/start.ts', dataDir);
  try {
    const admin = await administratorCookie(portal.url);
    const student = await cookieFrom(`${portal.url}/api/register`, newRegistration());
    let turn = 0;
    const write = () => {
      turn += 1;
      const developmentTrack = turn % 2 ? 'web' : 'ml';
      return send(portal.url, student, 'PUT', '/api/me/track', { developmentTrack });
    };
    const read = (cookie: string, path: string) => () => send(portal.url, cookie, 'GET', path);
    const rows = [
      row('start', portal.startTime / 1000, 's'),
      row('own record', await timeOf(read(student, '/api/me')), 'ms'),
      row('write', await timeOf(write), 'ms'),
      row('first page of the list', await timeOf(read(admin, '/api/admin/members')), 'ms'),
      row(
        'list by filter and search',
        await timeOf(read(admin, '/api/admin/members?track=web&q=rohan')),
        'ms',
      ),
      row('summary', await timeOf(read(admin, '/api/admin/summary')), 'ms'),
      row('memory afterwards', await portal.memory(), 'MB'),
    ];
    const backup = await timeOfBackup(dataDir);
    const { size } = await stat(join(dataDir, 'portal.sqlite'));
    return [...rows, row('file', size / 1e6, 'MB'), row('backup while running', backup, 's')];
  } finally {
    await portal.stop();
  }
}

async function timeOf(work: () => Promise<unknown>): Promise<number> {
  const times: number[] = [];
  for (let sample = 0; sample < samples; sample += 1) {
    const started = performance.now();
    await work();
    times.push(performance.now() - started);
  }
  return median(times);
}

async function timeOfBackup(dataDir: string): Promise<number> {
  const folder = join(dataDir, 'bench-backup');
  const started = performance.now();
  const command = [...nodeFlags, 'scripts/portal.ts', 'backup', '--to', folder];
  await execute(process.execPath, command, { env: { PATH: process.env.PATH, DATA_DIR: dataDir } });
  const seconds = (performance.now() - started) / 1000;
  await rm(folder, { recursive: true, force: true });
  return seconds;
}

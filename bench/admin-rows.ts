import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { memberSorts, sortDirections } from '#domain/member-list.ts';
import { migrate } from '#server/store/migrate.ts';
import { openStore } from '#server/store/open.ts';
import { seedMembers } from '../scripts/seed-members.ts';
import { type BenchProcess, startProcess } from './bench-process.ts';
import { administratorCookie } from './cookie.ts';
import type { Row } from './row.ts';
import { median } from './statistics.ts';

const sizes = { few: 1_000, club: 5_000, many: 100_000 };
const rounds = 15;

const filters = [
  'track=web',
  'track=none',
  'year=4',
  'department=Civil Engineering',
  // No member has it, so the query examines all of them.
  'department=Not Set',
  'step=1',
  'step=4',
  'submitted=true',
  'submitted=false',
  'reviewed=true',
  'graded=true',
];
const searches = ['rohan nair', '1SD22000', 'member77', 'a', 'diya', 'project-7', 'nobody-at-all'];
const orders = memberSorts.flatMap((sort) => sortDirections.map((dir) => `sort=${sort}&dir=${dir}`));

interface Portal {
  process: BenchProcess;
  cookie: string;
}

/** Rows f and g: the administrator's lists and summary with three numbers of members, and the largest export. */
export async function adminRows(): Promise<Row[]> {
  const opened: { portal: Portal; dataDir: string }[] = [];
  try {
    for (const members of Object.values(sizes)) opened.push(await openWith(members));
    const [few, club, many] = opened.map(({ portal }) => portal);
    if (!few || !club || !many) throw new Error('no portal');
    const single = [
      { what: 'a list by one filter', queries: filters },
      { what: 'a list in one order', queries: orders },
      { what: 'a list by one search', queries: searches.map((text) => `q=${text}`) },
    ];
    const rows = [await ratioRow('f1', 'members?', few, many), await ratioRow('f2', 'summary?', few, many)];
    for (const [index, { what, queries }] of single.entries()) {
      const id = `f${index + 3}`;
      rows.push(await slowestRow(`${id} club`, `${what}, ${sizes.club} members`, club, queries, 6));
      rows.push(await slowestRow(`${id} many`, `${what}, ${sizes.many} members`, many, queries, 60));
    }
    return [...rows, await exportRow(many)];
  } finally {
    for (const { portal, dataDir } of opened) {
      await portal.process.stop();
      await rm(dataDir, { recursive: true, force: true });
    }
  }
}

async function openWith(members: number): Promise<{ portal: Portal; dataDir: string }> {
  const dataDir = await mkdtemp(join(tmpdir(), 'portal-bench-admin-'));
  const store = openStore({ dataDir });
  await migrate(store);
  await seedMembers(store, members);
  await store.close();
  const process = await startProcess('server/main.ts', dataDir);
  const cookie = await administratorCookie(process.url);
  return { portal: { process, cookie }, dataDir };
}

/** The ratio of the times of one response with many members and with few. */
async function ratioRow(id: string, path: string, few: Portal, many: Portal): Promise<Row> {
  const times = { few: [] as number[], many: [] as number[] };
  for (let round = 0; round < 2 * rounds; round += 1) {
    times.few.push(await timed(few, path));
    times.many.push(await timed(many, path));
  }
  const ratio = median(times.many) / median(times.few);
  return {
    id,
    what: `GET /api/admin/${path.slice(0, -1)}, ${sizes.many} members against ${sizes.few}`,
    value: ratio,
    unit: 'times',
    bound: { atMost: 2 },
  };
}

/** The slowest of several lists, including HTTP. */
async function slowestRow(
  id: string,
  what: string,
  portal: Portal,
  queries: string[],
  bound: number,
): Promise<Row> {
  let slowest = { query: '', time: 0 };
  for (const query of queries) {
    const times: number[] = [];
    for (let round = 0; round < rounds; round += 1) times.push(await timed(portal, `members?${query}`));
    const time = median(times);
    if (time > slowest.time) slowest = { query, time };
  }
  return {
    id,
    what,
    value: slowest.time,
    unit: 'ms',
    bound: { atMost: bound },
    note: slowest.query,
  };
}

async function timed({ process, cookie }: Portal, path: string): Promise<number> {
  const start = performance.now();
  const answer = await fetch(`${process.url}/api/admin/${path}`, { headers: { cookie } });
  await answer.arrayBuffer();
  if (!answer.ok) throw new Error(`${path} answered ${answer.status}`);
  return performance.now() - start;
}

/** Peak memory of the export, relative to the memory just before it, after all the list queries. */
async function exportRow({ process, cookie }: Portal): Promise<Row> {
  const before = await process.markMemory();
  const answer = await fetch(`${process.url}/api/admin/members.csv`, { headers: { cookie } });
  if (!answer.body) throw new Error('no export');
  let lines = 0;
  for await (const piece of answer.body) for (const byte of piece) if (byte === 10) lines += 1;
  if (lines <= sizes.many) throw new Error(`the export ended after ${lines} lines`);
  const grown = (await process.peakMemory()) - before;
  return {
    id: 'g',
    what: `memory that an export of ${sizes.many} members takes`,
    value: grown,
    unit: 'MB',
    bound: { atMost: 30 },
  };
}

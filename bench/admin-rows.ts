import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { memberSorts, sortDirections } from '#domain/member-list.ts';
import { migrate } from '#server/store/migrate.ts';
import { openStore } from '#server/store/open.ts';
import { seedMembers } from '../scripts/seed-members.ts';
import { type BenchProcess, startProcess } from './bench-process.ts';
import { administratorCookie } from './cookie.ts';
import { median } from './load.ts';
import type { Row } from './row.ts';

const fewMembers = 1_000;
const manyMembers = 100_000;
/** How often each is asked for; what is measured by one query alone is asked for more often. */
const rounds = { ofMany: 7, ofOne: 31 };

const filters = [
  'track=web',
  'track=none',
  'year=1',
  'year=4',
  'department=Civil Engineering',
  'step=1',
  'step=2',
  'step=3',
  'step=4',
  'submitted=true',
  'submitted=false',
  'reviewed=true',
  'reviewed=false',
  'graded=true',
  'graded=false',
  'track=web&year=2',
  'submitted=true&reviewed=false',
];
const searches = ['q=rohan nair', 'q=1SD22000', 'q=member77', 'q=a', 'q=diya'];
const orders = memberSorts.flatMap((sort) => sortDirections.map((dir) => `sort=${sort}&dir=${dir}`));

interface Portal {
  process: BenchProcess;
  cookie: string;
}

/** Rows f and g: the administrator's lists and summary at two lengths, and the export of the longer one. */
export async function adminRows(): Promise<Row[]> {
  const opened: { portal: Portal; dataDir: string }[] = [];
  try {
    for (const members of [fewMembers, manyMembers]) opened.push(await openWith(members));
    const [few, many] = opened.map(({ portal }) => portal);
    if (!few || !many) throw new Error('no portal');
    return [...(await listRows(few, many)), await exportRow(many)];
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

async function listRows(few: Portal, many: Portal): Promise<Row[]> {
  const ratio = (queries: string[]) => compare(few, many, queries);
  const worstOf = async (groups: string[][]) => {
    const ratios = [];
    for (const group of groups) ratios.push({ name: group[0] ?? '', ratio: await ratio(group) });
    return ratios.reduce((a, b) => (b.ratio > a.ratio ? b : a));
  };
  const inAllOrders = (filter: string) => orders.map((order) => `members?${filter}&${order}`);
  const rows = [
    { what: 'the list as it opens', worst: { name: '', ratio: await ratio(['members?']) } },
    { what: 'the summary', worst: { name: '', ratio: await ratio(['summary?']) } },
    { what: 'the list in each order', worst: await worstOf(orders.map((order) => [`members?${order}`])) },
    { what: 'the list by each filter, all orders together', worst: await worstOf(filters.map(inAllOrders)) },
    { what: 'the list by a search', worst: await worstOf(searches.map((search) => [`members?${search}`])) },
  ];
  return rows.map(({ what, worst }, index) => ({
    id: `f${index + 1}`,
    what: `${what}, ${manyMembers} members against ${fewMembers}`,
    measured: `${worst.ratio.toFixed(2)} ${worst.name.split('&sort=createdAt&dir=asc')[0]}`.trim(),
    bound: 'at most 2.00',
    held: worst.ratio <= 2,
  }));
}

/** How many times as long the queries take with many members: medians of each, turn by turn, added up. */
async function compare(few: Portal, many: Portal, queries: string[]): Promise<number> {
  const sums = [0, 0] as [number, number];
  const count = queries.length === 1 ? rounds.ofOne : rounds.ofMany;
  for (const query of queries) {
    // Pages of the same number of rows: what each row costs is no matter of how many there are.
    const { rows } = await timed(few, `${query}&limit=100`);
    const path = `${query}&limit=${Math.max(1, rows)}`;
    const times = [[], []] as [number[], number[]];
    for (let round = 0; round < count; round += 1) {
      times[0].push((await timed(few, path)).time);
      times[1].push((await timed(many, path)).time);
    }
    sums[0] += median(times[0]);
    sums[1] += median(times[1]);
  }
  return sums[1] / sums[0];
}

async function timed({ process, cookie }: Portal, path: string): Promise<{ time: number; rows: number }> {
  const start = performance.now();
  const answer = await fetch(`${process.url}/api/admin/${path}`, { headers: { cookie } });
  const body: unknown = await answer.json();
  const time = performance.now() - start;
  if (!answer.ok) throw new Error(`${path} answered ${answer.status}`);
  const members = typeof body === 'object' && body !== null && 'members' in body ? body.members : [];
  return { time, rows: Array.isArray(members) ? members.length : 0 };
}

/** What the process takes more at its peak than right before, after all that the lists above have asked of it. */
async function exportRow({ process, cookie }: Portal): Promise<Row> {
  const before = await process.markMemory();
  const answer = await fetch(`${process.url}/api/admin/members.csv`, { headers: { cookie } });
  if (!answer.body) throw new Error('no export');
  let lines = 0;
  for await (const piece of answer.body) for (const byte of piece) if (byte === 10) lines += 1;
  if (lines <= manyMembers) throw new Error(`the export ended after ${lines} lines`);
  const grown = (await process.peakMemory()) - before;
  return {
    id: 'g',
    what: `memory that an export of ${manyMembers} members takes`,
    measured: `${grown.toFixed(0)} MB`,
    bound: 'under 30 MB',
    held: grown < 30,
  };
}

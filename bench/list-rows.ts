import { memberSorts, sortDirections } from '#domain/member-list.ts';
import { administratorCookie, ask, type BenchPortal, withPortal } from './portal.ts';
import { medianTime, type Row } from './row.ts';

const queries = [
  ...['track=web', 'track=none', 'year=4', 'department=Civil Engineering'],
  // No member has it, so the query examines all of them.
  'department=Not Set',
  ...['step=1', 'step=4', 'submitted=true', 'submitted=false', 'reviewed=true', 'graded=true'],
  ...['rohan nair', '1SD22000', 'member77', 'a', 'diya', 'project-7', 'nobody-at-all'].map((q) => `q=${q}`),
  ...memberSorts.flatMap((sort) => sortDirections.map((dir) => `sort=${sort}&dir=${dir}`)),
];

/** Rows f and g: the administrator's lists and summary with two numbers of members, and the largest export. */
export async function listRows(): Promise<Row[]> {
  const few = await withPortal({ members: 5_000 }, async (portal) => [await listRow(portal, 5_000, 30)]);
  const many = await withPortal({ members: 100_000 }, async (portal) => [
    await listRow(portal, 100_000, 300),
    await exportRow(portal, 100_000),
  ]);
  return [...few, ...many];
}

/** The slowest answer, by the median of its times. */
async function listRow({ url }: BenchPortal, members: number, atMost: number): Promise<Row> {
  const headers = { cookie: await administratorCookie(url) };
  let slowest = { path: '', time: 0 };
  for (const path of ['summary', ...queries.map((query) => `members?${query}`)]) {
    const request = { method: 'GET', path: `/api/admin/${path}`, headers } as const;
    const time = await medianTime(async () => (await ask(url, request)).arrayBuffer());
    if (time > slowest.time) slowest = { path, time };
  }
  const what = `slowest list or summary, ${members} members`;
  return { id: `f ${members}`, what, value: slowest.time, unit: 'ms', bound: { atMost }, note: slowest.path };
}

/** Peak memory of the export, relative to the memory just before it, after all the lists. */
async function exportRow({ url, markMemory, peakMemory }: BenchPortal, members: number): Promise<Row> {
  // Signed in before, because a password's hash takes memory too.
  const headers = { cookie: await administratorCookie(url) };
  const before = await markMemory();
  const { body } = await ask(url, { method: 'GET', path: '/api/admin/members.csv', headers });
  let lines = 0;
  for await (const piece of body ?? []) for (const byte of piece) if (byte === 10) lines += 1;
  if (lines <= members) throw new Error(`the export ended after ${lines} lines`);
  const value = (await peakMemory()) - before;
  const what = `memory that an export of ${members} members takes`;
  return { id: 'g', what, value, unit: 'MB', bound: { atMost: 30 } };
}

import { memberSorts, sortDirections } from '#domain/member-list.ts';
import { administratorCookie, type BenchPortal, send, withPortal } from './portal.ts';
import { median, type Row } from './row.ts';

const sizes = [
  { members: 5_000, bound: 30 },
  { members: 100_000, bound: 300 },
];
const samples = 15;

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
  const rows: Row[] = [];
  for (const { members, bound } of sizes) {
    rows.push(
      ...(await withPortal({ members }, async (portal): Promise<Row[]> => {
        const cookie = await administratorCookie(portal.url);
        const slowest = await slowestOf(portal, cookie);
        const list: Row = {
          id: `f ${members}`,
          what: `slowest list or summary, ${members} members`,
          value: slowest.time,
          unit: 'ms',
          bound: { atMost: bound },
          note: slowest.path,
        };
        return members < 100_000 ? [list] : [list, await exportRow(portal, cookie, members)];
      })),
    );
  }
  return rows;
}

/** The slowest answer in the server, by the median of its times. */
async function slowestOf({ url }: BenchPortal, cookie: string): Promise<{ path: string; time: number }> {
  let slowest = { path: '', time: 0 };
  for (const path of ['summary', ...queries.map((query) => `members?${query}`)]) {
    const times: number[] = [];
    for (let sample = 0; sample < samples; sample += 1) {
      const started = performance.now();
      await (await send(url, cookie, 'GET', `/api/admin/${path}`)).arrayBuffer();
      times.push(performance.now() - started);
    }
    if (median(times) > slowest.time) slowest = { path, time: median(times) };
  }
  return slowest;
}

/** Peak memory of the export, relative to the memory just before it, after all the lists. */
async function exportRow(portal: BenchPortal, cookie: string, members: number): Promise<Row> {
  const before = await portal.markMemory();
  const { body } = await send(portal.url, cookie, 'GET', '/api/admin/members.csv');
  let lines = 0;
  for await (const piece of body ?? []) for (const byte of piece) if (byte === 10) lines += 1;
  if (lines <= members) throw new Error(`the export ended after ${lines} lines`);
  const value = (await portal.peakMemory()) - before;
  const what = `memory that an export of ${members} members takes`;
  return { id: 'g', what, value, unit: 'MB', bound: { atMost: 30 } };
}

import { buildClientIfStale } from '../scripts/build-client.ts';
import { adminRows } from './admin-rows.ts';
import { hashRows } from './hash-rows.ts';
import { inputRows } from './input-rows.ts';
import { lighthouseRows } from './lighthouse-rows.ts';
import { liveRows } from './live-rows.ts';
import { mailRows } from './mail-rows.ts';
import { postgresRows } from './postgres-rows.ts';
import { reviewRows } from './review-rows.ts';
import type { Row } from './row.ts';
import { scrollRows } from './scroll-rows.ts';
import { serverRows } from './server-rows.ts';
import { sizeRows } from './size-rows.ts';
import { startRow } from './start-row.ts';
import { streamRows } from './stream-rows.ts';

/** `npm run bench [-- size server …]`: measures what the portal promises about speed, size, stalled mail and hostile input. */
const groups: Record<string, () => Promise<Row[]>> = {
  size: sizeRows,
  server: serverRows,
  mail: mailRows,
  hash: hashRows,
  input: inputRows,
  admin: adminRows,
  streams: streamRows,
  live: liveRows,
  review: reviewRows,
  scroll: scrollRows,
  postgres: postgresRows,
  start: startRow,
  lighthouse: lighthouseRows,
};

const wanted = process.argv.slice(2);
const unknown = wanted.filter((name) => !(name in groups));
if (unknown.length > 0) {
  console.error(`No such group: ${unknown.join(', ')}. There are: ${Object.keys(groups).join(', ')}`);
  process.exit(2);
}
buildClientIfStale();
const rows: Row[] = [];
for (const [name, measure] of Object.entries(groups)) {
  if (wanted.length === 0 || wanted.includes(name)) rows.push(...(await measure()));
}
console.log('\n| # | Measured | Result | Bound | |\n|---|---|---|---|---|');
for (const { id, what, measured, bound, held } of rows) {
  console.log(`| ${id} | ${what} | ${measured} | ${bound} | ${held ? 'held' : 'MISSED'} |`);
}
process.exitCode = rows.every((row) => row.held) ? 0 : 1;

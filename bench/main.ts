import { availableParallelism, cpus } from 'node:os';
import { parseArgs } from 'node:util';
import { buildClientIfStale } from '../scripts/build-client.ts';
import { deskRows } from './desk-rows.ts';
import { listRows } from './list-rows.ts';
import { orientationRows } from './orientation-rows.ts';
import { peerRows } from './peers/peer-rows.ts';
import { phoneRows } from './phone-rows.ts';
import { tableOf } from './report.ts';
import { isHeld, joinRounds, type Row } from './row.ts';
import { seasonRows } from './season-rows.ts';
import { serverRows } from './server-rows.ts';
import { sizeRows } from './size-rows.ts';
import { streamRows } from './stream-rows.ts';
import { waitRows } from './wait-rows.ts';

/** The groups, with the number of times that each is measured, with a new portal every time. */
const groups: Record<string, { measure: () => Promise<Row[]>; rounds: number }> = {
  size: { measure: sizeRows, rounds: 1 },
  server: { measure: serverRows, rounds: 5 },
  streams: { measure: streamRows, rounds: 3 },
  lists: { measure: listRows, rounds: 3 },
  seasons: { measure: seasonRows, rounds: 1 },
  waits: { measure: waitRows, rounds: 1 },
  desk: { measure: deskRows, rounds: 3 },
  orientation: { measure: orientationRows, rounds: 1 },
  phone: { measure: phoneRows, rounds: 5 },
  // Only if it is named, because it builds and installs other systems.
  peers: { measure: peerRows, rounds: 3 },
};

/** `npm run bench [-- [--rounds N] [group …]]` measures what the portal promises about speed and size. */
async function main(): Promise<number> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { rounds: { type: 'string' } },
  });
  const names = positionals.length > 0 ? positionals : Object.keys(groups).filter((name) => name !== 'peers');
  buildClientIfStale();
  const measured: Row[][] = [];
  const failed: string[] = [];
  for (const name of names) {
    const group = groups[name];
    if (!group) throw new Error(`No such group: ${name}. There are: ${Object.keys(groups).join(', ')}`);
    const rounds = Number(values.rounds ?? group.rounds);
    try {
      for (let round = 1; round <= rounds; round += 1) {
        console.error(`${name}, round ${round} of ${rounds}`);
        measured.push(await group.measure());
      }
    } catch (error) {
      // The other groups are worth their time.
      console.error(`${name} failed:`, error);
      failed.push(name);
    }
  }
  const results = joinRounds(measured);
  console.log(`\n${cpus()[0]?.model}, ${availableParallelism()} cores, Node ${process.version}\n`);
  console.log(tableOf(results));
  const missed = results.filter((row) => !isHeld(row));
  for (const { id, what } of missed) console.log(`MISSED: row ${id}, ${what}`);
  for (const name of failed) console.log(`FAILED: ${name}`);
  return missed.length + failed.length === 0 ? 0 : 1;
}

process.exitCode = await main();

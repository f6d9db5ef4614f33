import { parseArgs } from 'node:util';
import { buildClientIfStale } from '../scripts/build-client.ts';
import { crowdRows } from './crowd-rows.ts';
import { deskRows } from './desk-rows.ts';
import { lighthouseRows } from './lighthouse-rows.ts';
import { listRows } from './list-rows.ts';
import { generatorName } from './load.ts';
import { messageRows } from './message-rows.ts';
import { orientationRows } from './orientation-rows.ts';
import { peerRows } from './peer-rows.ts';
import { releaseRows } from './release-rows.ts';
import { describeRun, saveRun, tableOf } from './report.ts';
import { isHeld, joinRounds, type Row } from './row.ts';
import { serverRows } from './server-rows.ts';
import { sizeRows } from './size-rows.ts';
import { streamRows } from './stream-rows.ts';

interface Group {
  measure: (quick: boolean) => Promise<Row[]>;
  /** The number of times that a run measures it, each with a new portal. */
  rounds: number;
  /** Whether a run must name it, because it builds or installs other systems. */
  onlyByName?: true;
  /** Whether `--quick` measures it, once. */
  quick?: true;
}

const groups: Record<string, Group> = {
  size: { measure: sizeRows, rounds: 1, quick: true },
  server: { measure: serverRows, rounds: 5, quick: true },
  streams: { measure: streamRows, rounds: 3 },
  lists: { measure: listRows, rounds: 3 },
  desk: { measure: deskRows, rounds: 3 },
  crowd: { measure: crowdRows, rounds: 1 },
  orientation: { measure: orientationRows, rounds: 1 },
  message: { measure: messageRows, rounds: 3 },
  release: { measure: releaseRows, rounds: 3 },
  lighthouse: { measure: lighthouseRows, rounds: 5 },
  peers: { measure: peerRows, rounds: 3, onlyByName: true },
};

/** `npm run bench [-- [--quick] [--rounds N] [group …]]` measures what the portal promises about speed and size. */
async function main(): Promise<number> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      quick: { type: 'boolean', default: false },
      rounds: { type: 'string' },
    },
  });
  const unknown = positionals.filter((name) => !(name in groups));
  if (unknown.length > 0) {
    console.error(`No such group: ${unknown.join(', ')}. There are: ${Object.keys(groups).join(', ')}`);
    return 2;
  }
  const wanted = Object.entries(groups).filter(([name, { quick, onlyByName }]) =>
    positionals.length > 0 ? positionals.includes(name) : values.quick ? quick : !onlyByName,
  );
  buildClientIfStale();
  const rounds: Row[][] = [];
  const failed: string[] = [];
  for (const [name, group] of wanted) {
    const count = values.quick ? 1 : Number(values.rounds ?? group.rounds);
    for (let round = 1; round <= count; round += 1) {
      console.error(`${name}, round ${round} of ${count}`);
      try {
        rounds.push(await group.measure(values.quick));
      } catch (error) {
        // The other groups are worth their time.
        console.error(`${name} failed:`, error);
        failed.push(name);
        break;
      }
    }
  }
  const results = joinRounds(rounds);
  const run = describeRun(results);
  const { processor, cores, memoryGiB, node } = run.machine;
  console.log(`\n${processor}, ${cores} cores, ${memoryGiB} GiB, Node ${node}; load from ${generatorName}\n`);
  console.log(tableOf(results));
  console.log(`\nSaved as ${saveRun(run)}`);
  const missed = results.filter((row) => !isHeld(row));
  for (const { id, what } of missed) console.log(`MISSED: row ${id}, ${what}`);
  for (const name of failed) console.log(`FAILED: ${name}`);
  return missed.length + failed.length === 0 ? 0 : 1;
}

process.exitCode = await main();

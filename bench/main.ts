import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { buildClientIfStale } from '../scripts/build-client.ts';
import { adminRows } from './admin-rows.ts';
import { drawCurves } from './curve-plot.ts';
import { curveRows } from './curve-rows.ts';
import { hashRows } from './hash-rows.ts';
import { inputRows } from './input-rows.ts';
import { lighthouseRows } from './lighthouse-rows.ts';
import { liveRows } from './live-rows.ts';
import { generatorName } from './load.ts';
import { mailRows } from './mail-rows.ts';
import { orientationRows } from './orientation-rows.ts';
import { peerRows } from './peer-rows.ts';
import { postgresRows } from './postgres-rows.ts';
import { compareRuns, describeRun, latestRun, readRun, saveRun, tableOf } from './report.ts';
import { reviewRows } from './review-rows.ts';
import { isHeld, joinRounds, type Row } from './row.ts';
import { scrollRows } from './scroll-rows.ts';
import { serverRows } from './server-rows.ts';
import { sizeRows } from './size-rows.ts';
import { startRow } from './start-row.ts';
import { streamRows } from './stream-rows.ts';

interface Group {
  measure: (options: { quick: boolean; upToMillion: boolean }) => Promise<Row[]>;
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
  hash: { measure: hashRows, rounds: 3, quick: true },
  start: { measure: startRow, rounds: 3, quick: true },
  input: { measure: inputRows, rounds: 3 },
  mail: { measure: mailRows, rounds: 3 },
  streams: { measure: streamRows, rounds: 3 },
  live: { measure: liveRows, rounds: 3 },
  admin: { measure: adminRows, rounds: 3 },
  review: { measure: reviewRows, rounds: 3 },
  scroll: { measure: scrollRows, rounds: 3 },
  postgres: { measure: postgresRows, rounds: 3 },
  peers: { measure: peerRows, rounds: 3, onlyByName: true },
  curves: { measure: curveRows, rounds: 1 },
  orientation: { measure: orientationRows, rounds: 1 },
  lighthouse: { measure: lighthouseRows, rounds: 5 },
};

/**
 * `npm run bench [-- [--quick] [--rounds N] [group …]]` measures what the portal promises about speed and size.
 * `npm run bench -- --million curves` follows the cost curves to a million members.
 * `npm run bench -- compare <file> [file]` compares an earlier run with the last one, or with a second file.
 * `npm run bench -- plot [file]` draws the cost curves of a run into docs/.
 */
async function main(): Promise<number> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      quick: { type: 'boolean', default: false },
      million: { type: 'boolean', default: false },
      rounds: { type: 'string' },
    },
  });
  if (positionals[0] === 'compare') return compare(positionals.slice(1));
  if (positionals[0] === 'plot') return plot(positionals.slice(1));
  const unknown = positionals.filter((name) => !(name in groups));
  if (unknown.length > 0) {
    return fail(`No such group: ${unknown.join(', ')}. There are: ${Object.keys(groups).join(', ')}`);
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
        rounds.push(await group.measure({ quick: values.quick, upToMillion: values.million }));
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

function compare([before, after = latestRun()]: string[]): number {
  if (!before || !after) return fail('Usage: npm run bench -- compare <file> [file]');
  console.log(compareRuns(readRun(before), readRun(after)));
  return 0;
}

function plot([file = latestRun()]: string[]): number {
  const curves = file && drawCurves(readRun(file).rows);
  if (!curves) return fail('That run has no cost curves: npm run bench -- curves');
  const path = join(import.meta.dirname, '..', 'docs', 'cost-curves.svg');
  writeFileSync(path, curves);
  console.log(`Drawn in ${path}`);
  return 0;
}

function fail(message: string): number {
  console.error(message);
  return 2;
}

process.exitCode = await main();

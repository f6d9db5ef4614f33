import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { availableParallelism, cpus, totalmem } from 'node:os';
import { join } from 'node:path';
import * as z from 'zod/mini';
import { type Bound, isHeld, median, type Result } from './row.ts';

/** Where each run leaves its JSON; git ignores it. */
const resultsDir = join(import.meta.dirname, '..', 'bench-results');

const bound = z.union([z.object({ atLeast: z.number() }), z.object({ atMost: z.number() }), z.null()]);
const run = z.object({
  date: z.string(),
  machine: z.object({ processor: z.string(), cores: z.number(), memoryGiB: z.number(), node: z.string() }),
  rows: z.array(
    z.object({
      id: z.string(),
      what: z.string(),
      values: z.array(z.number()),
      unit: z.string(),
      bound,
      note: z.optional(z.string()),
    }),
  ),
});
export type Run = z.infer<typeof run>;

export function describeRun(rows: readonly Result[]): Run {
  const machine = {
    processor: cpus()[0]?.model ?? 'unknown',
    cores: availableParallelism(),
    memoryGiB: Math.round(totalmem() / 2 ** 30),
    node: process.version,
  };
  return { date: new Date().toISOString(), machine, rows: [...rows] };
}

/** @returns the path of the written file */
export function saveRun(saved: Run): string {
  mkdirSync(resultsDir, { recursive: true });
  const path = join(resultsDir, `${saved.date.replaceAll(':', '-')}.json`);
  writeFileSync(path, `${JSON.stringify(saved, null, 2)}\n`);
  return path;
}

export function readRun(path: string): Run {
  return run.parse(JSON.parse(readFileSync(path, 'utf8')));
}

/** The path of the last saved run, or undefined if there is none. */
export function latestRun(): string | undefined {
  const last = existsSync(resultsDir) ? readdirSync(resultsDir).toSorted().at(-1) : undefined;
  return last && join(resultsDir, last);
}

/** A Markdown table of the rows, with the median of the rounds and their range. */
export function tableOf(rows: readonly Result[]): string {
  const lines = rows.map((row) =>
    cells([row.id, row.what, shown(row), inWords(row.bound, row.unit), verdict(row), row.note ?? '']),
  );
  return [
    cells(['#', 'Measured', 'Result', 'Bound', '', 'Note']),
    cells(Array(6).fill('---')),
    ...lines,
  ].join('\n');
}

function verdict(row: Result): string {
  if (!row.bound) return '';
  return isHeld(row) ? 'held' : '**MISSED**';
}

function shown({ values, unit }: Pick<Result, 'values' | 'unit'>): string {
  const range =
    values.length > 1 ? ` (${figure(Math.min(...values))} to ${figure(Math.max(...values))})` : '';
  return `${figure(median(values))} ${unit}${range}`;
}

function inWords(bound: Bound, unit: string): string {
  if (!bound) return 'none';
  return 'atLeast' in bound ? `at least ${bound.atLeast} ${unit}` : `at most ${bound.atMost} ${unit}`;
}

/** Three significant digits. */
function figure(value: number): string {
  if (!Number.isFinite(value)) return 'not measured';
  return Math.abs(value) >= 100 ? value.toFixed(0) : String(Number(value.toPrecision(3)));
}

function cells(texts: readonly string[]): string {
  return `| ${texts.join(' | ')} |`;
}

/** A Markdown table of the rows that two runs have in common. */
export function compareRuns(before: Run, after: Run): string {
  const former = new Map(before.rows.map((row) => [row.id, row]));
  const lines = after.rows.flatMap((row) => {
    const earlier = former.get(row.id);
    if (!earlier) return [];
    const ratio = median(row.values) / median(earlier.values);
    return [
      cells([row.id, row.what, shownRow(earlier), shownRow(row), figure(ratio), change(earlier.values, row)]),
    ];
  });
  return [
    cells(['#', 'Measured', 'Before', 'After', 'Ratio', '']),
    cells(Array(6).fill('---')),
    ...lines,
  ].join('\n');
}

function shownRow({ values, unit }: Run['rows'][number]): string {
  return shown({ values, unit: unit as Result['unit'] });
}

/** Two runs differ only where their ranges do not overlap. */
function change(before: readonly number[], { values, bound }: Run['rows'][number]): string {
  const higher = Math.min(...values) > Math.max(...before);
  const lower = Math.max(...values) < Math.min(...before);
  if (!higher && !lower) return 'within the spread';
  if (!bound) return higher ? 'higher' : 'lower';
  return 'atLeast' in bound === higher ? 'better' : 'worse';
}

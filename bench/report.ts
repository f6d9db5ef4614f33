import { mkdirSync, writeFileSync } from 'node:fs';
import { availableParallelism, cpus, totalmem } from 'node:os';
import { join } from 'node:path';
import { type Bound, isHeld, median, type Result } from './row.ts';

/** Where each run leaves its JSON; git ignores it. */
const resultsDir = join(import.meta.dirname, '..', 'bench-results');

interface Run {
  date: string;
  machine: { processor: string; cores: number; memoryGiB: number; node: string };
  rows: readonly Result[];
}

export function describeRun(rows: readonly Result[]): Run {
  const machine = {
    processor: cpus()[0]?.model ?? 'unknown',
    cores: availableParallelism(),
    memoryGiB: Math.round(totalmem() / 2 ** 30),
    node: process.version,
  };
  return { date: new Date().toISOString(), machine, rows };
}

/** @returns the path of the written file */
export function saveRun(saved: Run): string {
  mkdirSync(resultsDir, { recursive: true });
  const path = join(resultsDir, `${saved.date.replaceAll(':', '-')}.json`);
  writeFileSync(path, `${JSON.stringify(saved, null, 2)}\n`);
  return path;
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

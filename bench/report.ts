import { type Bound, isHeld, median, type Result } from './row.ts';

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

function shown({ values, unit }: Result): string {
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

import { csvRow } from '#server/http/csv.ts';
import { shortened } from './account.ts';
import type { PlannedAccount } from './plan.ts';
import type { FirebaseSource } from './read-files.ts';
import type { Tally } from './tally.ts';

/** The columns of the report, in order. */
const columns = [
  { title: 'uid', width: 28, of: ({ uid }: PlannedAccount) => uid },
  { title: 'email', width: 34, of: ({ email }: PlannedAccount) => email },
  { title: 'account', width: 13, of: ({ outcome }: PlannedAccount) => outcome },
  { title: 'record', width: 6, of: ({ member }: PlannedAccount) => (member ? 'make' : '-') },
  { title: 'password', width: 10, of: ({ password }: PlannedAccount) => password || '-' },
  { title: 'notes', width: 0, of: ({ notes }: PlannedAccount) => notes.join('; ') },
] as const;

/** The names of the columns, as a line of the table. */
export const tableHeader = tableLine(columns.map(({ title }) => title));

/** An account as a line of the table on a terminal. */
export function tableRow(account: PlannedAccount): string {
  return tableLine(columns.map((column) => column.of(account)));
}

function tableLine(cells: readonly string[]): string {
  const padded = cells.map((cell, index) => {
    const { width = 0 } = columns[index] ?? {};
    return width === 0 ? cell : shortened(cell, width).padEnd(width);
  });
  return padded.join('  ').trimEnd();
}

/** The names of the columns, as a line of the CSV file. */
export const csvHeader = csvRow(columns.map(({ title }) => title));

export function csvLine(account: PlannedAccount): string {
  return csvRow(columns.map((column) => column.of(account)));
}

/** The summary of an import or rehearsal, in a few lines. */
export function summary(tally: Tally, source: FirebaseSource): string {
  const { make, join, administrator, here, skip } = tally.outcomes;
  const { kept, disabled } = tally.passwords;
  const lines = [
    `${tally.accounts} accounts and records without one: ${make} make, ${join} join, ${here} here already, ${skip} skip`,
    `${tally.records} records, ${tally.messages} of ${source.counts.messages} messages are new`,
    `${kept} passwords kept, ${tally.passwords['reset link']} without a password, ${disabled} disabled`,
  ];
  if (administrator > 0) lines.push('The administrator takes the address and password of the former one.');
  if (tally.mails > 0) lines.push(`${tally.mails} mails with a link to a first password`);
  if (source.otherNodes.length > 0) lines.push(`Left in the database: ${source.otherNodes.join(', ')}`);
  return lines.join('\n');
}

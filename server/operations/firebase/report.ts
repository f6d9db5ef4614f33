import { truncate } from '#domain/bounded.ts';
import { csvRow } from '#server/http/csv.ts';
import type { Plan, PlannedAccount } from './plan.ts';
import type { FirebaseSource } from './source.ts';

/** The columns of the report, in order, with their width on a terminal. */
const columns: readonly (readonly [title: string, width: number, of: (account: PlannedAccount) => string])[] =
  [
    ['uid', 28, ({ uid }) => uid],
    ['email', 34, ({ email }) => email],
    ['account', 13, ({ outcome }) => outcome],
    ['record', 6, ({ member }) => (member ? 'make' : '-')],
    ['password', 10, ({ password }) => password || '-'],
    ['notes', Number.POSITIVE_INFINITY, ({ notes }) => notes.join('; ')],
  ];

export function asTable(accounts: readonly PlannedAccount[]): string {
  return asCells(accounts)
    .map((cells) =>
      columns
        .map(([, width], at) => {
          const cell = cells[at] ?? '';
          return Number.isFinite(width) ? truncate(cell, width).padEnd(width) : cell;
        })
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}

export function asCsv(accounts: readonly PlannedAccount[]): string {
  return asCells(accounts).map(csvRow).join('');
}

function asCells(accounts: readonly PlannedAccount[]): string[][] {
  return [
    columns.map(([title]) => title),
    ...accounts.map((account) => columns.map(([, , of]) => of(account))),
  ];
}

/** Whether an import of this plan changes anything. */
export function isAnythingNew({ accounts, messages }: Plan): boolean {
  return messages.length > 0 || accounts.some(({ outcome }) => outcome !== 'here' && outcome !== 'skip');
}

/** The summary of an import or rehearsal, in a few lines. */
export function summary(
  { accounts, messages, mails = 0 }: Plan & { mails?: number },
  source: FirebaseSource,
) {
  const [outcomes, passwords] = [countBy('outcome'), countBy('password')];
  const records = accounts.filter(({ member }) => member).length;
  const lines = [
    `${accounts.length} accounts and records without one: ${outcomes('make')} make, ${outcomes('join')} join, ${outcomes('here')} here already, ${outcomes('skip')} skip`,
    `${records} records, ${messages.length} of ${source.messages.length} messages are new`,
    `${passwords('kept')} passwords kept, ${passwords('reset link')} without a password, ${passwords('disabled')} disabled`,
  ];
  if (outcomes('administrator') > 0) {
    lines.push('The administrator takes the address and password of the former one.');
  }
  if (mails > 0) lines.push(`${mails} emails with a link to a first password`);
  if (source.otherNodes.length > 0) lines.push(`Left in the database: ${source.otherNodes.join(', ')}`);
  return lines.join('\n');

  function countBy<Name extends 'outcome' | 'password'>(name: Name) {
    return (value: PlannedAccount[Name]) => accounts.filter((account) => account[name] === value).length;
  }
}

import { csvRow } from '#server/http/csv.ts';
import type { Plan, PlannedAccount } from './plan.ts';
import type { FirebaseSource } from './source.ts';

/** A line for each account, for a spreadsheet. */
export function asCsv(accounts: readonly PlannedAccount[]): string {
  const rows = accounts.map(({ uid, email, outcome, member, password, notes }) =>
    csvRow([uid, email, outcome, member ? 'make' : '-', password || '-', notes.join('; ')]),
  );
  return [csvRow(['uid', 'email', 'account', 'record', 'password', 'notes']), ...rows].join('');
}

/** Whether an import of this plan changes anything. */
export function isAnythingNew({ accounts, messages }: Plan): boolean {
  return messages.length > 0 || accounts.some(({ outcome }) => outcome !== 'here' && outcome !== 'skip');
}

/** The summary of an import or rehearsal, in a few lines. */
export function summary({ accounts, messages }: Plan, source: FirebaseSource): string {
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
  if (source.otherNodes.length > 0) lines.push(`Left in the database: ${source.otherNodes.join(', ')}`);
  return lines.join('\n');

  function countBy<Name extends 'outcome' | 'password'>(name: Name) {
    return (value: PlannedAccount[Name]) => accounts.filter((account) => account[name] === value).length;
  }
}

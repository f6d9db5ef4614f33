import { resetPassword } from './admin.ts';
import { backup } from './backup.ts';
import { check } from './check.ts';
import type { Command } from './command.ts';
import { exportCommand, importCommand } from './firebase.ts';
import { exportCsv, seed } from './members.ts';
import { moveData, restoreBackup } from './transfer.ts';

/** All that an operator can do, in the order of the usage. */
export const commands: readonly Command[] = [
  resetPassword,
  backup,
  restoreBackup,
  moveData,
  check,
  exportCsv,
  importCommand,
  exportCommand,
  seed,
];

/** The command that the words begin with; of two that fit, the longer name. */
export function findCommand(words: readonly string[]): Command | undefined {
  const typed = `${words.join(' ')} `;
  return commands
    .filter(({ name }) => typed.startsWith(`${name} `))
    .toSorted((a, b) => b.name.length - a.name.length)[0];
}

export function usage(): string {
  const rows = commands.map(
    ({ name, usage: rest, about }) => `  ${`${name} ${rest}`.trim()}\n      ${about}`,
  );
  return `Usage: npm run portal -- <command>\n\n${rows.join('\n')}\n\n  --debug with any of them shows where an error came from`;
}

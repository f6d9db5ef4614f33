import { handOverAccount, resetPassword, resetSecondFactor, setEmail } from './admin.ts';
import { backup, verify } from './backup.ts';
import { check, doctor } from './check.ts';
import type { Command } from './command.ts';
import { importCommand } from './firebase.ts';
import { mailTest } from './mail.ts';
import { exportCsv, remove, seasonEnd, seed } from './members.ts';
import { settingsExport, settingsImport } from './settings.ts';
import { moveData, restoreBackup } from './transfer.ts';

/** All commands, in the order of the usage. */
export const commands: readonly Command[] = [
  resetPassword,
  resetSecondFactor,
  setEmail,
  handOverAccount,
  backup,
  verify,
  restoreBackup,
  moveData,
  check,
  doctor,
  mailTest,
  settingsExport,
  settingsImport,
  exportCsv,
  remove,
  seasonEnd,
  importCommand,
  seed,
];

/** The command at the beginning of the words; the longer name if two match. */
export function findCommand(words: readonly string[]): Command | undefined {
  const typed = `${words.join(' ')} `;
  return commands
    .filter(({ name }) => typed.startsWith(`${name} `))
    .toSorted((a, b) => b.name.length - a.name.length)[0];
}

/** The commands that begin with this word, or all if none does. */
export function usage(word = ''): string {
  const group = commands.filter(({ name }) => name.split(' ')[0] === word);
  const rows = (group.length > 0 ? group : commands).map(
    ({ name, usage: rest, about }) => `  ${`${name} ${rest}`.trim()}\n      ${about}`,
  );
  return `Usage: npm run portal -- <command>\n\n${rows.join('\n')}\n\n  Add --debug to a command to see where an error came from`;
}

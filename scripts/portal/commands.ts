import { handOverAccount, resetPassword, resetSecondFactor, setEmail } from './admin.ts';
import { backup, verify } from './backup.ts';
import { check, doctor } from './check.ts';
import type { Command } from './command.ts';
import { importCommand } from './firebase.ts';
import { mailTest } from './mail.ts';
import { exportCsv, seasonEnd, seed } from './members.ts';
import { settingsExport, settingsImport } from './settings.ts';
import { setup } from './setup.ts';
import { moveData, restoreBackup } from './transfer.ts';
import { upgrade } from './upgrade.ts';
import { version } from './version.ts';

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
  seasonEnd,
  importCommand,
  seed,
  setup,
  upgrade,
  version,
];

/** The command at the beginning of the words; the longer name if two match. */
export function findCommand(words: readonly string[]): Command | undefined {
  const typed = `${words.join(' ')} `;
  return commands
    .filter(({ name }) => typed.startsWith(`${name} `))
    .toSorted((a, b) => b.name.length - a.name.length)[0];
}

/** These hold for every command. */
export const conventions = `--json prints one object, with the lines as 'output' and 'error' if there is one; --debug shows where an error came from.
Exit codes: 0 done; 1 failed, or something is bad; 2 the command line or a setting is wrong; backup --then: that command's own.`;

/** The commands that begin with this word, or all if none does. */
export function usage(word = ''): string {
  const group = commands.filter(({ name }) => name.split(' ')[0] === word);
  const rows = (group.length > 0 ? group : commands).map(
    ({ name, usage: rest, about }) => `  ${`${name} ${rest}`.trim()}\n      ${about}`,
  );
  return `Usage: npm run portal -- <command>\n\n${rows.join('\n')}\n\n${conventions}`;
}

import { rename, writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import type { Readable, Writable } from 'node:stream';
import { refuseOtherAdministrator } from '#server/accounts/administrator.ts';
import { type CommandConfig, existingSecret } from '#server/config/config.ts';
import { type Content, contentFolder, loadContent } from '#server/config/content.ts';
import { createLog } from '#server/log/log.ts';
import { type AcceptedSchema, describePortal, openPortal } from '#server/operations/data-location.ts';
import { moveSeasons } from '#server/seasons/move-season.ts';
import { createSettings } from '#server/settings/settings.ts';
import type { Store } from '#server/store/open.ts';

/** The command line is wrong. The message is one line that says how. */
export class UsageError extends Error {}

/** The parts of its process that a command uses, so that tests can run one without starting a program. */
export interface CommandProcess {
  env: NodeJS.ProcessEnv;
  stdin?: Readable;
  stdout: Writable;
  stderr: Writable;
  exitCode?: NodeJS.Process['exitCode'];
}

/** The parsed command line, and where the command runs. */
export interface Call {
  config: CommandConfig;
  process: CommandProcess;
  /** Writes to the output of `process`. */
  console: Pick<Console, 'log' | 'error'>;
  /** Adds to the object that `--json` prints. */
  report(fields: object): void;
  /** Whether `--json` was given. */
  json: boolean;
  /** Options with a value, such as `--to FOLDER`. */
  options: Partial<Record<string, string>>;
  /** Options without one, such as `--rehearse`. */
  flags: ReadonlySet<string>;
  /** Positional arguments. */
  operands: string[];
}

/** One of the operator's commands: a row of the table in commands.ts. */
export interface Command {
  /** One word or two. */
  name: string;
  /** The arguments, as the usage shows them. */
  usage: string;
  about: string;
  /** Arguments that somebody could type. */
  example?: string;
  /** Names of the options that take a value. */
  options?: readonly string[];
  /** Names of the options that take none. */
  flags?: readonly string[];
  /** It leaves the data alone, and may run where there is none. */
  withoutData?: true;
  /** The maximum number of operands; none by default. */
  operands?: number;
  run(call: Call): Promise<void>;
}

/**
 * Opens the portal of the settings, names it on standard error, and closes it after `work`, which gets the stored settings.
 * Throws if there is none, and unless ADMIN_UID names its administrator.
 */
export async function withPortal<T>(
  { config, process }: Pick<Call, 'config' | 'process'>,
  work: (store: Store, content: Content) => Promise<T>,
  accepted: AcceptedSchema = 'current',
): Promise<T> {
  const store = await openPortal(config, accepted);
  try {
    process.stderr.write(`${await describePortal(config, store)}\n`);
    const content = loadContent(contentFolder);
    if (accepted === 'current') {
      await refuseOtherAdministrator(store.db, config.adminUid);
      // Puts what is stored in the place of the defaults: in `content`, and the mail server in `config`.
      const authSecret = existingSecret(process.env);
      const given = Object.assign(config, authSecret !== undefined && { authSecret });
      const settings = createSettings({ store, config: given, content, log: createLog('silent') });
      await settings.refresh();
      for (const { part, message } of settings.faults)
        process.stderr.write(`The stored settings '${part}' cannot be used: ${message}\n`);
      await moveSeasons({ store, config, content });
    }
    return await work(store, content);
  } finally {
    await store.close();
  }
}

/** A path that was typed. npm runs commands in the project's folder, and names the caller's folder in INIT_CWD. */
export function typedPath({ process }: Pick<Call, 'process'>, path: string): string {
  return resolve(process.env.INIT_CWD ?? '', path);
}

/** Writes a file that appears when it is complete and that only this user can read. */
export async function save(file: string, content: string | AsyncIterable<string>): Promise<void> {
  await writeFile(`${file}.part`, content, { mode: 0o600 });
  await rename(`${file}.part`, file);
}

export function wholeNumber(option: string, text: string | undefined): number {
  const number = Number(text);
  if (!Number.isInteger(number) || number < 1)
    throw new UsageError(`--${option} takes a whole number from 1`);
  return number;
}

const unitsInMs = { s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 } as const;

/** Milliseconds in a text such as 30m or 1h. */
export function duration(option: string, text: string): number {
  const [, amount, unit] = /^([1-9]\d{0,4})([smhd])$/.exec(text) ?? [];
  if (!amount || !unit) throw new UsageError(`--${option} takes a time such as 30m, 1h or 1d`);
  return Number(amount) * unitsInMs[unit as keyof typeof unitsInMs];
}

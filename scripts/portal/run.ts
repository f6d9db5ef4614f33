import { Console } from 'node:console';
import { parseArgs } from 'node:util';
import { readCommandConfig } from '#server/config/config.ts';
import { ConfigError } from '#server/config/config-variables.ts';
import { locationName } from '#server/operations/data-location.ts';
import { becomeOwner } from '#server/operations/data-owner.ts';
import { explain } from '#server/operations/explain.ts';
import { CopyFailed } from '#server/operations/own-backups.ts';
import { recoverDataDir } from '#server/operations/replace-database.ts';
import { type Call, type Command, type CommandProcess, UsageError } from './command.ts';
import { conventions, findCommand, usage } from './commands.ts';

/** Finds the requested one of the operator's commands, runs it, and prints errors. */
export async function runCommand(words: readonly string[], process: CommandProcess): Promise<void> {
  const debug = words.includes('--debug');
  const report = words.includes('--json') ? { output: [] as string[] } : null;
  const console = consoleOf(process, report?.output);
  const asked = words.filter((word) => word !== '--debug' && word !== '--json');
  let place = 'the portal';
  try {
    const command = findCommand(asked);
    if (asked.some((word) => word === '--help' || word === '-h')) {
      console.log(command ? help(command) : usage(asked[0]));
      return;
    }
    if (!command) throw new UsageError(unknownCommand(asked));
    const given = parse(command, asked.slice(command.name.split(' ').length), process.env);
    const config = readCommandConfig(process.env);
    place = locationName(config);
    if (!command.withoutData) {
      becomeOwner(config.dataDir);
      await recoverDataDir(config);
    }
    const add = (fields: object) => void (report && Object.assign(report, fields));
    await command.run({ config, process, console, report: add, json: report !== null, ...given });
  } catch (error) {
    process.exitCode = exitCodeOf(error);
    if (report) Object.assign(report, { error: lineFor(error, place) });
    console.error(debug ? error : lineFor(error, place));
  } finally {
    if (report) process.stdout.write(`${JSON.stringify({ ...report, exitCode: process.exitCode ?? 0 })}\n`);
  }
}

/** Writes to the process, or keeps its lines for `--json`, with the operator's commands as they are typed here (deploy/portal-command). */
function consoleOf({ env, stdout, stderr }: CommandProcess, kept?: string[]): Call['console'] {
  const { log, error } = new Console(stdout, stderr);
  const usual = 'npm run portal --';
  const asTyped = (text: unknown) =>
    typeof text === 'string' ? text.replaceAll(usual, () => env.PORTAL_COMMAND ?? usual) : text;
  return {
    log: (text) => (kept ? kept.push(...String(asTyped(text)).split('\n')) : log(asTyped(text))),
    error: (text) => error(asTyped(text)),
  };
}

/** The error is last, where it is seen. */
function unknownCommand(asked: readonly string[]): string {
  if (asked.length === 0) return usage();
  return `${usage(asked[0])}\n\nThere is no command '${asked.join(' ')}'.`;
}

function help(command: Command): string {
  const example = `npm run portal -- ${`${command.name} ${command.example ?? ''}`.trim()}`;
  return `${usageOf(command)}\n      ${command.about}\n\nExample: ${example}\n\n${conventions}`;
}

function usageOf({ name, usage: rest }: Command): string {
  return `Usage: npm run portal -- ${`${name} ${rest}`.trim()}`;
}

function parse(
  command: Command,
  args: string[],
  env: NodeJS.ProcessEnv,
): Pick<Call, 'options' | 'flags' | 'operands'> {
  const { options = [], flags = [], operands = 0 } = command;
  const taken = [...options, ...flags].find((name) => env[`npm_config_${name.replaceAll('-', '_')}`]);
  if (taken)
    throw new UsageError(`npm took --${taken} for itself: type -- before the command. ${usageOf(command)}`);
  const known = Object.fromEntries([
    ...options.map((option) => [option, { type: 'string' }] as const),
    ...flags.map((flag) => [flag, { type: 'boolean' }] as const),
  ]);
  try {
    const { values, positionals } = parseArgs({ args, options: known, allowPositionals: true });
    if (positionals.length > operands) throw new Error(`Unexpected argument '${positionals[operands]}'`);
    return {
      options: Object.fromEntries(
        Object.entries(values).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
      ),
      flags: new Set(flags.filter((flag) => flag in values)),
      operands: positionals,
    };
  } catch (error) {
    const fault = error instanceof Error ? error.message.split('. ')[0] : String(error);
    throw new UsageError(`${fault}. ${usageOf(command)}`);
  }
}

function exitCodeOf(error: unknown): number {
  if (error instanceof CopyFailed) return error.exitCode;
  return error instanceof UsageError || error instanceof ConfigError ? 2 : 1;
}

function lineFor(error: unknown, place: string): string {
  if (error instanceof UsageError) return error.message;
  const line = explain(error, place);
  if (line !== null) return line;
  const reason = error instanceof Error && error.message !== '' ? error.message : String(error);
  return `${reason.replace(/\s+/g, ' ')} (an unexpected error; --debug shows where it came from)`;
}

import { Console } from 'node:console';
import { parseArgs } from 'node:util';
import { readCommandConfig } from '#server/config.ts';
import { ConfigError } from '#server/config-variables.ts';
import { locationName } from '#server/operations/data-location.ts';
import { becomeOwner } from '#server/operations/data-owner.ts';
import { explain } from '#server/operations/explain.ts';
import { recoverDataDir } from '#server/operations/replace-database.ts';
import { type Call, type Command, CommandFailed, type CommandProcess, UsageError } from './command.ts';
import { findCommand, usage } from './commands.ts';

/** Finds the requested one of the operator's commands, runs it, and prints errors. */
export async function runCommand(words: readonly string[], process: CommandProcess): Promise<void> {
  const console = new Console(process.stdout, process.stderr);
  const debug = words.includes('--debug');
  const asked = words.filter((word) => word !== '--debug');
  let place = 'the portal';
  try {
    const command = findCommand(asked);
    if (asked.some((word) => word === '--help' || word === '-h')) {
      console.log(command ? usageOf(command) : usage());
      return;
    }
    if (!command) throw new UsageError(unknownCommand(asked));
    const given = parse(command, asked.slice(command.name.split(' ').length));
    const config = readCommandConfig(process.env);
    place = locationName(config);
    becomeOwner(config.dataDir);
    await recoverDataDir(config);
    await command.run({ config, process, console, ...given });
  } catch (error) {
    process.exitCode = exitCodeOf(error);
    console.error(debug ? error : lineFor(error, place));
  }
}

function unknownCommand(asked: readonly string[]): string {
  if (asked.length === 0) return usage();
  return `There is no command '${asked.join(' ')}'.\n\n${usage()}`;
}

function usageOf({ name, usage: rest }: Command): string {
  return `Usage: npm run portal -- ${`${name} ${rest}`.trim()}`;
}

function parse(command: Command, args: string[]): Pick<Call, 'options' | 'flags' | 'operands'> {
  const { options = [], flags = [], operands = 0 } = command;
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
  if (error instanceof CommandFailed) return error.exitCode;
  return error instanceof UsageError || error instanceof ConfigError ? 2 : 1;
}

function lineFor(error: unknown, place: string): string {
  if (error instanceof UsageError) return error.message;
  const line = explain(error, place);
  if (line !== null) return line;
  const reason = error instanceof Error && error.message !== '' ? error.message : String(error);
  return `${reason.replace(/\s+/g, ' ')} (an unexpected error; --debug shows where it came from)`;
}

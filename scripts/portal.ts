import { parseArgs } from 'node:util';
import { readCommandConfig } from '#server/config.ts';
import { ConfigError } from '#server/config-variables.ts';
import { explain } from '#server/operations/explain.ts';
import { placeName } from '#server/operations/place.ts';
import { type Call, type Command, CommandFailed, UsageError } from './portal/command.ts';
import { findCommand, usage } from './portal/commands.ts';

// The operator's commands: finds the requested one in portal/commands.ts, runs it, and prints errors.
const words = process.argv.slice(2);
const debug = words.includes('--debug');
let place = 'the portal';
try {
  await run(words.filter((word) => word !== '--debug'));
} catch (error) {
  process.exitCode = exitCodeOf(error);
  console.error(debug ? error : lineFor(error));
}

async function run(asked: string[]): Promise<void> {
  const command = findCommand(asked);
  if (asked.some((word) => word === '--help' || word === '-h')) {
    console.log(command ? usageOf(command) : usage());
    return;
  }
  if (!command) {
    const unknown = asked.length > 0 ? `There is no command '${asked.join(' ')}'.\n\n` : '';
    throw new UsageError(`${unknown}${usage()}`);
  }
  const given = parse(command, asked.slice(command.name.split(' ').length));
  const config = readCommandConfig(process.env);
  place = placeName(config);
  await command.run({ config, ...given });
}

function usageOf({ name, usage: rest }: Command): string {
  return `Usage: npm run portal -- ${`${name} ${rest}`.trim()}`;
}

function parse(command: Command, args: string[]): Omit<Call, 'config'> {
  const { options = [], flags = [], operands = 0 } = command;
  const known = Object.fromEntries([
    ...options.map((option) => [option, { type: 'string' }] as const),
    ...flags.map((flag) => [flag, { type: 'boolean' }] as const),
  ]);
  try {
    const { values, positionals } = parseArgs({ args, options: known, allowPositionals: true });
    if (positionals.length > operands) throw new Error(`Unexpected argument '${positionals[operands]}'`);
    const entries = Object.entries(values);
    return {
      options: Object.fromEntries(
        entries.filter(([, value]) => typeof value === 'string'),
      ) as Call['options'],
      flags: new Set(entries.filter(([, value]) => value === true).map(([flag]) => flag)),
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

function lineFor(error: unknown): string {
  if (error instanceof UsageError) return error.message;
  const line = explain(error, place);
  if (line !== null) return line;
  const reason = error instanceof Error && error.message !== '' ? error.message : String(error);
  return `${reason.replace(/\s+/g, ' ')} (an error that nobody expected; --debug shows where it came from)`;
}

import { existsSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline/promises';
import { parseArgs } from 'node:util';
import { emailAddress } from '#domain/accounts.ts';
import { type CommandConfig, readCommandConfig, readConfig } from '#server/config/config.ts';
import { defaultAdminEmail } from '#server/config/config-variables.ts';
import { OperatorError } from '#server/config/operator-error.ts';
import { explain } from '#server/operations/explain.ts';
import { databaseFile } from '#server/store/database-file.ts';
import { buildClientIfStale } from './build-client.ts';
import { nodeFlags, processVariables } from './node-flags.ts';
import { root } from './run-command.ts';

const debug = process.argv.includes('--debug');
try {
  const { demo } = readFlags();
  const config = readCommandConfig(process.env);
  buildClientIfStale(() => process.stderr.write('Building the pages, once after each change …\n'));
  await become(demo ? await demoVariables() : await firstStartVariables(config));
} catch (error) {
  console.error((debug ? null : explain(error, 'the start')) ?? error);
  process.exitCode = 1;
}

function readFlags(): { demo: boolean } {
  try {
    const options = { demo: { type: 'boolean' }, debug: { type: 'boolean' } } as const;
    return { demo: parseArgs({ options }).values.demo ?? false };
  } catch (error) {
    const fault = error instanceof Error ? error.message.split('. ')[0] : String(error);
    throw new OperatorError(`${fault}. npm start takes --demo and --debug; everything else is a variable.`);
  }
}

/** A portal in the middle of a season, in a temporary folder, for trying things out. */
async function demoVariables(): Promise<NodeJS.ProcessEnv> {
  const dataDir = mkdtempSync(join(tmpdir(), 'sdc-portal-demo-'));
  const variables = { DATA_DIR: dataDir, DATABASE_URL: '', SMTP_URL: '', DEMO: 'on' };
  // Loaded only here: with the store it takes a quarter of a second, which every other start would wait for.
  const { makeDemo } = await import('./demo-season.ts');
  const { lead, student } = await makeDemo(readConfig({ ...process.env, ...variables }));
  console.log(`Lead: ${lead.email}, password ${lead.password}`);
  console.log(`Student: ${student.email}, password ${student.password}`);
  return variables;
}

/** Prompts for the administrator's address when a new portal is started at a terminal. */
async function firstStartVariables({
  dataDir,
  databaseUrl,
  setVariables,
}: CommandConfig): Promise<NodeJS.ProcessEnv> {
  const isNew = !databaseUrl && !existsSync(databaseFile(dataDir));
  if (!isNew || setVariables.includes('ADMIN_EMAIL')) return {};
  if (!process.stdin.isTTY || !process.stdout.isTTY) return {};
  const terminal = createInterface({ input: process.stdin, output: process.stdout });
  try {
    for (;;) {
      const question = `Email address of the administrator (Enter for ${defaultAdminEmail}, to be changed later): `;
      const answer = (await terminal.question(question).catch(abandon)).trim();
      if (answer === '') return {};
      if (emailAddress.safeParse(answer).success) return { ADMIN_EMAIL: answer };
      terminal.write('That is not an email address.\n');
    }
  } finally {
    terminal.close();
  }
}

/** Ctrl-C or Ctrl-D instead of an answer. */
function abandon(): never {
  throw new OperatorError('\nNot started, and no portal was created.');
}

/** The portal replaces this process, so that signals and the exit code are its own. */
async function become(variables: NodeJS.ProcessEnv): Promise<void> {
  const env = { ...processVariables, ...process.env, ...variables };
  if (process.platform === 'win32') {
    Object.assign(process.env, env);
    await import('#server/main.ts');
    return;
  }
  const main = join(root, 'server', 'main.ts');
  process.execve?.(
    process.execPath,
    [process.execPath, ...nodeFlags, main, ...(debug ? ['--debug'] : [])],
    env,
  );
}

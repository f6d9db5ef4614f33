import { randomBytes } from 'node:crypto';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { readCommandConfig, readConfig } from '#server/config/config.ts';
import { OperatorError } from '#server/config/operator-error.ts';
import { explain } from '#server/operations/explain.ts';
import { buildClientIfStale } from './build-client.ts';
import { nodeFlags, processVariables } from './node-flags.ts';
import { root } from './run-command.ts';

const debug = process.argv.includes('--debug');
try {
  const { demo } = readFlags();
  // A wrong variable is named before the build.
  readCommandConfig(process.env);
  buildClientIfStale(() => process.stderr.write('Building the pages, once after each change …\n'));
  await become(demo ? await demoVariables() : {});
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
  const password = process.env.ADMIN_PASSWORD || randomBytes(9).toString('base64url');
  const variables = {
    DATA_DIR: dataDir,
    DATABASE_URL: '',
    SMTP_URL: '',
    ADMIN_PASSWORD: password,
    DEMO: 'on',
  };
  // Loaded only here: with the store it takes a quarter of a second, which every other start would wait for.
  const { makeDemo } = await import('./demo-season.ts');
  const config = readConfig({ ...process.env, ...variables });
  const { student, reviewer } = await makeDemo(config);
  console.log(`Lead: ${config.adminEmail}, password ${password}`);
  console.log(`Reviewer: ${reviewer.email}, password ${reviewer.password}`);
  console.log(`Student: ${student.email}, password ${student.password}`);
  return variables;
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

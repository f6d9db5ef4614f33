import { parseArgs } from 'node:util';
import { resetAdministratorPassword } from '#server/accounts/administrator.ts';
import { type Config, ConfigError, readConfig } from '#server/config.ts';
import { migrate } from '#server/store/migrate.ts';
import { openStore, type Store } from '#server/store/open.ts';
import { seedMembers } from './seed-members.ts';

const usage = `Usage: npm run portal -- <command>

  admin reset-password     give the administrator a new password and print it
  seed --members N         add N made-up members (for trying things out)`;

interface Context {
  config: Config;
  store: Store;
}

const commands: Record<string, (context: Context, args: string[]) => Promise<void>> = {
  'admin reset-password': async ({ config, store }) => {
    const { email, password } = await resetAdministratorPassword(store, config.adminUid);
    console.log(`Administrator: ${email}\nNew password (shown once): ${password}`);
  },
  seed: async ({ store }, args) => {
    const { values } = parseArgs({ args, options: { members: { type: 'string' } } });
    const members = Number(values.members);
    if (!Number.isInteger(members) || members < 1) throw new UsageError('--members takes a whole number');
    await seedMembers(store, members);
    console.log(`Added ${members} members.`);
  },
};

class UsageError extends Error {}

try {
  await run(process.argv.slice(2));
} catch (error) {
  const expected = error instanceof UsageError || error instanceof ConfigError;
  console.error(expected ? error.message : error);
  process.exitCode = expected ? 2 : 1;
}

async function run(args: string[]): Promise<void> {
  const name = Object.keys(commands).find((words) => `${args.join(' ')} `.startsWith(`${words} `));
  const command = name ? commands[name] : undefined;
  if (!name || !command) throw new UsageError(usage);
  const config = readConfig(process.env);
  const store = openStore({ dataDir: config.dataDir, databaseUrl: config.databaseUrl });
  try {
    await migrate(store);
    await command({ config, store }, args.slice(name.split(' ').length));
  } finally {
    await store.close();
  }
}

import { tmpdir } from 'node:os';
import type { TestProject } from 'vitest/node';
import { migrate } from '#server/store/migrate.ts';
import { openStore } from '#server/store/open.ts';
import { createDatabase, databaseName } from '#tests/helpers/postgres-database.ts';
import { startPostgres } from '#tests/helpers/postgres-server.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** The superuser's URL of this test run's server. */
    postgresUrl: string;
    /** The migrated, empty database that `freshDatabase('postgres')` copies. */
    postgresTemplate: string;
  }
}

/** Vitest's global set-up: one PostgreSQL server for a test run, and a migrated database to copy. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const server = await startPostgres();
  try {
    const template = await createDatabase(server.url);
    const store = await openStore({ dataDir: tmpdir(), databaseUrl: template.url });
    await migrate(store);
    await store.close();
    project.provide('postgresUrl', server.url);
    project.provide('postgresTemplate', databaseName(template.url));
  } catch (error) {
    await server.stop();
    throw error;
  }
  return server.stop;
}

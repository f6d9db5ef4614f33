import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import type { TestProject } from 'vitest/node';
import { migrate } from '#server/store/migrate.ts';
import { createDatabase, databaseName } from '#tests/helpers/postgres-database.ts';
import { startPostgres } from '#tests/helpers/postgres-server.ts';
import type { SharedPostgres } from '#tests/helpers/shared-postgres.ts';
import { withStore } from '#tests/helpers/with-store.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** The address that starts this test run's PostgreSQL server and gives its URLs (tests/helpers/shared-postgres.ts). */
    postgresStarter: string;
  }
}

/**
 * Vitest's global set-up: one PostgreSQL server for a test run. The first test that asks for it starts it, in this process,
 * which outlives the tests.
 */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  let started: ReturnType<typeof start> | undefined;
  const starter = createServer((_, response) => {
    started ??= start();
    started.then(
      ({ shared }) => response.end(JSON.stringify(shared)),
      (error: unknown) => response.writeHead(500).end(String(error)),
    );
  });
  await new Promise<void>((listening) => void starter.listen(0, '127.0.0.1', listening));
  project.provide('postgresStarter', `http://127.0.0.1:${(starter.address() as AddressInfo).port}`);
  return async () => {
    starter.close();
    starter.closeAllConnections();
    const running = await started?.catch(() => undefined);
    await running?.stop();
  };
}

async function start(): Promise<{ shared: SharedPostgres; stop: () => Promise<void> }> {
  const { url, stop } = await startPostgres();
  try {
    const template = await createDatabase(url);
    await withStore({ dataDir: tmpdir(), databaseUrl: template.url }, migrate);
    return { shared: { url, template: databaseName(template.url) }, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

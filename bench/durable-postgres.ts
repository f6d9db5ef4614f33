import { administer } from '#tests/helpers/postgres-database.ts';
import { type PostgresServer, startPostgres } from '#tests/helpers/postgres-server.ts';

/** A PostgreSQL server whose commits are durable; the one of the tests runs without fsync. */
export async function startDurablePostgres(): Promise<PostgresServer> {
  const postgres = await startPostgres();
  for (const setting of ['fsync', 'full_page_writes', 'synchronous_commit']) {
    await administer(postgres.url, `alter system set ${setting} = on`);
  }
  await postgres.restart();
  return postgres;
}

import type { Compilable, CompiledQuery } from 'kysely';
import type { Db } from './open.ts';

/** A connection that can keep a statement and send it together with the next one, as PostgreSQL's can. */
export interface DeferringConnection {
  defer(query: CompiledQuery): void;
}

/**
 * Runs a statement of a transaction, whose result nobody needs, without a round trip: PostgreSQL gets it with the next
 * statement or with the commit, and that fails if this one does. SQLite runs it at once.
 */
export async function defer(trx: Db, query: Compilable | CompiledQuery): Promise<void> {
  const compiled = 'compile' in query ? query.compile() : query;
  await trx.getExecutor().provideConnection(async (connection) => {
    if (trx.isTransaction && isDeferring(connection)) connection.defer(compiled);
    else await connection.executeQuery(compiled);
  });
}

function isDeferring(connection: object): connection is DeferringConnection {
  return 'defer' in connection;
}

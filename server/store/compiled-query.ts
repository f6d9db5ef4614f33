import type { Compilable, CompiledQuery } from 'kysely';
import type { Db } from './open.ts';

/**
 * A query that every request runs, built and compiled once for each database, because building it costs more than
 * running it. `build` writes a placeholder where a parameter belongs.
 * @returns a function that runs the query with its parameters, on a database or in one of its transactions
 */
export function compiledQuery<Row>(
  build: (db: Db) => Compilable<Row>,
): (db: Db, parameters: readonly unknown[]) => Promise<Row[]> {
  // A database and its transactions share one adapter.
  const compiled = new WeakMap<object, CompiledQuery<Row>>();
  return async (db, parameters) => {
    const { adapter } = db.getExecutor();
    const query = compiled.get(adapter) ?? build(db).compile();
    compiled.set(adapter, query);
    const { rows } = await db.executeQuery<Row>({ ...query, parameters });
    return rows;
  };
}

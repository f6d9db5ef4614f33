import type { Compilable, CompiledQuery } from 'kysely';
import type { Db } from './open.ts';

/** An engine that can read without waiting, such as SQLite: its statements return at once. */
export interface ImmediateReads {
  /** The rows of a read outside any transaction, or null if it must wait: for a transaction or for a lock. */
  readNow<Row>(query: CompiledQuery<Row>): Row[] | null;
}

/** A query that PostgreSQL parses and plans once for each connection, under this name. */
export interface NamedQuery {
  name: string;
}

export interface CompiledOnce<Row> {
  /** Runs the query with its parameters, on a database or in one of its transactions. */
  (db: Db, parameters: readonly unknown[]): Promise<Row[]>;
  /** The query with its parameters, to be run otherwise. */
  bind(db: Db, parameters: readonly unknown[]): CompiledQuery<Row> & NamedQuery;
}

let queries = 0;

/**
 * A query that every request runs, built and compiled once for each database, because building it costs more than
 * running it. `build` writes a placeholder where a parameter belongs.
 */
export function compiledQuery<Row>(build: (db: Db) => Compilable<Row>): CompiledOnce<Row> {
  queries += 1;
  const name = `portal_${queries}`;
  // A database and its transactions share one adapter.
  const compiled = new WeakMap<object, CompiledQuery<Row>>();

  function bind(db: Db, parameters: readonly unknown[]): CompiledQuery<Row> & NamedQuery {
    const { adapter } = db.getExecutor();
    let query: CompiledQuery<Row> | undefined = compiled.get(adapter);
    if (!query) {
      query = build(db).compile();
      compiled.set(adapter, query);
    }
    return { ...query, parameters, name };
  }

  async function run(db: Db, parameters: readonly unknown[]): Promise<Row[]> {
    const { adapter } = db.getExecutor();
    const bound = bind(db, parameters);
    // Kysely waits a dozen times for a connection that is nearly always free.
    const rows: Row[] | null = db.isTransaction || !readsNow(adapter) ? null : adapter.readNow(bound);
    return rows ?? (await db.executeQuery<Row>(bound)).rows;
  }

  return Object.assign(run, { bind });
}

function readsNow(adapter: object): adapter is ImmediateReads {
  return 'readNow' in adapter;
}

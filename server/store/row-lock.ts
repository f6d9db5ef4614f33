import { type Kysely, PostgresAdapter, type SelectQueryBuilder } from 'kysely';

/**
 * Keeps the selected rows from being deleted until the transaction ends. A row that another transaction is deleting
 * counts as gone. SQLite has one writer at a time, and needs no locks.
 */
export function keepRows<DB, Table extends keyof DB, Row>(
  trx: Kysely<DB>,
  query: SelectQueryBuilder<DB, Table, Row>,
): SelectQueryBuilder<DB, Table, Row> {
  const { adapter } = trx.getExecutor();
  return adapter instanceof PostgresAdapter ? query.forKeyShare().skipLocked() : query;
}

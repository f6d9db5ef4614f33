import type { SelectQueryBuilder } from 'kysely';

/** The number of rows that a query matches, whatever it selects of them. */
export async function countRows<Schema, Names extends keyof Schema>(
  query: SelectQueryBuilder<Schema, Names, object>,
): Promise<number> {
  const counted = query.clearSelect().select((is) => is.fn.countAll<number>().as('rows'));
  const { rows } = (await counted.executeTakeFirstOrThrow()) as { rows: number };
  return rows;
}

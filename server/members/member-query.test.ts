import type { CompiledQuery } from 'kysely';
import { expect, it } from 'vitest';
import { sortDirections } from '#domain/member-list.ts';
import { openTestStore } from '#tests/helpers/engines.ts';
import { selectInOrder } from './member-query.ts';

it('a page of the orders in which the lists open begins at its place in the index on SQLite', async () => {
  const { db } = await openTestStore('sqlite');
  for (const sort of ['createdAt', 'submittedAt'] as const) {
    for (const dir of sortDirections) {
      const after = { key: 'm', uid: 'm' };
      const page = selectInOrder(db, { filter: { q: '' }, sort, dir, after })
        .select('uid')
        .limit(1)
        .compile();
      const plan = await db.executeQuery<{ detail: string }>(explained(page));
      const steps = plan.rows.map(({ detail }) => detail).join('; ');
      expect(steps, `${sort} ${dir}`).toMatch(/^SEARCH members USING (COVERING )?INDEX \S+ \(\S+[<>]\?\)$/);
    }
  }
});

function explained({ sql: text, parameters, ...query }: CompiledQuery): CompiledQuery<{ detail: string }> {
  return { ...query, sql: `explain query plan ${text}`, parameters } as CompiledQuery<{ detail: string }>;
}

import { sql } from 'kysely';
import type { ReviewFigures } from '#domain/opinions.ts';
import { accountName } from '#server/members/opinions.ts';
import type { Db } from '#server/store/open.ts';

/** Everybody who reviews or has reviewed, the busiest first. */
export async function readFigures(db: Db): Promise<ReviewFigures> {
  const ofOthers = sql<number>`(
    select avg(other.score) from opinions as other
    where other.uid = opinions.uid and other."submittedAt" = opinions."submittedAt"
      and other.reviewer <> opinions.reviewer and other.given = 1)`;
  const given = await db
    .selectFrom('opinions')
    .select('reviewer')
    .select(accountName('opinions.reviewer').as('name'))
    .select((is) => is.fn.countAll<number>().as('count'))
    .select([
      sql<number | null>`cast(round(avg(score)) as integer)`.as('mean'),
      sql<number | null>`cast(round(avg(score - ${ofOthers})) as integer)`.as('difference'),
    ])
    .where('given', '=', 1)
    .groupBy('reviewer')
    .orderBy('count', 'desc')
    .orderBy('reviewer')
    .execute();
  const known = given.map(({ reviewer }) => reviewer);
  const idle = await db
    .selectFrom('staff')
    .select(accountName('staff.uid').as('name'))
    .where('role', '=', 'reviewer')
    .$if(known.length > 0, (query) => query.where('uid', 'not in', known))
    .orderBy('since')
    .execute();
  const hundredth = (value: number | null) => (value === null ? null : value / 100);
  return {
    reviewers: [
      ...given.map(({ name, count, mean, difference }) => ({
        ...{ name, count },
        ...{ mean: hundredth(mean), difference: hundredth(difference) },
      })),
      ...idle.map(({ name }) => ({ name, count: 0, mean: null, difference: null })),
    ],
  };
}

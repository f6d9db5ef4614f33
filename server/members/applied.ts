import type { ExpressionBuilder } from 'kysely';
import type { Db } from '#server/store/open.ts';
import type { Tables } from '#server/store/tables.ts';

/** When the season that runs began, which is when the last one ended; empty for the first. */
export async function seasonStart(db: Db): Promise<string> {
  const ended = db.selectFrom('seasons').select('endedAt').orderBy('endedAt', 'desc').limit(1);
  return (await ended.executeTakeFirst())?.endedAt ?? '';
}

/**
 * Whether a record is an application of the season that runs. Those who kept their account have an empty one until they
 * apply again, and records of the last season are none while they are moved.
 */
export function hasApplied(since: string) {
  return (is: ExpressionBuilder<Tables, 'members'>) =>
    is.or([
      is('members.createdAt', '>', since),
      is.and([is('members.createdAt', '=', since), is('developmentTrack', 'is not', null)]),
      is.and([is('members.createdAt', '=', since), is('githubLink', 'is not', null)]),
    ]);
}

import { clubScope } from '#domain/changes.ts';
import { isDone } from '#server/mail/retention.ts';
import { untyped } from '#server/store/copy.ts';
import type { Store } from '#server/store/open.ts';
import { inPortions } from '#server/store/portions.ts';

const portions = { size: 500, pause: 30 };

/**
 * Removes the log of those who were gone when the last season ended, and the emails that had been sent. The history of the
 * settings stays. Nobody waits for this, because there may be much of it: 20,000 removed accounts leave 40,000 entries.
 */
export async function dropPastLog({ db }: Pick<Store, 'db'>): Promise<void> {
  const season = await db
    .selectFrom('seasons')
    .select(['endedAt', 'lastSeq'])
    .where('movedAt', 'is not', null)
    .orderBy('endedAt', 'desc')
    .executeTakeFirst();
  if (!season) return;
  const changes = db
    .selectFrom('changes')
    .select('seq')
    .where('seq', '<=', season.lastSeq)
    .where('uid', '!=', clubScope)
    .where('uid', 'not in', db.selectFrom('user').select('id'))
    .orderBy('seq');
  const mails = db.selectFrom('mail_outbox').select('id').where(isDone).where('doneAt', '<=', season.endedAt);
  for (const [table, key, rows] of [
    ['changes', 'seq', changes],
    ['mail_outbox', 'id', mails],
  ] as const)
    await inPortions(async (most) => {
      const removal = untyped(db).deleteFrom(table).where(key, 'in', rows.limit(most));
      return Number((await removal.executeTakeFirst()).numDeletedRows);
    }, portions);
}

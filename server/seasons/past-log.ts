import { clubScope } from '#domain/changes.ts';
import { isDone } from '#server/mail/retention.ts';
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
  const changes = (most: number) =>
    db
      .deleteFrom('changes')
      .where('seq', 'in', (is) =>
        is
          .selectFrom('changes')
          .select('seq')
          .where('seq', '<=', season.lastSeq)
          .where('uid', '!=', clubScope)
          .where('uid', 'not in', is.selectFrom('user').select('user.id'))
          .orderBy('seq')
          .limit(most),
      );
  const mails = (most: number) =>
    db
      .deleteFrom('mail_outbox')
      .where('id', 'in', (is) =>
        is
          .selectFrom('mail_outbox')
          .select('id')
          .where(isDone)
          .where('doneAt', '<=', season.endedAt)
          .limit(most),
      );
  for (const removal of [changes, mails])
    await inPortions(
      async (most) => Number((await removal(most).executeTakeFirstOrThrow()).numDeletedRows),
      portions,
    );
}

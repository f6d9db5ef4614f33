import { stopBulkMails } from '#server/mail/bulk-mails.ts';
import type { Store } from '#server/store/open.ts';
import { tellSome } from './rounds.ts';
import { plannedRounds } from './rounds-view.ts';

export interface HeldBack {
  /** The time of the first release that was planned; null if there was no plan. */
  release: string | null;
  emails: number;
  /** Corrections of results that had not taken effect. */
  corrections: number;
}

/**
 * Cancels a planned release, pending corrections of results and the emails of a season that ends, and stops bulk emails, in a backup that is about to be restored: what it has planned
 * may have happened since, or be outdated. The administrator plans and continues again.
 */
export function holdBack(store: Store): Promise<HeldBack> {
  return store.change(async (trx) => {
    // A release that the backup cut off is completed, so that its emails are stopped too.
    await tellSome(trx, Number.MAX_SAFE_INTEGER);
    const [next] = await plannedRounds(trx);
    await trx
      .updateTable('rounds')
      .set((is) => ({ cancelledPlan: is.ref('plannedFor'), plannedFor: null }))
      .where('plannedFor', 'is not', null)
      .execute();
    // Those whose accounts the start closes may have got the email already.
    await trx.updateTable('seasons').set({ mail: '' }).where('movedAt', 'is', null).execute();
    const { numDeletedRows } = await trx.deleteFrom('result_corrections').executeTakeFirst();
    return {
      release: next?.plannedFor ?? null,
      emails: await stopBulkMails(trx),
      corrections: Number(numDeletedRows),
    };
  });
}

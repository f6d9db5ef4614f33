import type { Db } from '#server/store/open.ts';
import { newMessages } from './import-messages.ts';
import { type PlannedAccount, plan } from './plan.ts';
import type { FirebaseSource } from './read-files.ts';
import { Tally } from './tally.ts';

/** Plans an import account by account, and writes nothing. */
export async function rehearse(
  db: Db,
  source: FirebaseSource,
  { adminUid, onAccounts }: { adminUid: string; onAccounts: (accounts: readonly PlannedAccount[]) => void },
): Promise<Tally> {
  const tally = new Tally();
  for await (const accounts of plan(source.staging, { db, adminUid })) {
    tally.add(accounts);
    onAccounts(accounts);
  }
  if (source.messages) {
    for await (const messages of newMessages(db, source.messages)) tally.messages += messages.length;
  }
  return tally;
}

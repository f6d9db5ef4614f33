import { setupLinkHours, setupTexts } from '#domain/setup.ts';
import { invalidToken } from '#server/http/refusal.ts';
import type { Db, Store } from '#server/store/open.ts';
import { readState, writeState } from '#server/store/portal-state.ts';
import { newSecret, secretId } from './mailed-tokens.ts';

/**
 * Creates the secret of a link that makes the administrator's account. It works once, and so does any that another process
 * has printed within the day: the first use ends all.
 */
export async function issueSetupToken(store: Store): Promise<string> {
  const secret = newSecret();
  const expiresAt = new Date(Date.now() + setupLinkHours * 60 * 60_000).toISOString();
  await store.transact(async (trx) => {
    // One after the other, so that no link of two starts at the same time is lost.
    await trx.changes.lock();
    const links = [...(await unexpiredLinks(trx)), { id: secretId(secret), expiresAt }];
    await writeState(trx, 'setup', { links });
  });
  return secret;
}

/** Throws 400 INVALID_TOKEN for a link that is used, expired or made up. */
export async function refuseSetupToken(db: Db, secret: string): Promise<void> {
  const links = await unexpiredLinks(db);
  if (!links.some(({ id }) => id === secretId(secret))) throw invalidToken(setupTexts.linkInvalid);
}

async function unexpiredLinks(db: Db) {
  const { links = [] } = (await readState(db, 'setup')) ?? {};
  return links.filter(({ expiresAt }) => Date.parse(expiresAt) > Date.now());
}

import { createHash, randomBytes } from 'node:crypto';
import { setupLinkHours, setupTexts } from '#domain/setup.ts';
import { invalidToken } from '#server/http/refusal.ts';
import type { Db, Store } from '#server/store/open.ts';
import { readState, writeState } from '#server/store/portal-state.ts';

/**
 * Creates the secret of a link that makes the administrator's account. It works once, and so does any that another process
 * has printed within the day: the first use ends all.
 */
export async function issueSetupToken(store: Store): Promise<string> {
  const secret = randomBytes(24).toString('base64url');
  const expiresAt = new Date(Date.now() + setupLinkHours * 60 * 60_000).toISOString();
  await store.transact(async (trx) => {
    // One after the other, so that no link of two starts at the same time is lost.
    await trx.changes.lock();
    const links = [...(await unexpiredLinks(trx)), { id: idOf(secret), expiresAt }];
    await writeState(trx, 'setup', { links });
  });
  return secret;
}

/** Throws 400 INVALID_TOKEN for a link that is used, expired or made up. */
export async function refuseSetupToken(db: Db, secret: string): Promise<void> {
  const links = await unexpiredLinks(db);
  if (!links.some(({ id }) => id === idOf(secret))) throw invalidToken(setupTexts.linkInvalid);
}

async function unexpiredLinks(db: Db) {
  const { links = [] } = (await readState(db, 'setup')) ?? {};
  return links.filter(({ expiresAt }) => Date.parse(expiresAt) > Date.now());
}

/** The stored form, from which no link can be made. */
function idOf(secret: string): string {
  return createHash('sha256').update(secret).digest('base64url');
}

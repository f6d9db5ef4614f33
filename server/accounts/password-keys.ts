import { createHmac } from 'node:crypto';
import { sql } from 'kysely';
import * as z from 'zod/mini';
import { seal, sealingKey, unseal } from '#server/config/sealed-text.ts';
import type { Db } from '#server/store/open.ts';
import type { FirebaseHashConfig } from './firebase-scrypt.ts';

/**
 * The keys of imported password hashes, sealed with the portal's secret (AES-256-GCM): somebody with only the database
 * cannot try passwords against those hashes. A key is removed with the last hash that needs it.
 */

const content = z.object({
  signerKey: z.string(),
  saltSeparator: z.string(),
  rounds: z.number(),
  memCost: z.number(),
});
/** The purpose of the key that seals them. */
const purpose = 'portal: keys of imported passwords';

/** Stores a key, if it is not stored yet. @returns the id by which hashes refer to it */
export async function storePasswordKey(db: Db, secret: string, config: FirebaseHashConfig): Promise<string> {
  const text = JSON.stringify({
    ...config,
    signerKey: config.signerKey.toString('base64'),
    saltSeparator: config.saltSeparator.toString('base64'),
  });
  const id = createHmac('sha256', sealingKey(secret, purpose)).update(text).digest('hex').slice(0, 16);
  await db
    .insertInto('password_keys')
    .values({ id, sealed: seal({ secret, purpose, about: id }, text) })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute();
  return id;
}

/** All stored keys by id, null for one that was sealed with another secret. */
export async function readPasswordKeys(
  db: Db,
  secret: string,
): Promise<Map<string, FirebaseHashConfig | null>> {
  const rows = await db.selectFrom('password_keys').selectAll().orderBy('id').execute();
  return new Map(rows.map(({ id, sealed }) => [id, parse(unseal({ secret, purpose, about: id }, sealed))]));
}

/** Removes the keys that no hash needs any more. */
export async function dropUnusedPasswordKeys(db: Db): Promise<void> {
  await db
    .deleteFrom('password_keys')
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('account')
            .select('account.userId')
            .where(isImported)
            .where(sql<boolean>`account.password like '%$' || password_keys.id || '$%'`),
        ),
      ),
    )
    .execute();
}

/** The condition of the index account_imported_password. */
const isImported = sql<boolean>`substr(account.password, 1, 10) in ('$firebase$', '!$firebase')`;

function parse(text: string | null): FirebaseHashConfig | null {
  if (text === null) return null;
  const { signerKey, saltSeparator, ...costs } = content.parse(JSON.parse(text));
  return {
    ...costs,
    signerKey: Buffer.from(signerKey, 'base64'),
    saltSeparator: Buffer.from(saltSeparator, 'base64'),
  };
}

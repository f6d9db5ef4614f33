import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import * as z from 'zod/mini';
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
const nonceLength = 12;
const tagLength = 16;

/** Stores a key, if it is not stored yet. @returns the id by which hashes refer to it */
export async function storePasswordKey(db: Db, secret: string, config: FirebaseHashConfig): Promise<string> {
  const text = JSON.stringify({
    ...config,
    signerKey: config.signerKey.toString('base64'),
    saltSeparator: config.saltSeparator.toString('base64'),
  });
  const id = createHmac('sha256', sealingKey(secret)).update(text).digest('hex').slice(0, 16);
  await db
    .insertInto('password_keys')
    .values({ id, sealed: seal(secret, id, text) })
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
  return new Map(rows.map(({ id, sealed }) => [id, unseal(secret, id, sealed)]));
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

function sealingKey(secret: string): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, '', 'portal: keys of imported passwords', 32));
}

function seal(secret: string, id: string, text: string): string {
  const nonce = randomBytes(nonceLength);
  const cipher = createCipheriv('aes-256-gcm', sealingKey(secret), nonce).setAAD(Buffer.from(id));
  const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), sealed]).toString('base64');
}

function unseal(secret: string, id: string, sealed: string): FirebaseHashConfig | null {
  const bytes = Buffer.from(sealed, 'base64');
  const nonce = bytes.subarray(0, nonceLength);
  const tag = bytes.subarray(nonceLength, nonceLength + tagLength);
  const decipher = createDecipheriv('aes-256-gcm', sealingKey(secret), nonce)
    .setAAD(Buffer.from(id))
    .setAuthTag(tag);
  try {
    const text = Buffer.concat([decipher.update(bytes.subarray(nonceLength + tagLength)), decipher.final()]);
    const { signerKey, saltSeparator, ...costs } = content.parse(JSON.parse(text.toString('utf8')));
    return {
      ...costs,
      signerKey: Buffer.from(signerKey, 'base64'),
      saltSeparator: Buffer.from(saltSeparator, 'base64'),
    };
  } catch {
    return null;
  }
}

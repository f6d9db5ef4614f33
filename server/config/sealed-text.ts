import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';

/* Texts that somebody with only the database cannot read: they are sealed with the portal's secret (AES-256-GCM). */

const nonceLength = 12;
const tagLength = 16;

interface Seal {
  secret: string;
  /** Each purpose has a key. */
  purpose: string;
  /** The owner of the text, which cannot be moved to another one. */
  about: string;
}

export function sealingKey(secret: string, purpose: string): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, '', purpose, 32));
}

export function seal({ secret, purpose, about }: Seal, text: string): string {
  const nonce = randomBytes(nonceLength);
  const cipher = createCipheriv('aes-256-gcm', sealingKey(secret, purpose), nonce).setAAD(Buffer.from(about));
  const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), sealed]).toString('base64');
}

/** Null for a text that was sealed with another secret or about something else. */
export function unseal({ secret, purpose, about }: Seal, sealed: string): string | null {
  const bytes = Buffer.from(sealed, 'base64');
  const start = nonceLength + tagLength;
  try {
    const decipher = createDecipheriv(
      'aes-256-gcm',
      sealingKey(secret, purpose),
      bytes.subarray(0, nonceLength),
    )
      .setAAD(Buffer.from(about))
      .setAuthTag(bytes.subarray(nonceLength, start));
    return Buffer.concat([decipher.update(bytes.subarray(start)), decipher.final()]).toString('utf8');
  } catch {
    return null;
  }
}

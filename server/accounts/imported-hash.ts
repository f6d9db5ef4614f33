/**
 * A password hash imported from Firebase, as `account.password` stores it: `$firebase$<key>$<salt>$<hash>`, in
 * base64. A leading `!` locks the account, as in /etc/shadow: no password matches then.
 */
export interface ImportedHash {
  /** The id of its key in `password_keys`. */
  keyId: string;
  salt: Buffer;
  hash: Buffer;
}

const lock = '!';

export function formatImportedHash({ keyId, salt, hash }: ImportedHash): string {
  return `$firebase$${keyId}$${salt.toString('base64')}$${hash.toString('base64')}`;
}

/** The parts of an imported hash, locked or not; null for any other text. */
export function parseImportedHash(text: string): ImportedHash | null {
  const parsed = /^!?\$firebase\$([\da-f]+)\$([\w+/=]*)\$([\w+/=]+)$/.exec(text);
  if (!parsed) return null;
  const [, keyId = '', salt = '', hash = ''] = parsed;
  return { keyId, salt: Buffer.from(salt, 'base64'), hash: Buffer.from(hash, 'base64') };
}

/** The stored form of a disabled account's hash, or of an empty text if it has none. */
export function lockedHash(hash: string): string {
  return `${lock}${hash}`;
}

/** The hash of a locked account; empty if it has none. */
export function unlockedHash(locked: string | null): string {
  return locked?.slice(lock.length) ?? '';
}

export function isLocked(hash: string | null): boolean {
  return hash?.startsWith(lock) ?? false;
}

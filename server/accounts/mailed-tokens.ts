import { randomBytes } from 'node:crypto';

/** The secret of a mailed link. Only its hash is stored. */
export function newToken(): string {
  return randomBytes(24).toString('base64url');
}

/** The row that stores a token in better-auth's table: under the identifier with its hash. */
export function verificationRow(identifier: string, value: string, expiresAt: Date) {
  const now = new Date();
  const id = randomBytes(16).toString('base64url');
  return { id, identifier, value, expiresAt, createdAt: now, updatedAt: now };
}

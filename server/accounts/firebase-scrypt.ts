import { createCipheriv, type ScryptOptions, scrypt } from 'node:crypto';
import { promisify } from 'node:util';

const derive = promisify<string, Buffer, number, ScryptOptions, Buffer>(scrypt);

/** The password hash parameters of a Firebase project, of which the signer key is secret. */
export interface FirebaseHashConfig {
  signerKey: Buffer;
  saltSeparator: Buffer;
  /** scrypt's block size r. */
  rounds: number;
  /** scrypt's cost N is two to the power of this. */
  memCost: number;
}

/**
 * Hashes a password the way Firebase Authentication does: the signer key, encrypted by a key that scrypt derives from
 * the password. Its own vector is in firebase-scrypt.test.ts.
 */
export async function firebaseScrypt(
  password: string,
  salt: Buffer,
  { signerKey, saltSeparator, rounds, memCost }: FirebaseHashConfig,
): Promise<Buffer> {
  const N = 2 ** memCost;
  const options = { N, r: rounds, p: 1, maxmem: 256 * N * rounds + 65_536 };
  const key = await derive(password, Buffer.concat([salt, saltSeparator]), 32, options);
  const cipher = createCipheriv('aes-256-ctr', key, Buffer.alloc(16));
  return Buffer.concat([cipher.update(signerKey), cipher.final()]);
}

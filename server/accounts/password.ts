import { type Argon2Parameters, argon2, randomBytes, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import { normalPassword } from '#domain/new-password.ts';

const derive = promisify(argon2);

/**
 * argon2id with 19 MiB, 2 passes and no parallelism (OWASP's first recommendation). Only tests lower it
 * (tests/setup/cheap-hashes.ts): no setting reaches it.
 */
export const passwordCost = { memory: 19_456, passes: 2, parallelism: 1 };
const saltLength = 16;
const tagLength = 32;

/**
 * Hashes a password; the result is a PHC string, `$argon2id$v=19$m=…,t=…,p=…$salt$hash`. The running portal hashes
 * through `Passwords`, which bounds how many run.
 */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(saltLength);
  const tag = await run(password, salt, passwordCost, tagLength);
  const { memory, passes, parallelism } = passwordCost;
  return `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${unpadded(salt)}$${unpadded(tag)}`;
}

/** Whether `hash` was made from `password`. A text that is not such a hash never matches. */
export async function verifyPassword({
  hash,
  password,
}: {
  hash: string;
  password: string;
}): Promise<boolean> {
  const parsed = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([\w+/]+)\$([\w+/]+)$/.exec(hash);
  if (!parsed) return false;
  const [, memory, passes, parallelism, salt = '', tag = ''] = parsed;
  const expected = Buffer.from(tag, 'base64');
  const stored = { memory: Number(memory), passes: Number(passes), parallelism: Number(parallelism) };
  const actual = await run(password, Buffer.from(salt, 'base64'), stored, expected.length);
  return timingSafeEqual(actual, expected);
}

function run(
  password: string,
  nonce: Buffer,
  parameters: typeof passwordCost,
  length: number,
): Promise<Buffer> {
  const input: Argon2Parameters = {
    message: normalPassword(password),
    nonce,
    tagLength: length,
    ...parameters,
  };
  return derive('argon2id', input) as Promise<Buffer>;
}

function unpadded(bytes: Buffer): string {
  return bytes.toString('base64').replace(/=+$/, '');
}

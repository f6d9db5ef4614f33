import { createCipheriv, createDecipheriv, randomBytes, scrypt } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { promisify } from 'node:util';
import { OperatorError } from '#server/config/operator-error.ts';

/*
 * An encrypted file is a header and the content, encrypted by AES-256-GCM (docs/decisions/backups.md). The header
 * consists of a mark, the salt of the passphrase, what shows whether a passphrase is the right one, and the tag
 * without which a file that was cut off or altered does not open.
 */
const magic = Buffer.from('SDCBKUP1');
const partSize = 16;
const headerSize = magic.length + 3 * partSize;
/** Tests lower it (tests/setup/cheap-hashes.ts). A file does not state it, so all programs have the same. */
export const passphraseCost = { N: 2 ** 17, r: 8, p: 1, maxmem: 256 * 1024 * 1024 };

const derive = promisify<string, Buffer, number, typeof passphraseCost, Buffer>(scrypt);

/** Every file has its own salt, so no key encrypts two. */
async function keyOf(passphrase: string, salt: Buffer) {
  const bytes = await derive(passphrase, salt, 44 + partSize, passphraseCost);
  return { key: bytes.subarray(0, 32), nonce: bytes.subarray(32, 44), check: bytes.subarray(44) };
}

/** Writes `from` to `to`, encrypted and readable by this user only. */
export async function encryptFile(from: string, to: string, passphrase: string): Promise<void> {
  const salt = randomBytes(partSize);
  const { key, nonce, check } = await keyOf(passphrase, salt);
  const cipher = createCipheriv('aes-256-gcm', key, nonce);
  const content = createWriteStream(to, { mode: 0o600, start: headerSize, flush: true });
  await pipeline(createReadStream(from), cipher, content);
  // The tag is known last, so a file that was not finished has no header.
  const header = Buffer.concat([magic, salt, check, cipher.getAuthTag()]);
  const file = await open(to, 'r+');
  try {
    await file.write(header, 0, headerSize, 0);
    await file.sync();
  } finally {
    await file.close();
  }
}

/** Decrypts `from` into `to`. Throws OperatorError for a wrong passphrase or a modified file. */
export async function decryptFile(from: string, to: string, passphrase: string): Promise<void> {
  const header = await readHeader(from);
  const partAt = (index: number) => header.subarray(magic.length + index * partSize).subarray(0, partSize);
  const { key, nonce, check } = await keyOf(passphrase, partAt(0));
  if (!check.equals(partAt(1))) {
    throw new OperatorError(
      `BACKUP_PASSPHRASE is not the one that ${from} was made with, or the file is damaged.`,
    );
  }
  const decipher = createDecipheriv('aes-256-gcm', key, nonce, { authTagLength: partSize });
  try {
    decipher.setAuthTag(partAt(2));
    const content = createReadStream(from, { start: headerSize });
    await pipeline(content, decipher, createWriteStream(to, { mode: 0o600 }));
  } catch (cause) {
    // An error of the disk says itself what it is.
    if (cause instanceof Error && 'syscall' in cause) throw cause;
    throw new OperatorError(`${from} was cut off or altered.`, { cause });
  }
}

export async function isEncrypted(file: string): Promise<boolean> {
  return (await readHeader(file)).subarray(0, magic.length).equals(magic);
}

async function readHeader(file: string): Promise<Buffer> {
  const handle = await open(file);
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(headerSize), 0, headerSize, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await handle.close();
  }
}

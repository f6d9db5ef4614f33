import { createCipheriv, createDecipheriv, randomBytes, scrypt } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { promisify } from 'node:util';
import { OperatorError } from '#server/operator-error.ts';

/*
 * An encrypted file consists of a header (magic, salt, nonce prefix) and chunks, each encrypted by AES-256-GCM with a key
 * that scrypt derives from the passphrase. The nonce of a chunk contains its number and whether it is the last, so that
 * removed, swapped or missing chunks are detected (docs/decisions/backups.md).
 */
const magic = Buffer.from('SDCBKUP1');
const saltSize = 16;
const prefixSize = 7;
const headerSize = magic.length + saltSize + prefixSize;
const tagSize = 16;
const chunkSize = 64 * 1024;
/** Tests lower it (tests/setup/cheap-hashes.ts). A file does not state it, so all programs have the same. */
export const passphraseCost = { N: 2 ** 17, r: 8, p: 1, maxmem: 256 * 1024 * 1024 };

interface Key {
  key: Buffer;
  prefix: Buffer;
}

const derive = promisify<string, Buffer, number, typeof passphraseCost, Buffer>(scrypt);

/** Writes `from` to `to`, encrypted and readable by this user only. */
export async function encryptFile(from: string, to: string, passphrase: string): Promise<void> {
  const salt = randomBytes(saltSize);
  const prefix = randomBytes(prefixSize);
  const key = { key: await derive(passphrase, salt, 32, passphraseCost), prefix };
  await pipeline(
    createReadStream(from),
    async function* (source) {
      yield Buffer.concat([magic, salt, prefix]);
      for await (const { bytes, index, last } of chunks(source, chunkSize)) {
        const cipher = createCipheriv('aes-256-gcm', key.key, nonce(key, index, last));
        yield Buffer.concat([cipher.update(bytes), cipher.final(), cipher.getAuthTag()]);
      }
    },
    createWriteStream(to, { mode: 0o600, flush: true }),
  );
}

/** Decrypts `from` into `to`. Throws OperatorError for a wrong passphrase or a modified file. */
export async function decryptFile(from: string, to: string, passphrase: string): Promise<void> {
  const header = await readHeader(from);
  const salt = header.subarray(magic.length, magic.length + saltSize);
  const prefix = header.subarray(magic.length + saltSize);
  const key = { key: await derive(passphrase, salt, 32, passphraseCost), prefix };
  await pipeline(
    createReadStream(from, { start: headerSize }),
    async function* (source) {
      for await (const { bytes, index, last } of chunks(source, chunkSize + tagSize)) {
        yield unseal(key, { bytes, index, last }, from);
      }
    },
    createWriteStream(to, { mode: 0o600 }),
  );
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

function unseal(key: Key, { bytes, index, last }: Chunk, file: string): Buffer {
  try {
    const sealed = bytes.subarray(0, -tagSize);
    const decipher = createDecipheriv('aes-256-gcm', key.key, nonce(key, index, last), {
      authTagLength: tagSize,
    });
    decipher.setAuthTag(bytes.subarray(-tagSize));
    return Buffer.concat([decipher.update(sealed), decipher.final()]);
  } catch (cause) {
    const fault =
      index === 0
        ? `BACKUP_PASSPHRASE is not the one that ${file} was made with, or the file is damaged.`
        : `${file} was cut off or altered.`;
    throw new OperatorError(fault, { cause });
  }
}

function nonce({ prefix }: Key, index: number, last: boolean): Buffer {
  const counter = Buffer.alloc(5);
  counter.writeUInt32BE(index);
  counter.writeUInt8(last ? 1 : 0, 4);
  return Buffer.concat([prefix, counter]);
}

interface Chunk {
  bytes: Buffer;
  index: number;
  last: boolean;
}

/** Splits a stream into chunks of equal size and marks the last one, which may be empty. */
async function* chunks(source: AsyncIterable<Buffer>, size: number): AsyncGenerator<Chunk> {
  let waiting = Buffer.alloc(0);
  let index = 0;
  for await (const bytes of source) {
    waiting = Buffer.concat([waiting, bytes]);
    while (waiting.length > size) {
      yield { bytes: waiting.subarray(0, size), index, last: false };
      waiting = waiting.subarray(size);
      index += 1;
    }
  }
  yield { bytes: waiting, index, last: true };
}

import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { appendFile, open, stat, truncate } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';

/*
 * SQLite finds a damaged page, but no changed letter in a row. An unencrypted backup therefore ends with the SHA-256 of
 * what precedes it, which travels with the file. A SQLite file consists of pages of 512 bytes or a multiple, so its size
 * tells whether it ends with a digest.
 */
const digestSize = 32;
const smallestPage = 512;

/** Appends the digest of a SQLite file to it. */
export async function appendDigest(file: string): Promise<void> {
  await appendFile(file, await digestOf(file), { flush: true });
}

/**
 * Takes the digest off a file, which is a SQLite file then.
 * @returns whether the file is as it was when the digest was made; a file without one, such as an older backup, is
 */
export async function removeDigest(file: string): Promise<boolean> {
  const { size } = await stat(file);
  if (size % smallestPage !== digestSize) return true;
  const stored = await lastBytes(file, size - digestSize);
  await truncate(file, size - digestSize);
  return stored.equals(await digestOf(file));
}

async function lastBytes(file: string, from: number): Promise<Buffer> {
  const handle = await open(file);
  try {
    const { buffer } = await handle.read(Buffer.alloc(digestSize), 0, digestSize, from);
    return buffer;
  } finally {
    await handle.close();
  }
}

async function digestOf(file: string): Promise<Buffer> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(file), hash);
  return hash.digest();
}

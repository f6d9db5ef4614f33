import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { newFolder } from '#tests/helpers/scratch.ts';
import { decryptFile, encryptFile } from './encryption.ts';

const passphrase = 'correct horse battery';
const chunk = 64 * 1024;
const headerSize = 56;

/** A file of this size, encrypted. */
async function encrypted(size: number) {
  const folder = await newFolder();
  const plain = join(folder, 'plain');
  const bytes = Buffer.from(Array.from({ length: size }, (_, index) => index % 251));
  await writeFile(plain, bytes);
  const file = join(folder, 'sealed');
  await encryptFile(plain, file, passphrase);
  return { bytes, file, to: join(folder, 'opened') };
}

it.each([0, 1, chunk - 1, chunk, chunk + 1, 3 * chunk])(
  '%i encrypted bytes are the same again',
  async (size) => {
    const { bytes, file, to } = await encrypted(size);
    await decryptFile(file, to, passphrase);
    expect((await readFile(to)).equals(bytes)).toBe(true);
  },
);

const cutAfter = [headerSize + 2 * chunk, headerSize + 1, headerSize, headerSize - 4];
const alteredAt = [headerSize - 1, headerSize, headerSize + 2 * chunk];

type Damage = [what: string, damage: (bytes: Buffer) => Buffer];

it.each<Damage>([
  ...cutAfter.map((end): Damage => [`was cut off after ${end} bytes`, (bytes) => bytes.subarray(0, end)]),
  ...alteredAt.map(
    (at): Damage => [
      `was altered at byte ${at}`,
      (bytes) => Buffer.from(bytes.map((byte, index) => (index === at ? byte ^ 1 : byte))),
    ],
  ),
  ['had something appended', (bytes) => Buffer.concat([bytes, Buffer.from('more')])],
])('a file that %s is refused by name', async (_what, damage) => {
  const { file, to } = await encrypted(3 * chunk);
  await writeFile(file, damage(await readFile(file)));
  await expect(decryptFile(file, to, passphrase)).rejects.toThrow(`${file} was cut off or altered.`);
});

it('a wrong passphrase is refused, and the file named', async () => {
  const { file, to } = await encrypted(10);
  await expect(decryptFile(file, to, 'another passphrase')).rejects.toThrow(
    `BACKUP_PASSPHRASE is not the one that ${file} was made with, or the file is damaged.`,
  );
});

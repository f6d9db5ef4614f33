import { copyFile, mkdtemp, readFile, rm, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, inject, it } from 'vitest';
import { cleanUpAfterwards } from '#tests/helpers/clean-up.ts';
import { walFault } from './sqlite-file.ts';

const pageSize = 4096;
const headerSize = 32;
const frameSize = 24 + pageSize;

/** A database whose log holds `writes` commits, copied while it is open, as a power cut leaves it. */
async function databaseWithLog(writes: number): Promise<string> {
  const folder = await mkdtemp(join(inject('scratchFolder'), 'wal-'));
  cleanUpAfterwards(() => rm(folder, { recursive: true, force: true }));
  const [live, file] = [join(folder, 'live.sqlite'), join(folder, 'copy.sqlite')];
  const database = new DatabaseSync(live);
  database.exec(`pragma page_size = ${pageSize}; pragma journal_mode = wal; create table notes (text)`);
  const write = (times: number) => {
    for (let time = 0; time < times; time += 1)
      database.exec('insert into notes values (hex(randomblob(1500)))');
  };
  // The log starts again at its beginning, and its end still holds older frames.
  write(writes * 3);
  database.exec('pragma wal_checkpoint(restart)');
  write(writes);
  for (const end of ['', '-wal']) await copyFile(`${live}${end}`, `${file}${end}`);
  database.close();
  return file;
}

/** How many pages of the log were written since it was last begun: they carry its salts. */
async function pagesOf(file: string): Promise<number> {
  const log = await readFile(`${file}-wal`);
  const saltOf = (at: number) => log.subarray(at, at + 8);
  let pages = 0;
  while (saltOf(headerSize + pages * frameSize + 8).equals(saltOf(16))) pages += 1;
  return pages;
}

async function faultAfter(file: string, at: number): Promise<string | null> {
  const log = await readFile(`${file}-wal`);
  const damaged = Buffer.from(log);
  damaged.writeUInt8((damaged.readUInt8(at) + 1) % 256, at);
  await writeFile(`${file}-wal`, damaged);
  const fault = walFault(file);
  await writeFile(`${file}-wal`, log);
  return fault;
}

it('a log is whole with frames left over from before, and so is an empty or missing one', async () => {
  const file = await databaseWithLog(4);
  expect(walFault(file)).toBeNull();
  await truncate(`${file}-wal`, 0);
  expect(walFault(file)).toBeNull();
  await rm(`${file}-wal`);
  expect(walFault(file)).toBeNull();
});

it('any changed byte of the header is damage', async () => {
  const file = await databaseWithLog(2);
  for (let at = 0; at < headerSize; at += 1) {
    expect(await faultAfter(file, at), `byte ${at}`).toBe('its header is damaged');
  }
  await truncate(`${file}-wal`, headerSize - 1);
  expect(walFault(file)).toBe('its header is damaged');
});

it('any changed byte of a page is damage that names the page, unless the page is the last', async () => {
  const file = await databaseWithLog(4);
  const pages = await pagesOf(file);
  expect(pages).toBeGreaterThan(3);
  // The page's number, the log's salts, the checksum, and the content.
  const bytes = [0, 7, 8, 15, 16, 23, 24, 24 + pageSize / 2, frameSize - 1];
  const at = (page: number, byte: number) => headerSize + (page - 1) * frameSize + byte;
  for (const page of [1, 2, pages - 1]) {
    for (const byte of bytes) {
      expect(await faultAfter(file, at(page, byte)), `byte ${byte} of page ${page}`).toBe(
        `page ${page} of it is damaged, and what was saved from there on is lost`,
      );
    }
  }
  // As a power cut leaves it: it was never said to be saved.
  for (const byte of bytes.slice(4)) {
    expect(await faultAfter(file, at(pages, byte)), `byte ${byte} of the last page`).toBeNull();
  }
});

it('a page that a power cut kept from the disk, with later ones written, is no damage', async () => {
  const file = await databaseWithLog(4);
  const log = await readFile(`${file}-wal`);
  log.fill(0, headerSize + frameSize, headerSize + 2 * frameSize);
  await writeFile(`${file}-wal`, log);
  expect(walFault(file)).toBeNull();
});

it('a log that ends with its last page is judged to its end, and one that ends within it too', async () => {
  const file = await databaseWithLog(4);
  const pages = await pagesOf(file);
  const endOf = (page: number) => headerSize + page * frameSize;
  await truncate(`${file}-wal`, endOf(pages));
  expect(walFault(file)).toBeNull();
  expect(await faultAfter(file, endOf(pages) - 1)).toBeNull();
  expect(await faultAfter(file, endOf(pages - 1) - 1)).toMatch(`page ${pages - 1} of it is damaged`);
  await truncate(`${file}-wal`, endOf(pages) - 1);
  expect(walFault(file)).toBeNull();
  // The last whole page is followed by half of one, which was never said to be saved either.
  expect(await faultAfter(file, endOf(pages - 1) - 1)).toBeNull();
});

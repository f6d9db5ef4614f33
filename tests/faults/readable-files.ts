import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Databases in their place, replaced ones, and the target of a move. */
const databases = /^(replaced-[^/]+\/|tmp\/target\/)?portal\.sqlite(-wal|-shm)?$/;

/** Other files below the folder in which addresses of made-up members can be read. */
export async function readableFiles(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const found: string[] = [];
  for (const { parentPath, name } of entries.filter((entry) => entry.isFile())) {
    const file = join(parentPath, name);
    if (databases.test(file.slice(folder.length + 1))) continue;
    if ((await readFile(file)).includes('@seed.example')) found.push(file);
  }
  return found;
}

import { mkdtemp } from 'node:fs/promises';
import { join } from 'node:path';
import { inject } from 'vitest';

/** A new folder, which is removed when the test run ends. */
export function newFolder(): Promise<string> {
  return mkdtemp(join(inject('scratchFolder'), 'folder-'));
}

import { join } from 'node:path';

/** The SQLite file of a portal, and of a backup. */
export function databaseFile(folder: string): string {
  return join(folder, 'portal.sqlite');
}

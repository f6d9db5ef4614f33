import { createWriteStream } from 'node:fs';
import { rename } from 'node:fs/promises';
import type { Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { memberExportQuery } from '#domain/member-list.ts';
import { contentFolder, loadContent } from '#server/content.ts';
import { byteOrderMark } from '#server/http/csv.ts';
import { membersAsCsv } from '#server/members/member-export.ts';
import type { Store } from '#server/store/open.ts';

/**
 * Writes all members as in the administrator's export, to a file, which appears when it is complete and which
 * only this user can read, or to an open stream.
 */
export async function exportMembers(store: Store, file: string | Writable): Promise<void> {
  if (typeof file !== 'string') {
    await pipeline(lines(store), file, { end: false });
    return;
  }
  const draft = `${file}.part`;
  await pipeline(lines(store), createWriteStream(draft, { mode: 0o600 }));
  await rename(draft, file);
}

async function* lines({ db }: Store): AsyncGenerator<string> {
  yield byteOrderMark;
  yield* membersAsCsv(db, loadContent(contentFolder).tasks, memberExportQuery.parse({}));
}

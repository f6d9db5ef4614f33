import { fieldsOf, type InboxPlace, readSubmissions } from '#server/forms/inbox-store.ts';
import { csvRow } from '#server/http/csv.ts';
import type { Db } from '#server/store/open.ts';

const batchSize = 256;
const everything = { q: '', form: '', state: 'all' } as const;

/** The inbox in the format of form services: a column for the time, and one for each field that occurs. */
export async function* messagesAsCsv(db: Db): AsyncGenerator<string> {
  const names = new Set<string>();
  for await (const rows of submissions(db)) {
    for (const row of rows) for (const name of Object.keys(fieldsOf(row))) names.add(name);
  }
  yield csvRow(['date', ...names]);
  for await (const rows of submissions(db)) {
    for (const row of rows) {
      const fields = fieldsOf(row);
      yield csvRow([row.receivedAt, ...[...names].map((name) => fields[name] ?? null)]);
    }
  }
}

async function* submissions(db: Db) {
  for (let after: InboxPlace | undefined; ; ) {
    const rows = await readSubmissions(db, { filter: everything, after, limit: batchSize });
    if (rows.length > 0) yield rows;
    if (rows.length < batchSize) return;
    after = rows.at(-1);
  }
}

import { inTimeZone } from '#domain/days.ts';
import { type InboxFilter, inboxMessages } from '#domain/form-inbox.ts';
import type { Form } from '#domain/forms.ts';
import { type CsvValue, csvRow } from '#server/http/csv.ts';
import type { Db } from '#server/store/open.ts';
import { fieldsOf, readSubmissions, type SubmissionRow } from './inbox-store.ts';

/**
 * The messages that match the filter as lines of a CSV file, newest first. Each field that a form
 * declares is a column; undeclared fields are in the last one, as JSON. Times are ISO 8601 in the club's time zone.
 */
export async function* inboxAsCsv(
  db: Db,
  { forms, timeZone }: { forms: readonly Form[]; timeZone: string },
  filter: InboxFilter,
): AsyncGenerator<string> {
  const shown = filter.form ? forms.filter(({ id }) => id === filter.form) : forms;
  const columns = fieldColumns(shown);
  const titles = new Map(forms.map(({ id, title }) => [id, title]));
  yield csvRow([
    'Received',
    'Form',
    'Kind',
    'Read',
    'Answered',
    'Subject',
    'Reply to',
    ...columns.values(),
    'Other fields',
  ]);
  const withTimesOfClub = (row: SubmissionRow) => ({
    ...row,
    receivedAt: inTimeZone(row.receivedAt, timeZone),
    answeredAt: row.answeredAt && inTimeZone(row.answeredAt, timeZone),
  });
  for await (const rows of readSubmissions(db, filter)) {
    const lines = rows.map(withTimesOfClub).map((row) => csvRow(cells(row, [...columns.keys()], titles)));
    if (lines.length > 0) yield lines.join('');
  }
}

/** Label by field name. Forms with the same field name share a column. */
function fieldColumns(forms: readonly Form[]): Map<string, string> {
  const columns = new Map<string, string>();
  for (const { name, label } of forms.flatMap(({ fields }) => fields)) {
    if (name !== 'subject' && !columns.has(name)) columns.set(name, label);
  }
  return columns;
}

function cells(row: SubmissionRow, columns: string[], titles: Map<string, string>): CsvValue[] {
  const fields = fieldsOf(row);
  const others = [...fields].filter(([name]) => name !== 'subject' && !columns.includes(name));
  return [
    row.receivedAt,
    titles.get(row.formId) ?? row.formId,
    inboxMessages.kinds[row.kind],
    row.readAt !== null,
    row.answeredAt,
    row.subject,
    row.replyTo,
    ...columns.map((name) => fields.get(name) ?? null),
    others.length > 0 ? JSON.stringify(Object.fromEntries(others)) : null,
  ];
}

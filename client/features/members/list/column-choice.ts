import { type ColumnId, columnIds } from './columns.tsx';

/** Reads columns from a list of names, in an address or in the browser's storage; null if there are none. */
export function columnsOf(names: unknown): readonly ColumnId[] | null {
  if (!Array.isArray(names)) return null;
  const known = columnIds.filter((id) => names.includes(id));
  return known.length > 0 ? known : null;
}

/** The columns as in an address. */
export function columnsText(columns: readonly ColumnId[] | null): string | null {
  // A dot stays as it is in an address; a comma would be encoded.
  return columns?.join('.') ?? null;
}

/** An address with these columns, or with none for the table's default. */
export function withColumns(search: URLSearchParams, columns: readonly ColumnId[] | null): URLSearchParams {
  const next = new URLSearchParams(search);
  const text = columnsText(columns);
  if (text) next.set('columns', text);
  else next.delete('columns');
  return next;
}

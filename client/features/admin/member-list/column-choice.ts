import { type ColumnId, columnIds } from './columns.tsx';

/** The columns that a list of names has, from an address or from what a browser remembers; null for none. */
export function columnsOf(names: unknown): readonly ColumnId[] | null {
  if (!Array.isArray(names)) return null;
  const known = columnIds.filter((id) => names.includes(id));
  return known.length > 0 ? known : null;
}

/** Columns as they stand in an address. */
export function columnsText(columns: readonly ColumnId[] | null): string | null {
  // A dot stands in an address as it is; a comma would be written in code.
  return columns?.join('.') ?? null;
}

/** An address with these columns in it, or with none: then the table shows its own. */
export function withColumns(search: URLSearchParams, columns: readonly ColumnId[] | null): URLSearchParams {
  const next = new URLSearchParams(search);
  const text = columnsText(columns);
  if (text) next.set('columns', text);
  else next.delete('columns');
  return next;
}

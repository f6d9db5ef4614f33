import { type ColumnId, columnIds } from './columns.tsx';

/** The columns that a list of names has, from an address or from what a browser remembers; null for none. */
export function columnsOf(names: unknown): readonly ColumnId[] | null {
  if (!Array.isArray(names)) return null;
  const known = columnIds.filter((id) => names.includes(id));
  return known.length > 0 ? known : null;
}

/** An address with these columns in it, or with none: then the table shows its own. */
export function withColumns(search: URLSearchParams, columns: readonly ColumnId[] | null): URLSearchParams {
  const next = new URLSearchParams(search);
  // A dot stands in an address as it is; a comma would be written in code.
  if (columns) next.set('columns', columns.join('.'));
  else next.delete('columns');
  return next;
}

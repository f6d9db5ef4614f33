import { useMemo, useState } from 'react';
import { dropStored, keepStored, readStored } from '#client/lib/browser-storage.ts';
import { columnIds } from './columns.tsx';
import type { ColumnId, TablePreset } from './presets.ts';

/** The columns that a table shows, in their order, which this browser remembers. */
export function useColumns({ name, columns }: TablePreset) {
  const key = `columns:${name}`;
  const [chosen, setChosen] = useState(() => storedColumns(key));
  /** The table's default columns come first, in its order, and the others after them. */
  const all = useMemo(() => [...columns, ...columnIds.filter((id) => !columns.includes(id))], [columns]);
  const shown = useMemo(() => all.filter((id) => (chosen ?? columns).includes(id)), [all, chosen, columns]);

  return {
    all,
    shown,
    toggle(id: ColumnId) {
      const next = shown.includes(id) ? shown.filter((other) => other !== id) : [...shown, id];
      // A table needs at least one column.
      if (next.length === 0) return;
      keepStored(key, next);
      setChosen(next);
    },
    reset() {
      dropStored(key);
      setChosen(null);
    },
  };
}

/** Columns of an earlier release that are gone are left out; null if none is left. */
function storedColumns(key: string): readonly ColumnId[] | null {
  const names = readStored(key);
  const known = columnIds.filter((id) => Array.isArray(names) && names.includes(id));
  return known.length > 0 ? known : null;
}

import { useState } from 'react';
import { keepStored, readStored } from '#client/lib/stored.ts';
import { type ColumnId, columnIds } from './columns.tsx';
import type { TablePreset } from './presets.ts';

/** The columns that a table shows, in their order; the choice is remembered by this browser. */
export function useColumns(preset: TablePreset) {
  const key = `columns:${preset.name}`;
  const [chosen, setChosen] = useState<ReadonlySet<ColumnId>>(
    () => remembered(key) ?? new Set(preset.columns),
  );

  function choose(next: ReadonlySet<ColumnId>) {
    setChosen(next);
    keepStored(key, [...next]);
  }

  // The table's own columns stand as the table has them, the others after them.
  const order = [...preset.columns, ...columnIds.filter((id) => !preset.columns.includes(id))];
  return {
    all: order,
    shown: order.filter((id) => chosen.has(id)),
    toggle(id: ColumnId) {
      const next = new Set(chosen);
      if (!next.delete(id)) next.add(id);
      // A table without columns shows nobody.
      if (next.size > 0) choose(next);
    },
    reset: () => choose(new Set(preset.columns)),
  };
}

function remembered(key: string): ReadonlySet<ColumnId> | null {
  const stored = readStored(key);
  if (!Array.isArray(stored)) return null;
  const known = columnIds.filter((id) => stored.includes(id));
  return known.length > 0 ? new Set(known) : null;
}

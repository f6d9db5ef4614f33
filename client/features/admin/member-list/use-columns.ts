import { useCallback, useEffect, useMemo, useState } from 'react';
import { dropStored, keepStored, readStored } from '#client/lib/stored.ts';
import { useAddress } from '../use-address.ts';
import { columnsOf, withColumns } from './column-choice.ts';
import { type ColumnId, columnIds } from './columns.tsx';
import type { TablePreset } from './presets.ts';

/**
 * The columns that a table shows, in their order: those of the page's address, or else those that this browser
 * remembers, which then stand in the address too, so that the view can be bookmarked with them.
 */
export function useColumns(preset: TablePreset) {
  const key = `columns:${preset.name}`;
  const { search, update } = useAddress();
  const [remembered, setRemembered] = useState(() => columnsOf(readStored(key)));
  const addressed = search.get('columns');
  const chosen = useMemo(() => columnsOf(addressed?.split('.')), [addressed]);

  const write = useCallback(
    (columns: readonly ColumnId[] | null) => update((now) => withColumns(now, columns), { replace: true }),
    [update],
  );
  useEffect(() => {
    if (!chosen && remembered) write(remembered);
  }, [chosen, remembered, write]);

  const all = useMemo(() => inOrder(preset), [preset]);
  const shown = useMemo(() => {
    const wanted = chosen ?? remembered ?? preset.columns;
    return all.filter((id) => wanted.includes(id));
  }, [all, chosen, remembered, preset]);

  function choose(columns: readonly ColumnId[] | null) {
    setRemembered(columns);
    if (columns) keepStored(key, columns);
    else dropStored(key);
    write(columns);
  }

  return {
    all,
    shown,
    toggle(id: ColumnId) {
      const next = shown.includes(id) ? shown.filter((other) => other !== id) : [...shown, id];
      // A table without columns shows nobody.
      if (next.length > 0) choose(next);
    },
    reset: () => choose(null),
  };
}

/** The table's own columns stand as the table has them, the others after them. */
function inOrder(preset: TablePreset): readonly ColumnId[] {
  return [...preset.columns, ...columnIds.filter((id) => !preset.columns.includes(id))];
}

import { useEffect, useMemo } from 'react';
import { dropStored, keepStored, readStored } from '#client/lib/browser-storage.ts';
import { useUrlState, withParameter } from '#client/lib/use-url-state.ts';
import { columnIds } from './columns.tsx';
import type { ColumnId, TablePreset } from './presets.ts';

/**
 * The columns that a table shows, in their order: those of the page's address, or else those that this browser
 * remembers, which then stand in the address too, so that the view can be bookmarked with them.
 */
export function useColumns(preset: TablePreset) {
  const key = `columns:${preset.name}`;
  const { search, update } = useUrlState();
  const addressed = search.get('columns');
  const columns = useMemo(
    () => columnsOf(addressed?.split('.')) ?? columnsOf(readStored(key)),
    [addressed, key],
  );
  const remembered = addressed === null ? columns : null;
  useEffect(() => {
    // An update within the effect itself would be rendered late.
    if (remembered) queueMicrotask(() => update((now) => withColumns(now, remembered)));
  }, [remembered, update]);

  const all = useMemo(() => inOrder(preset), [preset]);
  const shown = useMemo(() => {
    const wanted = columns ?? preset.columns;
    return all.filter((id) => wanted.includes(id));
  }, [all, columns, preset]);

  function choose(next: readonly ColumnId[] | null) {
    if (next) keepStored(key, next);
    else dropStored(key);
    update((now) => withColumns(now, next));
  }

  return {
    all,
    shown,
    toggle(id: ColumnId) {
      const next = shown.includes(id) ? shown.filter((other) => other !== id) : [...shown, id];
      // A table needs at least one column.
      if (next.length > 0) choose(next);
    },
    reset: () => choose(null),
  };
}

/** The table's default columns come first, in its order, and the others after them. */
function inOrder(preset: TablePreset): readonly ColumnId[] {
  return [...preset.columns, ...columnIds.filter((id) => !preset.columns.includes(id))];
}

/** Reads columns from a list of names, in an address or in the browser's storage; null if there are none. */
export function columnsOf(names: unknown): readonly ColumnId[] | null {
  if (!Array.isArray(names)) return null;
  const known = columnIds.filter((id) => names.includes(id));
  return known.length > 0 ? known : null;
}

export function withColumns(search: URLSearchParams, columns: readonly ColumnId[] | null): URLSearchParams {
  // A dot stays as it is in an address; a comma would be encoded.
  return withParameter(search, 'columns', columns?.join('.') ?? null);
}

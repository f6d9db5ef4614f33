import { useCallback, useEffect, useMemo, useState } from 'react';
import { dropStored, keepStored, readStored } from '#client/lib/browser-storage.ts';
import { useUrlState } from '#client/lib/use-url-state.ts';
import { type ColumnId, columnIds } from './columns.tsx';
import type { TablePreset } from './presets.ts';

interface Choice {
  /** Null for the table's default. */
  columns: readonly ColumnId[] | null;
  /** The address when it was last read. */
  addressed: string | null;
  /** Written to the address, which has not changed yet: a tick box shows its new state at once. */
  written: readonly (string | null)[];
}

/**
 * The columns that a table shows, in their order: those of the page's address, or else those that this browser
 * remembers, which then stand in the address too, so that the view can be bookmarked with them.
 */
export function useColumns(preset: TablePreset) {
  const key = `columns:${preset.name}`;
  const { search, update } = useUrlState();
  const addressed = search.get('columns');
  const [choice, setChoice] = useState<Choice>(() => readChoice(addressed, key));
  if (choice.addressed !== addressed) {
    const index = choice.written.indexOf(addressed);
    const mine = { ...choice, addressed, written: choice.written.slice(index + 1) };
    setChoice(index >= 0 ? mine : readChoice(addressed, key));
  }
  const { columns, written } = choice;

  const write = useCallback(
    (next: readonly ColumnId[] | null) => update((now) => withColumns(now, next), { replace: true }),
    [update],
  );
  const unwritten = addressed === null && written.length === 0 ? columns : null;
  useEffect(() => {
    if (unwritten) write(unwritten);
  }, [unwritten, write]);

  const all = useMemo(() => inOrder(preset), [preset]);
  const shown = useMemo(() => {
    const wanted = columns ?? preset.columns;
    return all.filter((id) => wanted.includes(id));
  }, [all, columns, preset]);

  function choose(next: readonly ColumnId[] | null) {
    setChoice({ ...choice, columns: next, written: [...written, columnsText(next)] });
    if (next) keepStored(key, next);
    else dropStored(key);
    write(next);
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

function readChoice(addressed: string | null, key: string): Choice {
  const columns = columnsOf(addressed?.split('.')) ?? columnsOf(readStored(key));
  return { columns, addressed, written: [] };
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

function columnsText(columns: readonly ColumnId[] | null): string | null {
  // A dot stays as it is in an address; a comma would be encoded.
  return columns?.join('.') ?? null;
}

export function withColumns(search: URLSearchParams, columns: readonly ColumnId[] | null): URLSearchParams {
  const next = new URLSearchParams(search);
  const text = columnsText(columns);
  if (text) next.set('columns', text);
  else next.delete('columns');
  return next;
}

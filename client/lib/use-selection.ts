import { useCallback, useLayoutEffect, useMemo, useRef, useState } from 'react';

export type Selection<Item> = ReturnType<typeof useSelection<Item>>;

interface SelectionOptions<Item> {
  /** The rows of the list as it shows them now. */
  items: readonly Item[];
  /** One function for all renders. */
  keyOf: (item: Item) => string;
  /** Names the list's view: a selection belongs to the view that it was made in. */
  view: string;
  /** How many rows can be selected together. */
  cap: number;
}

/**
 * Selected rows of a list. A row that leaves the list stays selected, and is among `hidden`: the page says so, because
 * whatever is done with the selection reaches it.
 */
export function useSelection<Item>({ items, keyOf, view, cap }: SelectionOptions<Item>) {
  const [active, setActive] = useState(false);
  const [state, setState] = useState({ view, seen: new Map<string, Item>() as ReadonlyMap<string, Item> });
  const seen = useMemo(() => (state.view === view ? state.seen : new Map<string, Item>()), [state, view]);
  const lastIndex = useRef<number | null>(null);
  const latest = useRef({ items, seen, view });
  useLayoutEffect(() => {
    latest.current = { items, seen, view };
  });

  const set = useCallback(
    (next: Iterable<readonly [string, Item]>) => {
      setState({ view: latest.current.view, seen: new Map([...next].slice(0, cap)) });
    },
    [cap],
  );

  /** Selects the row at an index, or all rows between it and the one selected last. */
  const select = useCallback(
    (index: number, selected: boolean, range = false) => {
      const { items: now, seen: before } = latest.current;
      const from = range ? (lastIndex.current ?? index) : index;
      lastIndex.current = index;
      const next = new Map(before);
      for (const item of now.slice(Math.min(from, index), Math.max(from, index) + 1)) {
        if (selected) next.set(keyOf(item), item);
        else next.delete(keyOf(item));
      }
      set(next);
    },
    [keyOf, set],
  );

  return useMemo(() => {
    const shown = items.filter((item) => seen.has(keyOf(item)));
    const shownKeys = new Set(shown.map(keyOf));
    const hidden = [...seen.values()].filter((item) => !shownKeys.has(keyOf(item)));
    const clear = () => set([]);
    const drop = (keys: readonly string[]) => set([...seen].filter(([key]) => !keys.includes(key)));
    const selectAllOf = (all: readonly Item[]) => set(all.map((item) => [keyOf(item), item] as const));
    return {
      /** Whether the page offers to select rows. */
      active,
      start: () => setActive(true),
      stop() {
        setActive(false);
        clear();
      },
      /** The rows as they were when they were selected, by key: a write is decided on nothing newer. */
      seen,
      /** The selected rows, as the list shows them now where it does. */
      selected: [...shown, ...hidden],
      hidden,
      has: (key: string) => seen.has(key),
      select,
      /** All or none of the rows, up to the cap. */
      selectAll: (selected: boolean) => (selected ? selectAllOf(items) : clear()),
      selectAllOf,
      all: shown.length > 0 && shown.length >= Math.min(items.length, cap),
      drop,
      dropHidden: () => drop(hidden.map(keyOf)),
      clear,
    };
  }, [active, seen, items, keyOf, cap, select, set]);
}

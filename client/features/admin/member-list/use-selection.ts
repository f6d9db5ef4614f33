import { useCallback, useLayoutEffect, useMemo, useRef, useState } from 'react';
import type { ListRow } from './pinned-rows.ts';

/** The members that are selected in a list, by uid. */
export interface Selection {
  uids: ReadonlySet<string>;
  has: (uid: string) => boolean;
  /** Selects the row at an index, or all rows between it and the one selected last. */
  select: (index: number, selected: boolean, range: boolean) => void;
  /** All or none of the loaded rows, up to `cap`. */
  selectAll: (selected: boolean) => void;
  selectAllOf: (uids: readonly string[]) => void;
  all: boolean;
  some: boolean;
  clear: () => void;
}

const nobody: ReadonlySet<string> = new Set();

/** A selection that is empty again for another view. */
export function useSelection(rows: readonly ListRow[], listHash: string, cap: number): Selection {
  const [state, setState] = useState({ listHash, uids: nobody });
  const uids = state.listHash === listHash ? state.uids : nobody;
  const lastIndex = useRef<number | null>(null);
  const latest = useRef({ rows, uids, listHash });
  useLayoutEffect(() => {
    latest.current = { rows, uids, listHash };
  });

  const set = useCallback(
    (next: Iterable<string>) => {
      setState({ listHash: latest.current.listHash, uids: new Set([...next].slice(0, cap)) });
    },
    [cap],
  );

  const select = useCallback(
    (index: number, selected: boolean, range: boolean) => {
      const { rows: now, uids: before } = latest.current;
      const from = range ? (lastIndex.current ?? index) : index;
      lastIndex.current = index;
      const next = new Set(before);
      for (const { member } of now.slice(Math.min(from, index), Math.max(from, index) + 1)) {
        if (selected) next.add(member.uid);
        else next.delete(member.uid);
      }
      set(next);
    },
    [set],
  );

  return useMemo(() => {
    const selectable = Math.min(rows.length, cap);
    return {
      uids,
      has: (uid) => uids.has(uid),
      select,
      selectAll: (selected) => set(selected ? rows.map(({ member }) => member.uid) : []),
      selectAllOf: set,
      all: selectable > 0 && uids.size >= selectable,
      some: uids.size > 0,
      clear: () => set([]),
    };
  }, [uids, rows, cap, select, set]);
}

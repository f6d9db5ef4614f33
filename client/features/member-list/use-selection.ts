import { useCallback, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { type ShownReview, shownSubmission } from '#domain/review.ts';
import type { ListRow } from './pinned-rows.ts';

export type Selection = ReturnType<typeof useSelection>;

/** Maximum number of members that can be selected together. */
export const selectionCap = 500;

const none: ReadonlyMap<string, ShownReview> = new Map();

/** A selection that is empty again for another view. */
export function useSelection(rows: readonly ListRow[], listHash: string) {
  const [state, setState] = useState({ listHash, shown: none });
  const shown = state.listHash === listHash ? state.shown : none;
  const lastIndex = useRef<number | null>(null);
  const latest = useRef({ rows, shown, listHash });
  useLayoutEffect(() => {
    latest.current = { rows, shown, listHash };
  });

  const set = useCallback((next: Iterable<readonly [string, ShownReview]>) => {
    setState({ listHash: latest.current.listHash, shown: new Map([...next].slice(0, selectionCap)) });
  }, []);

  /** Selects the row at an index, or all rows between it and the one selected last. */
  const select = useCallback(
    (index: number, selected: boolean, range: boolean) => {
      const { rows: now, shown: before } = latest.current;
      const from = range ? (lastIndex.current ?? index) : index;
      lastIndex.current = index;
      const next = new Map(before);
      for (const row of now.slice(Math.min(from, index), Math.max(from, index) + 1)) {
        if (selected) next.set(...seen(row));
        else next.delete(row.member.uid);
      }
      set(next);
    },
    [set],
  );

  return useMemo(() => {
    const selectable = Math.min(rows.length, selectionCap);
    return {
      /** The values that the list showed of each when it was selected, by uid: a review lands on nothing else. */
      shown,
      has: (uid: string) => shown.has(uid),
      select,
      /** All or none of the loaded rows, up to `selectionCap`. */
      selectAll: (selected: boolean) => set(selected ? rows.map(seen) : []),
      selectAllOf: (all: readonly ListRow[]) => set(all.map(seen)),
      all: selectable > 0 && shown.size >= selectable,
      some: shown.size > 0,
      drop: (uids: readonly string[]) => set([...shown].filter(([uid]) => !uids.includes(uid))),
      clear: () => set([]),
    };
  }, [shown, rows, select, set]);
}

function seen({ member }: ListRow): readonly [uid: string, shown: ShownReview] {
  return [member.uid, shownSubmission(member)];
}

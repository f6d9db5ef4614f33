import { useCallback, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { reviewManyCap, shownVersion } from '#domain/review.ts';
import type { ListRow } from './pinned-rows.ts';

export type Selection = ReturnType<typeof useSelection>;

const none: ReadonlyMap<string, string> = new Map();

/** A selection that is empty again for another view. */
export function useSelection(rows: readonly ListRow[], listHash: string) {
  const [state, setState] = useState({ listHash, versions: none });
  const versions = state.listHash === listHash ? state.versions : none;
  const lastIndex = useRef<number | null>(null);
  const latest = useRef({ rows, versions, listHash });
  useLayoutEffect(() => {
    latest.current = { rows, versions, listHash };
  });

  const set = useCallback((next: Iterable<readonly [string, string]>) => {
    setState({ listHash: latest.current.listHash, versions: new Map([...next].slice(0, reviewManyCap)) });
  }, []);

  /** Selects the row at an index, or all rows between it and the one selected last. */
  const select = useCallback(
    (index: number, selected: boolean, range: boolean) => {
      const { rows: now, versions: before } = latest.current;
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
    const selectable = Math.min(rows.length, reviewManyCap);
    return {
      /** The version of each that the list showed when it was selected, by uid: a review lands on nothing else. */
      versions,
      has: (uid: string) => versions.has(uid),
      select,
      /** All or none of the loaded rows, up to `reviewManyCap`. */
      selectAll: (selected: boolean) => set(selected ? rows.map(seen) : []),
      selectAllOf: (all: readonly ListRow[]) => set(all.map(seen)),
      all: selectable > 0 && versions.size >= selectable,
      some: versions.size > 0,
      drop: (uids: readonly string[]) => set([...versions].filter(([uid]) => !uids.includes(uid))),
      clear: () => set([]),
    };
  }, [versions, rows, select, set]);
}

function seen({ member }: ListRow): readonly [uid: string, version: string] {
  return [member.uid, shownVersion(member)];
}

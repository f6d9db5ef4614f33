import type { Virtualizer } from '@tanstack/react-virtual';
import { type RefObject, useLayoutEffect, useRef } from 'react';
import type { ListRow } from './pinned-rows.ts';

/**
 * Keeps the row at the top of a scrolled list where it is when rows come or go above it; another list starts at its
 * top. A list that is not scrolled shows what is new at its top.
 */
export function useKeepPlace(
  frame: RefObject<HTMLElement | null>,
  virtual: Virtualizer<HTMLDivElement, HTMLTableRowElement>,
  rows: readonly ListRow[],
  listName: string,
): void {
  const former = useRef({ rows, listName });

  useLayoutEffect(() => {
    const before = former.current;
    former.current = { rows, listName };
    const element = frame.current;
    if (!element) return;
    if (before.listName !== listName) {
      element.scrollTop = 0;
      return;
    }
    if (before.rows === rows || element.scrollTop === 0) return;
    const top = virtual.getVirtualItemForOffset(element.scrollTop);
    const uid = top && before.rows[top.index]?.member.uid;
    if (!top || uid === undefined || rows[top.index]?.member.uid === uid) return;
    const index = rows.findIndex(({ member }) => member.uid === uid);
    if (index >= 0) element.scrollTop += (index - top.index) * top.size;
  }, [frame, virtual, rows, listName]);
}

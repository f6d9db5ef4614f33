import { useVirtualizer, type Virtualizer } from '@tanstack/react-virtual';
import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef } from 'react';
import { NavigationType, useLocation, useNavigationType } from 'react-router';
import type { ListRow } from './pinned-rows.ts';
import type { MemberList } from './use-member-list.ts';

/** Rows before the end of the loaded ones at which the next page is requested: over half a second of a fast flick. */
const lookAhead = 60;

interface RowLayout {
  /** Pixels, as in the style sheet. */
  height: number;
  gap: number;
}

/** The rows to render for the scroll position, and the space before and after them. Loads the next page in time. */
export function useVisibleRows(
  frame: RefObject<HTMLDivElement | null>,
  list: MemberList,
  { height, gap }: RowLayout,
) {
  const { rows, hasMore, loadingMore, moreFailed, loadMore } = list;
  // A new function would calculate the position of every row again, at each step of a scroll.
  const getItemKey = useCallback((index: number) => rows[index]?.member.uid ?? index, [rows]);
  const place = useScrollPlace(frame);
  const virtual = useVirtualizer<HTMLDivElement, HTMLTableRowElement>({
    count: rows.length,
    // Without rows nothing is measured.
    enabled: rows.length > 0,
    getScrollElement: () => frame.current,
    getItemKey,
    estimateSize: () => height,
    initialOffset: place,
    gap,
    overscan: 6,
  });
  const items = virtual.getVirtualItems();
  const last = items.at(-1);
  useKeepPlace(frame, virtual, rows, list.name);

  const nearEnd = last !== undefined && last.index >= rows.length - lookAhead;
  useEffect(() => {
    if (nearEnd && hasMore && !loadingMore && !moreFailed) void loadMore();
  }, [nearEnd, hasMore, loadingMore, moreFailed, loadMore]);

  return {
    items,
    before: items[0]?.start ?? 0,
    after: virtual.getTotalSize() - (last?.end ?? 0),
    measure: virtual.measureElement,
  };
}

/**
 * Keeps the row at the top of a scrolled list where it is when rows come or go above it; another list starts at its
 * top. A list that is not scrolled shows what is new at its top.
 */
function useKeepPlace(
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

interface Place {
  top: number;
  /** The member whose row had the focus. */
  uid: string | null;
}

/** Where each visited list was left, by the key of its history entry. */
const places = new Map<string, Place>();

/**
 * Remembers how far a list was scrolled and which row had the focus, for the way back to it.
 * @returns how far it is scrolled at first
 */
function useScrollPlace(frame: RefObject<HTMLElement | null>): number {
  const { key } = useLocation();
  const isReturn = useNavigationType() === NavigationType.Pop;
  const arrival = useRef(isReturn ? places.get(key) : undefined);
  const wanted = useRef(arrival.current?.uid ?? null);

  useLayoutEffect(() => {
    const element = frame.current;
    if (!element) return;
    return () => {
      const row = document.activeElement?.closest<HTMLElement>('[data-uid]');
      places.set(key, { top: element.scrollTop, uid: row?.dataset.uid ?? null });
    };
  }, [frame, key]);

  // On every render, because rows are rendered only after the frame has been measured.
  useEffect(() => {
    if (!wanted.current) return;
    const row = frame.current?.querySelector(`[data-uid="${CSS.escape(wanted.current)}"]`);
    if (!row) return;
    wanted.current = null;
    // Nothing below the page's main part has the focus yet.
    if (document.activeElement?.contains(row))
      row.querySelector<HTMLElement>('a')?.focus({ preventScroll: true });
  });

  return arrival.current?.top ?? 0;
}

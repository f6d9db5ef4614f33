import { useVirtualizer } from '@tanstack/react-virtual';
import { type RefObject, useCallback, useEffect } from 'react';
import { useKeepPlace } from './use-keep-place.ts';
import type { MemberList } from './use-member-list.ts';
import { useScrollPlace } from './use-scroll-place.ts';

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

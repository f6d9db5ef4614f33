import { hashKey, type InfiniteData, useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { pagesToFollow } from '#client/lib/live-queries.ts';
import type { ListView } from '#client/member-ui/filters/list-view.ts';
import type { MemberPage } from '#domain/member-list.ts';
import type { ReviewFlags } from '#domain/review.ts';
import { type ListRow, type PinnedRow, pinRow, rowsOf, withPinnedRows } from './pinned-rows.ts';
import { membersQuery } from './queries.ts';

const none: readonly PinnedRow[] = [];

export function useMemberList(view: ListView) {
  const client = useQueryClient();
  const query = membersQuery(view);
  const hash = hashKey(query.queryKey);
  const { data, error, isPending, isStale, isFetching, isFetchNextPageError, isFetchingNextPage, ...list } =
    useInfiniteQuery(query);

  const [starts, setStarts] = useState(0);
  const loaded = useMemo(() => rowsOf(data?.pages ?? []), [data]);
  const { rows, pin } = usePinnedRows(hash, loaded);
  /** The list that has changed, until it starts at its top again: loading another page changes nothing about that. */
  const [outdated, setOutdated] = useState<string | null>(null);
  if (isStale && outdated !== hash && (data?.pages.length ?? 0) > pagesToFollow) setOutdated(hash);

  return {
    hash,
    /** Changes whenever the list starts at its top. */
    name: `${hash} ${starts}`,
    rows,
    total: data?.pages.at(-1)?.total ?? 0,
    loading: isPending,
    /** Why nothing, or nothing newer, could be loaded. */
    error: isFetchNextPageError ? null : error,
    retry: () => void list.refetch(),
    hasMore: list.hasNextPage,
    loadingMore: isFetchingNextPage,
    moreFailed: isFetchNextPageError,
    loadMore: () => (isFetching ? Promise.resolve() : list.fetchNextPage()),
    /** Loads pages until there are `count` rows, or all. @returns at most `count` */
    async loadUpTo(count: number): Promise<ListRow[]> {
      let pages = data?.pages ?? [];
      while (rowsOf(pages).length < count && pages.at(-1)?.nextCursor) {
        const answer = await list.fetchNextPage();
        if (!answer.data || answer.data.pages.length <= pages.length) break;
        pages = answer.data.pages;
      }
      return rowsOf(pages).slice(0, count);
    },
    /** The list is too long to be reloaded automatically, and has changed. */
    outdated: outdated === hash,
    restart() {
      client.setQueryData<InfiniteData<MemberPage, string | number>>(
        query.queryKey,
        (old) => old && { pages: old.pages.slice(0, 1), pageParams: old.pageParams.slice(0, 1) },
      );
      setOutdated(null);
      setStarts(starts + 1);
      void client.invalidateQueries({ queryKey: query.queryKey, exact: true });
    },
    /** Keeps a row in its place although it may leave the view. */
    pin,
  };
}

/** The rows with those that stay in their place although they may have left the view. */
function usePinnedRows(hash: string, loaded: ReturnType<typeof rowsOf>) {
  const [pinned, setPinned] = useState<{ hash: string; rows: readonly PinnedRow[] }>({ hash, rows: none });
  const pinnedRows = pinned.hash === hash ? pinned.rows : none;
  const rows = useMemo(() => withPinnedRows(loaded, pinnedRows), [loaded, pinnedRows]);

  const shownRows = useRef(rows);
  useLayoutEffect(() => {
    shownRows.current = rows;
  }, [rows]);
  const pin = useCallback(
    (uid: string, flags: ReviewFlags) =>
      setPinned((former) => ({
        hash,
        rows: pinRow(former.hash === hash ? former.rows : none, shownRows.current, uid, flags),
      })),
    [hash],
  );
  return { rows, pin };
}

export type MemberList = ReturnType<typeof useMemberList>;

import { hashKey, type InfiniteData, useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useLayoutEffect, useMemo, useRef, useState } from 'react';
import type { MemberPage } from '#domain/member-list.ts';
import type { ListView } from '../list-view.ts';
import { useLive } from '../live.tsx';
import { membersQuery } from '../queries.ts';
import { type PinnedRow, pinRow, rowsOf, withPinnedRows } from './pinned-rows.ts';

const none: readonly PinnedRow[] = [];

/** The rows of a view as far as they are loaded, and how to get on with them. */
export function useMemberList(view: ListView) {
  const client = useQueryClient();
  const { outdated, refreshed } = useLive();
  const query = membersQuery(view);
  const hash = hashKey(query.queryKey);
  const { data, error, isPending, isFetching, isFetchNextPageError, isFetchingNextPage, ...list } =
    useInfiniteQuery(query);

  const [starts, setStarts] = useState(0);
  const [pinned, setPinned] = useState<{ hash: string; rows: readonly PinnedRow[] }>({ hash, rows: none });
  const pinnedRows = pinned.hash === hash ? pinned.rows : none;
  const loaded = useMemo(() => rowsOf(data?.pages ?? []), [data]);
  const rows = useMemo(() => withPinnedRows(loaded, pinnedRows), [loaded, pinnedRows]);

  const shownRows = useRef(rows);
  useLayoutEffect(() => {
    shownRows.current = rows;
  }, [rows]);
  const pin = useCallback(
    (uid: string) =>
      setPinned((former) => ({
        hash,
        rows: pinRow(former.hash === hash ? former.rows : none, shownRows.current, uid),
      })),
    [hash],
  );

  return {
    hash,
    /** Another one whenever the list starts at its top. */
    name: `${hash} ${starts}`,
    rows,
    /** How many members the view has. */
    total: data?.pages.at(-1)?.total ?? 0,
    /** Nothing is loaded yet. */
    loading: isPending,
    /** Why there is nothing, or nothing newer. */
    error: isFetchNextPageError ? null : error,
    retrying: isFetching,
    retry: () => void list.refetch(),
    hasMore: list.hasNextPage,
    loadingMore: isFetchingNextPage,
    /** The next page could not be loaded. */
    moreFailed: isFetchNextPageError,
    loadMore: () => (isFetching ? Promise.resolve() : list.fetchNextPage()),
    /** Loads pages until at least `count` rows are there, or all. @returns their members' uids, at most `count` */
    async loadUpTo(count: number): Promise<string[]> {
      let pages = data?.pages ?? [];
      while (rowsOf(pages).length < count && pages.at(-1)?.nextCursor) {
        const answer = await list.fetchNextPage();
        if (!answer.data || answer.data.pages.length <= pages.length) break;
        pages = answer.data.pages;
      }
      return rowsOf(pages)
        .slice(0, count)
        .map(({ member }) => member.uid);
    },
    /** The list is too long to follow what happens, and something has happened. */
    outdated: outdated.has(hash),
    /** Begins the list anew. */
    restart() {
      client.setQueryData<InfiniteData<MemberPage, string>>(
        query.queryKey,
        (old) => old && { pages: old.pages.slice(0, 1), pageParams: old.pageParams.slice(0, 1) },
      );
      refreshed(hash);
      setStarts(starts + 1);
      void client.invalidateQueries({ queryKey: query.queryKey, exact: true });
    },
    /** Keeps a row in its place although it may leave the view. */
    pin,
  };
}

export type MemberList = ReturnType<typeof useMemberList>;

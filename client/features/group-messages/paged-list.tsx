import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Button } from '#client/ui/button.tsx';
import layout from '#client/ui/layout.module.css';
import { LoadFailure } from '#client/ui/load-failure.tsx';
import { LoadingNote } from '#client/ui/loading-note.tsx';
import { Skeleton } from '#client/ui/skeleton.tsx';
import { pagedListTexts as texts } from './texts.ts';

interface PagedListProps<Page> {
  list: UseInfiniteQueryResult<InfiniteData<Page>>;
  failed: string;
  more: string;
  children: (pages: readonly Page[]) => ReactNode;
}

/** The pages of a list, or why there are none yet. */
export function PagedList<Page>({ list, failed, more, children }: PagedListProps<Page>) {
  if (list.data === undefined) {
    return list.isError ? (
      <LoadFailure title={failed} error={list.error} onRetry={() => void list.refetch()} />
    ) : (
      <>
        <LoadingNote />
        <Skeleton height="96px" />
      </>
    );
  }
  return (
    <>
      {children(list.data.pages)}
      {list.hasNextPage && (
        <div className={layout.row}>
          <Button
            variant="subtle"
            size="sm"
            busy={list.isFetchingNextPage}
            onClick={() => void list.fetchNextPage()}
          >
            {list.isFetchingNextPage ? texts.loading : more}
          </Button>
        </div>
      )}
    </>
  );
}

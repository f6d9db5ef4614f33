import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Button } from './button.tsx';
import layout from './layout.module.css';
import { Unloaded } from './load-failure.tsx';

interface PagedListProps<Page> {
  list: UseInfiniteQueryResult<InfiniteData<Page>>;
  failed: string;
  more: string;
  skeleton: ReactNode;
  children: (pages: readonly Page[]) => ReactNode;
}

/** The pages of a list, or why there are none yet. */
export function PagedList<Page>({ list, failed, more, skeleton, children }: PagedListProps<Page>) {
  if (list.data === undefined) {
    return (
      <Unloaded query={list} failed={failed}>
        {skeleton}
      </Unloaded>
    );
  }
  return (
    <>
      {children(list.data.pages)}
      <MoreButton list={list} className={layout.row}>
        {more}
      </MoreButton>
    </>
  );
}

interface MoreButtonProps {
  list: UseInfiniteQueryResult;
  className: string | undefined;
  children: string;
}

export function MoreButton({ list, className, children }: MoreButtonProps) {
  if (!list.hasNextPage) return null;
  return (
    <div className={className}>
      <Button size="sm" busy={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
        {list.isFetchingNextPage ? 'Loading...' : children}
      </Button>
    </div>
  );
}

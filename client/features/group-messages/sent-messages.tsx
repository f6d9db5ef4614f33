import { IconSend } from '@tabler/icons-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Button } from '#client/ui/button.tsx';
import { EmptyState } from '#client/ui/empty-state.tsx';
import { LoadFailure } from '#client/ui/load-failure.tsx';
import { LoadingNote } from '#client/ui/loading-note.tsx';
import { Panel } from '#client/ui/panel.tsx';
import { Skeleton } from '#client/ui/skeleton.tsx';
import { groupMessagesQuery } from './queries.ts';
import { SentMessage } from './sent-message.tsx';
import classes from './sent-messages.module.css';
import { sentTexts as texts } from './texts.ts';

/** The messages that were sent, newest first. */
export function SentMessages() {
  const list = useInfiniteQuery(groupMessagesQuery);
  const messages = list.data?.pages.flatMap((page) => page.messages) ?? [];
  return (
    <Panel title={texts.title}>
      {list.isPending && (
        <>
          <LoadingNote />
          <Skeleton height="96px" />
        </>
      )}
      {list.isError && !list.data && (
        <LoadFailure title={texts.loadFailed} error={list.error} onRetry={() => void list.refetch()} />
      )}
      {list.data && messages.length === 0 && <EmptyState icon={IconSend} title={texts.empty} />}
      {messages.length > 0 && (
        <ul className={classes.list} aria-label={texts.list}>
          {messages.map((message) => (
            <li key={message.id}>
              <SentMessage message={message} />
            </li>
          ))}
        </ul>
      )}
      {list.hasNextPage && (
        <Button
          variant="subtle"
          size="sm"
          disabled={list.isFetchingNextPage}
          onClick={() => void list.fetchNextPage()}
        >
          {list.isFetchingNextPage ? texts.loadingMore : texts.more}
        </Button>
      )}
    </Panel>
  );
}

import { useInfiniteQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useNavigate } from 'react-router';
import { failureMessage } from '#client/lib/api.ts';
import { useListState } from '#client/lib/list-state.ts';
import { useSelection } from '#client/lib/use-selection.ts';
import { withParameter } from '#client/lib/use-url-state.ts';
import { ButtonLink } from '#client/ui/button.tsx';
import { EmptyState } from '#client/ui/empty-state.tsx';
import layout from '#client/ui/layout.module.css';
import { Unloaded } from '#client/ui/load-failure.tsx';
import { Notice } from '#client/ui/notice.tsx';
import { PageHeading } from '#client/ui/page-heading.tsx';
import { IconInbox, IconSearchOff } from '#client/ui/page-icons.ts';
import { Panel } from '#client/ui/panel.tsx';
import { Skeleton } from '#client/ui/skeleton.tsx';
import { inboxMessages } from '#domain/form-inbox.ts';
import { DeletionNotice, useDeletions } from './deletion.tsx';
import { InboxKeys } from './inbox-keys.tsx';
import classes from './inbox-page.module.css';
import { InboxToolbar } from './inbox-toolbar.tsx';
import { MessageList } from './message-list.tsx';
import { MessageSelection, selectable } from './message-selection.tsx';
import { MessageView, NoMessage } from './message-view.tsx';
import { inboxState, messagesQuery } from './queries.ts';

export function Component() {
  const { view: filter, change, search } = useListState(inboxState);
  const opened = search.get('message');
  /** The address of the same view with a message open, or with none. */
  const addressOf = (message: string | null) => `?${withParameter(search, 'message', message)}`;
  const list = useInfiniteQuery(messagesQuery(filter));
  const [first] = list.data?.pages ?? [];
  const messages = list.data?.pages.flatMap(({ submissions }) => submissions) ?? [];
  const place = useFocusOnReturn(opened);
  const selection = useSelection({ ...selectable, items: messages, view: JSON.stringify(filter) });
  const empty = messages.length === 0 && selection.seen.size === 0;
  const deleting = useDeletions((ids) => {
    selection.stop();
    if (opened && ids.includes(opened))
      void navigate(addressOf(null), { replace: true, preventScrollReset: true });
  });
  const { deletion } = deleting;
  const navigate = useNavigate();
  const deleteMessages = (ids: string[]) => deletion.mutate({ ids, deletedAt: null });

  const filtered = inboxState.changed(filter).length > 0;

  return (
    <>
      <PageHeading title={inboxMessages.title} subtitle={inboxMessages.subtitle} />
      <div className={layout.stackL}>
        <div className={classes.toolbar} data-screen-only data-open={opened ? true : undefined}>
          <InboxToolbar filter={filter} page={first} onChange={change} />
        </div>
        <DeletionNotice {...deleting} />
        <InboxKeys messages={messages} opened={opened} addressOf={addressOf} />
        {deletion.isError && (
          <Notice tone="error">{inboxMessages.deleteFailed(failureMessage(deletion.error))}</Notice>
        )}
        {!first && (
          <Unloaded query={list} failed={inboxMessages.loadFailed}>
            <ListSkeleton />
          </Unloaded>
        )}
        {first && empty && !opened && <Nothing filtered={filtered} />}
        {first && (!empty || opened) && (
          <div className={`${layout.card} ${classes.panes}`} data-open={opened ? true : undefined}>
            <div className={classes.list}>
              {!empty && (
                <MessageSelection selection={selection} busy={deletion.isPending} onDelete={deleteMessages} />
              )}
              {messages.length > 0 ? (
                <MessageList
                  ref={place}
                  messages={messages}
                  opened={opened}
                  addressOf={addressOf}
                  list={list}
                  selection={selection}
                />
              ) : (
                <Nothing filtered={filtered} />
              )}
            </div>
            <div className={classes.message}>
              {opened ? (
                <MessageView
                  key={opened}
                  id={opened}
                  back={addressOf(null)}
                  onDelete={() => deleteMessages([opened])}
                />
              ) : (
                <NoMessage />
              )}
            </div>
          </div>
        )}
      </div>
    </>
  );
}

/** On a phone the message replaces the list; back in the list, the focus returns to the message's row. */
function useFocusOnReturn(opened: string | null) {
  const list = useRef<HTMLUListElement>(null);
  const former = useRef(opened);
  useEffect(() => {
    if (former.current && !opened) {
      list.current?.querySelector<HTMLElement>(`[data-message="${CSS.escape(former.current)}"]`)?.focus();
    }
    former.current = opened;
  }, [opened]);
  return list;
}

function Nothing({ filtered }: { filtered: boolean }) {
  return filtered ? (
    <EmptyState
      mark={IconSearchOff}
      title={inboxMessages.nothingFoundTitle}
      action={
        <ButtonLink to="?" variant="default">
          {inboxMessages.showAll}
        </ButtonLink>
      }
    >
      {inboxMessages.nothingFound}
    </EmptyState>
  ) : (
    <EmptyState mark={IconInbox} title={inboxMessages.emptyTitle}>
      {inboxMessages.empty}
    </EmptyState>
  );
}

function ListSkeleton() {
  return (
    <Panel>
      <div className={layout.stackM}>
        {['a', 'b', 'c', 'd', 'e'].map((row) => (
          <Skeleton key={row} height="64px" />
        ))}
      </div>
    </Panel>
  );
}

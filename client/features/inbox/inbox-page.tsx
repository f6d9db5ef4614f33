import { type UseInfiniteQueryResult, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { type Ref, useEffect, useRef } from 'react';
import { Link, useNavigate } from 'react-router';
import { failureMessage } from '#client/lib/api.ts';
import { useListState } from '#client/lib/list-state.ts';
import { usePageKeys } from '#client/lib/use-page-keys.ts';
import { type Selection, useSelection } from '#client/lib/use-selection.ts';
import { withParameter } from '#client/lib/use-url-state.ts';
import { memberAddress } from '#client/member-ui/member-address.ts';
import { deskAddress } from '#client/member-ui/reviews/queries.ts';
import { AgoTime } from '#client/ui/ago-time.tsx';
import { Button, ButtonLink } from '#client/ui/button.tsx';
import { EmptyState } from '#client/ui/empty-state.tsx';
import { HiddenSelection } from '#client/ui/hidden-selection.tsx';
import { useKeyHelp } from '#client/ui/key-help.tsx';
import layout from '#client/ui/layout.module.css';
import listRow from '#client/ui/list-row.module.css';
import { Unloaded } from '#client/ui/load-failure.tsx';
import { Notice } from '#client/ui/notice.tsx';
import { PageHeading } from '#client/ui/page-heading.tsx';
import { IconChecklist, IconInbox, IconSearchOff, IconTrash } from '#client/ui/page-icons.ts';
import { MoreButton } from '#client/ui/paged-list.tsx';
import { Skeleton } from '#client/ui/skeleton.tsx';
import { TickBox } from '#client/ui/tick-box.tsx';
import toolbar from '#client/ui/toolbar.module.css';
import typography from '#client/ui/typography.module.css';
import { VisuallyHidden } from '#client/ui/visually-hidden.tsx';
import { deleteManyCap, inboxKeys, inboxMessages, type ListedSubmission } from '#domain/form-inbox.ts';
import { DeletionNotice, useDeletions } from './deletion.tsx';
import classes from './inbox-page.module.css';
import { InboxToolbar } from './inbox-toolbar.tsx';
import rowClasses from './message-list.module.css';
import { MessageView, NoMessage } from './message-view.tsx';
import { useMarkMessage } from './mutations.ts';
import { inboxState, messageQuery, messagesQuery } from './queries.ts';

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
            <Skeleton height="400px" />
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
      action={<ButtonLink to="?">{inboxMessages.showAll}</ButtonLink>}
    >
      {inboxMessages.nothingFound}
    </EmptyState>
  ) : (
    <EmptyState mark={IconInbox} title={inboxMessages.emptyTitle}>
      {inboxMessages.empty}
    </EmptyState>
  );
}

interface InboxKeysProps {
  messages: readonly ListedSubmission[];
  opened: string | null;
  addressOf: (message: string) => string;
}

function InboxKeys({ messages, opened, addressOf }: InboxKeysProps) {
  const { keysEnabled, openHelp, help } = useKeyHelp(inboxKeys);
  const navigate = useNavigate();
  const mark = useMarkMessage();
  const { data: message } = useQuery({ ...messageQuery(opened ?? ''), enabled: opened !== null });
  const memberUid = message?.memberUid;

  function go(step: number): void {
    const index = messages.findIndex(({ id }) => id === opened);
    const next = messages[index === -1 ? 0 : index + step];
    if (next) void navigate(addressOf(next.id), { replace: opened !== null, preventScrollReset: true });
  }
  const next = () => go(1);
  const previous = () => go(-1);

  const keys = {
    j: next,
    arrowright: next,
    k: previous,
    arrowleft: previous,
    m() {
      if (memberUid) void navigate(memberAddress(memberUid));
    },
    o() {
      if (memberUid && message.kind === 'project') void navigate(deskAddress(memberUid));
    },
    a() {
      if (message?.kind === 'question')
        mark.mutate({ message, mark: { answered: message.answeredAt === null } });
    },
    u() {
      if (message) mark.mutate({ message, mark: { read: message.readAt === null } });
    },
    '?': openHelp,
  };
  usePageKeys({ enabled: keysEnabled, keys });
  return help;
}

const selectable = { keyOf: ({ id }: ListedSubmission) => id, cap: deleteManyCap };

interface MessageSelectionProps {
  selection: Selection<ListedSubmission>;
  busy: boolean;
  onDelete: (ids: string[]) => void;
}

function MessageSelection({ selection, busy, onDelete }: MessageSelectionProps) {
  const { active, seen, start, stop, selectAll } = selection;
  if (!active) {
    return (
      <div data-screen-only className={toolbar.bar}>
        <Button size="sm" icon={IconChecklist} onClick={start}>
          {inboxMessages.select}
        </Button>
      </div>
    );
  }
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for the fields of a form
    <div data-screen-only className={toolbar.bar} role="group" aria-label={inboxMessages.select}>
      <p className={typography.label} role="status">
        {inboxMessages.selected(seen.size)}
      </p>
      <HiddenSelection selection={selection} nouns={inboxMessages.nouns} />
      <Button
        size="sm"
        disabled={seen.size === 0}
        busy={busy}
        icon={IconTrash}
        onClick={() => onDelete([...seen.keys()])}
      >
        {inboxMessages.delete}
      </Button>
      <Button variant="subtle" size="sm" onClick={() => selectAll(true)}>
        {inboxMessages.selectAll}
      </Button>
      <Button variant="subtle" size="sm" onClick={stop}>
        {inboxMessages.selectNone}
      </Button>
    </div>
  );
}

interface MessageListProps {
  messages: ListedSubmission[];
  opened: string | null;
  addressOf: (message: string) => string;
  list: UseInfiniteQueryResult;
  selection: Selection<ListedSubmission>;
  ref: Ref<HTMLUListElement>;
}

function MessageList({ messages, opened, addressOf, list, selection, ref }: MessageListProps) {
  const { active, has, select } = selection;
  const now = Date.now();
  return (
    <>
      <ul ref={ref} className={layout.divided} aria-label={inboxMessages.list}>
        {messages.map((message, index) => (
          <li key={message.id} className={active ? `${layout.media} ${rowClasses.selectable}` : undefined}>
            {active && (
              <TickBox
                data-screen-only
                label={inboxMessages.selectFrom(message.from || inboxMessages.noSender)}
                checked={has(message.id)}
                onChange={({ currentTarget }) => select(index, currentTarget.checked)}
              />
            )}
            <Link
              className={`${listRow.row} ${layout.grow} ${rowClasses.message}`}
              to={addressOf(message.id)}
              preventScrollReset
              aria-current={message.id === opened || undefined}
              data-unread={message.readAt === null || undefined}
              data-message={message.id}
            >
              {message.readAt === null && <VisuallyHidden>{inboxMessages.unreadPrefix} </VisuallyHidden>}
              <bdi className={`${typography.name} ${typography.ellipsis}`}>
                {message.from || inboxMessages.noSender}
              </bdi>
              <AgoTime className={typography.fact} at={message.receivedAt} now={now} />
              <span className={`${layout.whole} ${typography.note} ${typography.ellipsis}`}>
                <Kind message={message} /> · {message.form}
              </span>
              <span className={`${layout.whole} ${typography.faint} ${typography.clamp}`}>
                {message.excerpt}
              </span>
            </Link>
          </li>
        ))}
      </ul>
      <MoreButton list={list} className={`${layout.stackS} ${layout.boxed}`}>
        {inboxMessages.more}
      </MoreButton>
    </>
  );
}

/** Says whether a message is a question or a project. A question without an answer stands out. */
function Kind({ message: { kind, answeredAt } }: { message: ListedSubmission }) {
  const text = inboxMessages.kinds[kind];
  if (answeredAt !== null) return `${text} · ${inboxMessages.answered}`;
  return kind === 'question' ? <strong>{text}</strong> : text;
}

import type { UseInfiniteQueryResult } from '@tanstack/react-query';
import type { Ref } from 'react';
import { Link } from 'react-router';
import type { Selection } from '#client/lib/use-selection.ts';
import { AgoTime } from '#client/ui/ago-time.tsx';
import layout from '#client/ui/layout.module.css';
import listRow from '#client/ui/list-row.module.css';
import { MoreButton } from '#client/ui/paged-list.tsx';
import { TickBox } from '#client/ui/tick-box.tsx';
import typography from '#client/ui/typography.module.css';
import { VisuallyHidden } from '#client/ui/visually-hidden.tsx';
import { inboxMessages, type ListedSubmission } from '#domain/form-inbox.ts';
import classes from './message-list.module.css';

interface MessageListProps {
  messages: ListedSubmission[];
  opened: string | null;
  addressOf: (message: string) => string;
  list: UseInfiniteQueryResult;
  selection: Selection<ListedSubmission>;
  ref: Ref<HTMLUListElement>;
}

export function MessageList({ messages, opened, addressOf, list, selection, ref }: MessageListProps) {
  const { active, has, select } = selection;
  const now = Date.now();
  return (
    <>
      <ul ref={ref} className={layout.divided} aria-label={inboxMessages.list}>
        {messages.map((message, index) => (
          <li key={message.id} className={active ? `${layout.media} ${classes.selectable}` : undefined}>
            {active && (
              <TickBox
                data-screen-only
                label={inboxMessages.selectFrom(message.from || inboxMessages.noSender)}
                checked={has(message.id)}
                onChange={({ currentTarget }) => select(index, currentTarget.checked)}
              />
            )}
            <Link
              className={`${listRow.row} ${layout.grow} ${classes.message}`}
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

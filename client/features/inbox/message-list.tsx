import type { Ref } from 'react';
import { Link } from 'react-router';
import { AgoTime } from '#client/ui/ago-time.tsx';
import { Button } from '#client/ui/button.tsx';
import { TickBox } from '#client/ui/tick-box.tsx';
import { VisuallyHidden } from '#client/ui/visually-hidden.tsx';
import { inboxMessages, type ListedSubmission } from '#domain/form-inbox.ts';
import classes from './message-list.module.css';

interface MessageListProps {
  messages: ListedSubmission[];
  opened: string | null;
  addressOf: (message: string) => string;
  /** Loads older messages; undefined if there are none. */
  onMore: (() => void) | undefined;
  busy: boolean;
  /** The selected messages; null outside of selection mode. */
  selected: ReadonlySet<string> | null;
  onToggle: (message: string) => void;
  ref: Ref<HTMLUListElement>;
}

function isOpenQuestion({ kind, answeredAt }: ListedSubmission): boolean {
  return kind === 'question' && answeredAt === null;
}

/** The messages, newest first: sender, kind, form, beginning and time. */
export function MessageList({
  messages,
  opened,
  addressOf,
  onMore,
  busy,
  selected,
  onToggle,
  ref,
}: MessageListProps) {
  const now = Date.now();
  return (
    <div className={classes.list}>
      <ul ref={ref} className={classes.messages} aria-label={inboxMessages.list}>
        {messages.map((message) => (
          <li key={message.id} className={selected ? classes.selectable : undefined}>
            {selected && (
              <TickBox
                label={inboxMessages.selectFrom(message.from || inboxMessages.noSender)}
                checked={selected.has(message.id)}
                onChange={() => onToggle(message.id)}
              />
            )}
            <Link
              className={classes.message ?? ''}
              to={addressOf(message.id)}
              preventScrollReset
              aria-current={message.id === opened || undefined}
              data-unread={message.readAt === null || undefined}
              data-message={message.id}
            >
              <span className={classes.from}>
                {message.readAt === null && <VisuallyHidden>{inboxMessages.unreadPrefix} </VisuallyHidden>}
                {message.from || inboxMessages.noSender}
              </span>
              <AgoTime className={classes.time} at={message.receivedAt} now={now} />
              <span className={classes.form}>
                <span className={classes.kind} data-open={isOpenQuestion(message) || undefined}>
                  {inboxMessages.kinds[message.kind]}
                  {message.answeredAt !== null && ` · ${inboxMessages.answered}`}
                </span>{' '}
                {message.form}
              </span>
              <span className={classes.start}>{message.excerpt}</span>
            </Link>
          </li>
        ))}
      </ul>
      {onMore && (
        <div className={classes.more}>
          <Button variant="subtle" size="sm" busy={busy} onClick={onMore}>
            {busy ? inboxMessages.loadingMore : inboxMessages.more}
          </Button>
        </div>
      )}
    </div>
  );
}

import type { Ref } from 'react';
import { Link } from 'react-router';
import { agoText, momentText } from '#client/features/admin/format.ts';
import { Button } from '#client/ui/button.tsx';
import { VisuallyHidden } from '#client/ui/visually-hidden.tsx';
import { inboxMessages, type ReceivedSubmission } from '#domain/form-inbox.ts';
import classes from './message-list.module.css';

interface MessageListProps {
  messages: ReceivedSubmission[];
  opened: string | null;
  addressOf: (message: string) => string;
  /** Asks for older messages; undefined where there are none. */
  onMore: (() => void) | undefined;
  busy: boolean;
  ref: Ref<HTMLUListElement>;
}

/** The messages, newest first: who, about what, how it begins, and when. */
export function MessageList({ messages, opened, addressOf, onMore, busy, ref }: MessageListProps) {
  const now = Date.now();
  return (
    <div className={classes.list}>
      <ul ref={ref} className={classes.messages} aria-label="Messages">
        {messages.map((message) => (
          <li key={message.id}>
            <Link
              className={classes.message ?? ''}
              to={addressOf(message.id)}
              preventScrollReset
              aria-current={message.id === opened || undefined}
              data-unread={message.readAt === null || undefined}
              data-message={message.id}
            >
              <span className={classes.from}>
                {message.readAt === null && <VisuallyHidden>Unread: </VisuallyHidden>}
                {message.from || inboxMessages.noSender}
              </span>
              <time
                className={classes.time}
                dateTime={message.receivedAt}
                title={momentText(message.receivedAt)}
              >
                {agoText(message.receivedAt, now)}
              </time>
              <span className={classes.form}>{message.form}</span>
              <span className={classes.start}>{startOf(message)}</span>
            </Link>
          </li>
        ))}
      </ul>
      {onMore && (
        <div className={classes.more}>
          <Button variant="subtle" size="sm" disabled={busy} onClick={onMore}>
            {busy ? 'Loading...' : 'Load older messages'}
          </Button>
        </div>
      )}
    </div>
  );
}

/** How a message begins: what was written, or else whatever was sent. */
function startOf({ fields, subject }: ReceivedSubmission): string {
  const message = fields.find(({ name }) => name === 'message') ?? fields.at(-1);
  return (message?.value ?? subject).slice(0, 200);
}

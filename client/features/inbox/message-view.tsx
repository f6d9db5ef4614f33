import { useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef } from 'react';
import { failureMessage } from '#client/lib/api.ts';
import { momentText } from '#client/lib/format.ts';
import { memberAddress } from '#client/member-ui/member-address.ts';
import { deskAddress } from '#client/member-ui/reviews/queries.ts';
import { Button, ButtonLink } from '#client/ui/button.tsx';
import { EmptyState } from '#client/ui/empty-state.tsx';
import { IconArrowLeft, IconCheck } from '#client/ui/icons.tsx';
import layout from '#client/ui/layout.module.css';
import { Loaded } from '#client/ui/load-failure.tsx';
import { Notice } from '#client/ui/notice.tsx';
import {
  IconChecklist,
  IconMail,
  IconMailOpened,
  IconMessage2,
  IconTrash,
  IconUser,
} from '#client/ui/page-icons.ts';
import typography from '#client/ui/typography.module.css';
import { inboxMessages, type ReceivedSubmission } from '#domain/form-inbox.ts';
import { webAddress } from '#domain/web-address.ts';
import { Answers } from './answers.tsx';
import { useMarkMessage } from './mutations.ts';
import { messageQuery } from './queries.ts';

export function NoMessage() {
  return <EmptyState mark={IconMessage2} title={inboxMessages.noneOpen} />;
}

/** One message in full. Opening it marks it as read. */
export function MessageView({ id, back, onDelete }: { id: string; back: string; onDelete: () => void }) {
  const query = useQuery(messageQuery(id));
  return (
    <article className={`${layout.stackL} ${layout.padded}`}>
      <div className={layout.narrow}>
        <ButtonLink to={back} size="sm" icon={IconArrowLeft}>
          {inboxMessages.all}
        </ButtonLink>
      </div>
      <Loaded query={query} failed={inboxMessages.loadFailed} height="14rem">
        {(message) => <Message message={message} onDelete={onDelete} />}
      </Loaded>
    </article>
  );
}

function Message({ message, onDelete }: { message: ReceivedSubmission; onDelete: () => void }) {
  const mark = useMarkMessage();
  const heading = useRef<HTMLHeadingElement>(null);
  const unread = message.readAt === null;
  const { answeredAt, answeredBy } = message;

  const openMessage = useEffectEvent(() => {
    heading.current?.focus({ preventScroll: true });
    if (unread) mark.mutate({ message, mark: { read: true } });
  });
  // Once for each opened message, so that one marked as unread afterwards stays unread.
  useEffect(() => openMessage(), []);

  return (
    <>
      <header className={layout.stackS}>
        <h2 ref={heading} tabIndex={-1} className={`${typography.wrap} ${typography.title}`}>
          {message.subject || message.form}
        </h2>
        <p className={`${layout.line} ${typography.faint}`}>
          <span className={typography.name}>{message.from || inboxMessages.noSender}</span>
          <span>{inboxMessages.kinds[message.kind]}</span>
          <span>{message.form}</span>
          <time dateTime={message.receivedAt}>{momentText(message.receivedAt)}</time>
        </p>
        {answeredAt && (
          <p className={`${layout.media} ${typography.note}`}>
            <IconCheck size={17} stroke={2} aria-hidden="true" />
            {inboxMessages.answeredBy(answeredBy ?? inboxMessages.someAdministrator, momentText(answeredAt))}
          </p>
        )}
      </header>
      <div className={layout.row}>
        {message.kind === 'question' && (
          <Button
            size="sm"
            icon={IconCheck}
            aria-keyshortcuts="A"
            onClick={() => mark.mutate({ message, mark: { answered: answeredAt === null } })}
          >
            {answeredAt === null ? inboxMessages.markAnswered : inboxMessages.markOpen}
          </Button>
        )}
        <SenderLinks message={message} />
        <Button
          size="sm"
          icon={unread ? IconMailOpened : IconMail}
          onClick={() => mark.mutate({ message, mark: { read: unread } })}
        >
          {unread ? inboxMessages.markRead : inboxMessages.markUnread}
        </Button>
        <Button size="sm" icon={IconTrash} onClick={onDelete}>
          {inboxMessages.delete}
        </Button>
      </div>
      {mark.isError && <Notice tone="error">{inboxMessages.markFailed(failureMessage(mark.error))}</Notice>}
      <dl className={layout.stackL}>
        {message.fields.map(({ name, label, value }) => (
          <div key={name}>
            <dt className={typography.caption}>{label}</dt>
            <dd className={typography.written}>
              <Value text={value} />
            </dd>
          </div>
        ))}
      </dl>
      <Answers message={message} />
    </>
  );
}

function SenderLinks({ message: { memberUid, kind } }: { message: ReceivedSubmission }) {
  if (memberUid === null) return null;
  return (
    <>
      {kind === 'project' && (
        <ButtonLink size="sm" to={deskAddress(memberUid)} aria-keyshortcuts="O" icon={IconChecklist}>
          {inboxMessages.openSubmission}
        </ButtonLink>
      )}
      <ButtonLink size="sm" to={memberAddress(memberUid)} aria-keyshortcuts="M" icon={IconUser}>
        {inboxMessages.openRecord}
      </ButtonLink>
    </>
  );
}

/** A web address is a link that shows where it leads. */
function Value({ text }: { text: string }) {
  const address = linkTo(text);
  if (!address) return text;
  return (
    <a className={typography.data} href={address} target="_blank" rel="noopener noreferrer">
      {address}
    </a>
  );
}

/** The link of a value that is a single web address; null for any other text. */
function linkTo(value: string): string | null {
  return /\s/.test(value) ? null : (webAddress(value)?.href ?? null);
}

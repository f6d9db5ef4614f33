import { useState } from 'react';
import { failureMessage } from '#client/lib/api.ts';
import { dayText, momentText } from '#client/lib/format.ts';
import { BulkProgressView } from '#client/member-ui/bulk-progress.tsx';
import { filterText } from '#client/member-ui/filters/filter-text.ts';
import { Badge } from '#client/ui/badge.tsx';
import { Button } from '#client/ui/button.tsx';
import { EmailText } from '#client/ui/email-text.tsx';
import layout from '#client/ui/layout.module.css';
import { LinkedText } from '#client/ui/linked-text.tsx';
import { LongText } from '#client/ui/long-text.tsx';
import { Notice } from '#client/ui/notice.tsx';
import { Question } from '#client/ui/question.tsx';
import typography from '#client/ui/typography.module.css';
import type { GroupMessage } from '#domain/group-messages.ts';
import { Correction } from './correction.tsx';
import { useStopEmails, useWithdrawMessage } from './mutations.ts';
import { Recipients } from './recipients.tsx';
import { sentTexts as texts, withdrawTexts } from './texts.ts';

export function SentMessage({ message }: { message: GroupMessage }) {
  const [opened, setOpened] = useState<'correction' | 'recipients' | null>(null);
  const [asking, setAsking] = useState(false);
  const withdrawal = useWithdrawMessage(message.id);
  const stop = useStopEmails(message.id);
  const toggle = (part: typeof opened) => setOpened(opened === part ? null : part);
  return (
    <article className={layout.stackM}>
      <MessageSummary message={message} />
      {opened === 'correction' && message.withdrawnAt === null ? (
        <Correction message={message} onDone={() => setOpened(null)} />
      ) : (
        <div className={typography.written} dir="auto">
          {message.subject && <p className={typography.name}>{message.subject}</p>}
          <LongText text={message.text} lines={12}>
            <LinkedText text={message.text} />
          </LongText>
        </div>
      )}
      {message.emails && (
        <BulkProgressView emails={message.emails} choice={message.withdrawnAt === null ? stop : null} />
      )}
      <div className={layout.row}>
        <Button
          variant="default"
          size="sm"
          aria-expanded={opened === 'recipients'}
          onClick={() => toggle('recipients')}
        >
          {texts.recipients}
        </Button>
        {message.withdrawnAt === null && (
          <>
            <Button
              variant="default"
              size="sm"
              aria-expanded={opened === 'correction'}
              onClick={() => toggle('correction')}
            >
              {texts.correct}
            </Button>
            <Button variant="default" size="sm" busy={withdrawal.isPending} onClick={() => setAsking(true)}>
              {texts.withdraw}
            </Button>
          </>
        )}
      </div>
      {withdrawal.isError && <Notice tone="error">{failureMessage(withdrawal.error)}</Notice>}
      {opened === 'recipients' && <Recipients message={message} />}
      {asking && (
        <Question
          texts={withdrawTexts}
          onYes={() => {
            setAsking(false);
            withdrawal.mutate();
          }}
          onNo={() => setAsking(false)}
        />
      )}
    </article>
  );
}

function MessageSummary({ message }: { message: GroupMessage }) {
  const { sentAt, sentBy, recipients, filter, endsAt, correctedAt, withdrawnAt } = message;
  const hasEnded = endsAt !== null && Date.parse(endsAt) <= Date.now();
  return (
    <p className={`${layout.line} ${typography.faint}`}>
      <time className={typography.fact} dateTime={sentAt}>
        {momentText(sentAt)}
      </time>
      <strong className={typography.wrap}>
        {filter ? texts.to(recipients, filterText(filter)) : texts.toSelected(recipients)}
      </strong>
      <span>
        {texts.by} <EmailText email={sentBy} />
      </span>
      {endsAt !== null && !hasEnded && withdrawnAt === null && (
        <span>{texts.until(dayText(endsAt, ''))}</span>
      )}
      {correctedAt !== null && <Badge tone="warning">{texts.corrected}</Badge>}
      {withdrawnAt !== null && <Badge>{texts.withdrawn}</Badge>}
      {hasEnded && withdrawnAt === null && <Badge>{texts.ended}</Badge>}
    </p>
  );
}

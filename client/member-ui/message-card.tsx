import type { ReactNode } from 'react';
import { dayText, momentText } from '#client/lib/format.ts';
import { Badge } from '#client/ui/badge.tsx';
import layout from '#client/ui/layout.module.css';
import { LinkedText } from '#client/ui/linked-text.tsx';
import { LongText } from '#client/ui/long-text.tsx';
import typography from '#client/ui/typography.module.css';
import type { OwnMessage } from '#domain/group-messages.ts';
import classes from './message-card.module.css';

const texts = { from: 'From the club', corrected: 'Corrected', until: 'until' } as const;

interface MessageCardProps {
  subject?: string;
  text: string;
  /** Undefined in a preview. */
  message?: Pick<OwnMessage, 'sentAt' | 'correctedAt' | 'endsAt'>;
  action?: ReactNode;
}

export function MessageCard({ subject = '', text, message, action }: MessageCardProps) {
  return (
    <article className={`${layout.card} ${classes.card}`}>
      <header className={layout.line}>
        <h2 className={typography.fact}>{texts.from}</h2>
        {message?.correctedAt && <Badge tone="warning">{texts.corrected}</Badge>}
        {message && (
          <p className={`${layout.line} ${typography.fact}`}>
            <time dateTime={message.sentAt}>{momentText(message.sentAt)}</time>
            {message.endsAt && (
              <span>
                {texts.until} <time dateTime={message.endsAt}>{dayText(message.endsAt, '')}</time>
              </span>
            )}
          </p>
        )}
      </header>
      {action}
      <div className={classes.text} dir="auto">
        {subject && <p className={typography.name}>{subject}</p>}
        <LongText text={text} lines={12}>
          <LinkedText text={text} />
        </LongText>
      </div>
    </article>
  );
}

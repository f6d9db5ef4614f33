import type { ReactNode } from 'react';
import { momentText } from '#client/lib/format.ts';
import { Badge } from '#client/ui/badge.tsx';
import { LinkedText } from '#client/ui/linked-text.tsx';
import classes from './message-card.module.css';
import { ownMessageTexts as texts } from './texts.ts';

interface MessageCardProps {
  /** Filled in. */
  text: string;
  /** Null in a preview. */
  sentAt: string | null;
  corrected?: boolean;
  /** A button in its corner. */
  action?: ReactNode;
}

/** A message as its reader sees it. */
export function MessageCard({ text, sentAt, corrected = false, action }: MessageCardProps) {
  return (
    <article className={classes.card}>
      <header className={classes.header}>
        <h2 className={classes.from}>{texts.from}</h2>
        {sentAt !== null && (
          <time className={classes.time} dateTime={sentAt}>
            {momentText(sentAt)}
          </time>
        )}
        {corrected && <Badge tone="warning">{texts.corrected}</Badge>}
      </header>
      {action}
      <p className={classes.text}>
        <LinkedText text={text} />
      </p>
    </article>
  );
}

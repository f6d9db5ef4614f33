import { LinkButton } from '#client/ui/text-link.tsx';
import typography from '#client/ui/typography.module.css';
import { deskKeys, deskTexts } from '#domain/desk-texts.ts';
import type { ReviewQueue } from '#domain/review.ts';
import { keyTexts } from '#domain/review-texts.ts';

import classes from './key-bar.module.css';

interface KeyBarProps {
  queue: Pick<ReviewQueue, 'total' | 'waiting'> | undefined;
  onHelp: () => void;
}

/** At the foot of the desk: the most important keys, and how much of the queue is reviewed. */
export function KeyBar({ queue, onHelp }: KeyBarProps) {
  return (
    <footer className={`${typography.fact} ${classes.bar}`}>
      {deskKeys.map(
        (entry) =>
          'short' in entry && (
            <span key={entry.short} aria-hidden="true">
              <b>{entry.keys[0] === '1' ? '1–9' : entry.keys[0]}</b> {entry.short}
            </span>
          ),
      )}
      <span>
        <b aria-hidden="true">?</b> <LinkButton onClick={onHelp}>{keyTexts.button}</LinkButton>
      </span>
      {queue && queue.total > 0 && (
        <progress
          className={classes.meter}
          value={queue.total - queue.waiting}
          max={queue.total}
          aria-label={deskTexts.progress}
        />
      )}
    </footer>
  );
}

import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Badge } from '#client/ui/badge.tsx';
import { Button } from '#client/ui/button.tsx';
import { EmailText } from '#client/ui/email-text.tsx';
import { CheckField } from '#client/ui/field.tsx';
import { LoadFailure } from '#client/ui/load-failure.tsx';
import { LoadingNote } from '#client/ui/loading-note.tsx';
import type { GroupMessage } from '#domain/group-messages.ts';
import { trackLabels } from '#domain/member-choices.ts';
import { recipientsQuery } from './queries.ts';
import classes from './recipients.module.css';
import { sentTexts, recipientTexts as texts } from './texts.ts';

/** The members to whom a message was sent, by name. */
export function Recipients({ message }: { message: GroupMessage }) {
  const [unreached, setUnreached] = useState(false);
  const list = useInfiniteQuery(recipientsQuery(message.id, unreached));
  const [first] = list.data?.pages ?? [];
  if (list.isPending && !unreached) return <LoadingNote />;
  if (!first && list.isError) {
    return <LoadFailure title={texts.loadFailed} error={list.error} onRetry={() => void list.refetch()} />;
  }
  const left = unreached || !first ? 0 : message.recipients - first.total;
  return (
    <section className={classes.recipients} aria-label={texts.title}>
      {message.emails && message.emails.failed > 0 && (
        <CheckField
          label={texts.unreached}
          checked={unreached}
          onChange={(event) => setUnreached(event.currentTarget.checked)}
        />
      )}
      {left > 0 && <p className={classes.note}>{texts.left(left)}</p>}
      <ul className={classes.list}>
        {list.data?.pages
          .flatMap(({ recipients }) => recipients)
          .map(({ uid, fullName, email, developmentTrack, dismissedAt }) => (
            <li key={uid}>
              <span>{fullName}</span>
              <span className={classes.note}>
                <EmailText email={email} />
              </span>
              {developmentTrack && <span className={classes.note}>{trackLabels[developmentTrack]}</span>}
              {dismissedAt !== null && <Badge>{texts.dismissed}</Badge>}
            </li>
          ))}
      </ul>
      {list.hasNextPage && (
        <Button
          variant="subtle"
          size="sm"
          disabled={list.isFetchingNextPage}
          onClick={() => void list.fetchNextPage()}
        >
          {list.isFetchingNextPage ? sentTexts.loadingMore : texts.more}
        </Button>
      )}
    </section>
  );
}

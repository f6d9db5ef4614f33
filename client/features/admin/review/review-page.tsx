import { IconChecklist, IconSearchOff } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useAdministrator } from '#client/features/accounts/administrator.ts';
import { ButtonLink } from '#client/ui/button.tsx';
import { EmptyState } from '#client/ui/empty-state.tsx';
import { LoadFailure } from '#client/ui/load-failure.tsx';
import { LoadingNote } from '#client/ui/loading-note.tsx';
import { Skeleton } from '#client/ui/skeleton.tsx';
import { deskTexts } from '#domain/review-texts.ts';
import { KeyHelp } from './key-help.tsx';
import { OpenSubmission } from './open-submission.tsx';
import { reviewQuery } from './queries.ts';
import { QueueBar } from './queue-bar.tsx';
import { isFiltered } from './queue-filter.ts';
import classes from './review-page.module.css';
import { useDesk } from './use-desk.ts';
import { useReviewWrites } from './use-review-writes.ts';
import { useStoredFlag } from './use-stored-flag.ts';

/** /admin/review: one submission at a time (docs/decisions/0051). */
export function Component() {
  return useAdministrator() && <ReviewDesk />;
}

function ReviewDesk() {
  const desk = useDesk();
  const writes = useReviewWrites(desk.open);
  const keys = useStoredFlag('desk-keys', true);
  const [helpOpen, setHelpOpen] = useState(false);
  const { uid, queue, error } = desk;
  const isEmpty = !uid && queue !== undefined;
  return (
    <>
      <QueueBar desk={desk} onHelp={() => setHelpOpen(true)} />
      {uid && (
        <Submission
          key={uid}
          uid={uid}
          desk={desk}
          writes={writes}
          keysEnabled={keys[0]}
          onHelp={() => setHelpOpen(true)}
        />
      )}
      {isEmpty && <Nothing filtered={isFiltered(desk.filter)} />}
      {!uid && !queue && !error && <Loading />}
      {!uid && !queue && error && <Failure error={error} onRetry={desk.reload} />}
      {helpOpen && <KeyHelp enabled={keys[0]} onEnable={keys[1]} onClose={() => setHelpOpen(false)} />}
    </>
  );
}

export interface SubmissionProps {
  uid: string;
  desk: ReturnType<typeof useDesk>;
  writes: ReturnType<typeof useReviewWrites>;
  keysEnabled: boolean;
  onHelp: () => void;
}

function Submission(props: SubmissionProps) {
  const { data: review, error, refetch } = useQuery(reviewQuery(props.uid));
  if (review) return <OpenSubmission {...props} review={review} />;
  return error ? <Failure error={error} onRetry={() => void refetch()} /> : <Loading />;
}

function Failure({ error, onRetry }: { error: Error; onRetry: () => void }) {
  return <LoadFailure title={deskTexts.loadFailed} error={error} onRetry={onRetry} />;
}

function Nothing({ filtered }: { filtered: boolean }) {
  return filtered ? (
    <EmptyState
      icon={IconSearchOff}
      title={deskTexts.nothingFoundTitle}
      action={
        <ButtonLink to="?" variant="default" replace>
          {deskTexts.showAll}
        </ButtonLink>
      }
    >
      {deskTexts.nothingFound}
    </EmptyState>
  ) : (
    <EmptyState icon={IconChecklist} title={deskTexts.emptyTitle}>
      {deskTexts.empty}
    </EmptyState>
  );
}

function Loading() {
  return (
    <div className={classes.columns}>
      <LoadingNote />
      <Skeleton height="26rem" />
      <Skeleton height="22rem" />
    </div>
  );
}

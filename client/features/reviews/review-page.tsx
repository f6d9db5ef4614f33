import { IconChecklist, IconSearchOff } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useAdministrator } from '#client/features/accounts/administrator.ts';
import { keepStored, readStored } from '#client/lib/browser-storage.ts';
import { ButtonLink } from '#client/ui/button.tsx';
import { Dialog } from '#client/ui/dialog.tsx';
import { EmptyState } from '#client/ui/empty-state.tsx';
import { CheckField } from '#client/ui/field.tsx';
import { LoadFailure } from '#client/ui/load-failure.tsx';
import { LoadingNote } from '#client/ui/loading-note.tsx';
import { Notice } from '#client/ui/notice.tsx';
import { Skeleton } from '#client/ui/skeleton.tsx';
import { LinkButton } from '#client/ui/text-link.tsx';
import type { SubmissionReview } from '#domain/review.ts';
import { deskKeys, deskTexts, keyTexts, meanwhileTexts, resultText } from '#domain/review.ts';
import keyClasses from './key-help.module.css';
import { OpenSubmission } from './open-submission.tsx';
import { reviewQuery } from './queries.ts';
import { QueueBar } from './queue-bar.tsx';
import { isFiltered } from './queue-filter.ts';
import classes from './review-page.module.css';
import { useDesk } from './use-desk.ts';
import { type Reviews, useReviews } from './use-reviews.ts';

/** /admin/review: one submission at a time (docs/decisions/reviews.md). */
export function Component() {
  return useAdministrator() && <ReviewDesk />;
}

function ReviewDesk() {
  const desk = useDesk();
  const reviews = useReviews(desk.open);
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
          reviews={reviews}
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
  reviews: Reviews;
  keysEnabled: boolean;
  onHelp: () => void;
}

function Submission(props: SubmissionProps) {
  const { data: review, error, refetch } = useQuery(reviewQuery(props.uid));
  if (review) return <SeenSubmission {...props} review={review} />;
  return error ? <Failure error={error} onRetry={() => void refetch()} /> : <Loading />;
}

/** A submission, and a notice of how somebody else changed it. A resubmission starts with empty fields. */
function SeenSubmission(props: SubmissionProps & { review: SubmissionReview }) {
  const { review, reviews } = props;
  const { uid, submittedAt } = review.member;
  const notice = useConcurrentEditNotice(review, reviews);
  return (
    <>
      <ConcurrentEditNotice {...notice} />
      <OpenSubmission key={`${uid} ${submittedAt}`} {...props} />
    </>
  );
}

/** The live region is there before its text: otherwise screen readers would not read it. */
function ConcurrentEditNotice({ text, dismiss }: ReturnType<typeof useConcurrentEditNotice>) {
  return (
    <div className={text ? classes.notice : undefined} aria-live="polite">
      {text && (
        <Notice tone="info" inLiveRegion>
          <span className={classes.noticeRow}>
            {text}
            <LinkButton onClick={dismiss}>{meanwhileTexts.dismiss}</LinkButton>
          </span>
        </Notice>
      )}
    </div>
  );
}

/** A text that says how somebody else changed the submission while it was open; null if nobody did. */
function useConcurrentEditNotice(
  { member, version }: SubmissionReview,
  { isOwn, isBusy }: Pick<Reviews, 'isOwn' | 'isBusy'>,
) {
  const [seen, setSeen] = useState({ version, submittedAt: member.submittedAt });
  const [text, setText] = useState<string | null>(null);
  // Until the answer to a write of this page is here, the stream's news may be about that write.
  if (version !== seen.version && !isBusy(member.uid)) {
    const { submittedAt } = member;
    setSeen({ version, submittedAt });
    if (submittedAt !== seen.submittedAt) setText(meanwhileTexts.replaced);
    else if (isOwn(version)) setText(null);
    else if (marksOf(version) !== marksOf(seen.version)) setText(meanwhileTexts.changed(resultText(member)));
  }
  return { text, dismiss: () => setText(null) };
}

/** The part of a version that names submission, marks and feedback. */
function marksOf(version: string): string {
  return version.slice(0, version.lastIndexOf('/'));
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

interface KeyHelpProps {
  enabled: boolean;
  onEnable: (enabled: boolean) => void;
  onClose: () => void;
}

/** The keys of the desk, and the switch that turns single keys off. */
function KeyHelp({ enabled, onEnable, onClose }: KeyHelpProps) {
  return (
    <Dialog title={keyTexts.title} question onClose={onClose}>
      <dl className={keyClasses.keys}>
        {deskKeys.map(({ keys, label }) => (
          <div key={label} className={keyClasses.row}>
            <dt className={keyClasses.key}>
              {keys.map((key) => (key === '–' ? key : <kbd key={key}>{key}</kbd>))}
            </dt>
            <dd>{label}</dd>
          </div>
        ))}
      </dl>
      <CheckField
        label={keyTexts.enabled}
        checked={enabled}
        onChange={(event) => onEnable(event.currentTarget.checked)}
      />
    </Dialog>
  );
}

/** A switch that this browser remembers. */
function useStoredFlag(name: string, otherwise: boolean) {
  const [value, setValue] = useState(() => {
    const stored = readStored(name);
    return typeof stored === 'boolean' ? stored : otherwise;
  });
  function set(next: boolean) {
    setValue(next);
    keepStored(name, next);
  }
  return [value, set] as const;
}

import { useQuery, useQueryClient } from '@tanstack/react-query';
import { lazy, Suspense, useEffect, useEffectEvent, useState } from 'react';
import { useLocation } from 'react-router';
import { useNotifyOnFailure } from '#client/live/use-notify-on-failure.ts';
import { claimSubmission, leaveSubmission } from '#client/member-ui/reviews/claims.ts';
import { reviewQuery } from '#client/member-ui/reviews/queries.ts';
import { type Reviews, resultOf, useReviews } from '#client/member-ui/reviews/use-reviews.ts';
import { useSessionUser } from '#client/session/queries.ts';
import { ButtonLink } from '#client/ui/button.tsx';
import { EmptyState } from '#client/ui/empty-state.tsx';
import { useKeyHelp } from '#client/ui/key-help.tsx';
import layout from '#client/ui/layout.module.css';
import { Unloaded, type UnloadedProps } from '#client/ui/load-failure.tsx';
import { Notice } from '#client/ui/notice.tsx';
import { IconChecklist, IconSearchOff } from '#client/ui/page-icons.ts';
import { Skeleton } from '#client/ui/skeleton.tsx';
import { LinkButton, TextLink } from '#client/ui/text-link.tsx';
import typography from '#client/ui/typography.module.css';
import { type Claim, claimTexts as texts } from '#domain/claims.ts';
import { deskKeys, deskTexts, meanwhileTexts } from '#domain/desk-texts.ts';
import type { ReviewedMember, ReviewQueue } from '#domain/review.ts';
import { keyTexts, resultText } from '#domain/review-texts.ts';
import keys from './key-bar.module.css';
import { OpenSubmission, type SubmissionProps } from './open-submission.tsx';
import { queueState } from './queries.ts';
import { Queue } from './queue.tsx';
import classes from './review-page.module.css';
import { useDesk } from './use-desk.ts';

const RequiredFactor = lazy(() =>
  import('#client/member-ui/factors/required.tsx').then((m) => ({ default: m.RequiredFactor })),
);

/** /admin/review: one submission at a time (docs/decisions/reviews.md). */
export function Component() {
  const hasJoined = useLocation().state === 'joined';
  if (!useSessionUser()?.needsSecondFactor)
    return (
      <>
        {hasJoined && (
          <Notice tone="info">
            {deskTexts.offer} <TextLink to="/admin/account">{deskTexts.offerLink}</TextLink>
          </Notice>
        )}
        <Desk />
      </>
    );
  return (
    <Suspense>
      <RequiredFactor />
    </Suspense>
  );
}

function Desk() {
  const desk = useDesk();
  const reviews = useReviews(desk.open);
  const { keysEnabled, openHelp, help } = useKeyHelp(deskKeys);
  const { uid, queue, shownQueue, error } = desk;
  return (
    <div className={`${layout.stackL} ${classes.desk}`}>
      <Queue desk={desk} />
      {uid && (
        <Submission
          key={uid}
          uid={uid}
          desk={desk}
          reviews={reviews}
          keysEnabled={keysEnabled}
          onHelp={openHelp}
        />
      )}
      {!uid && !queue && <NoSubmission query={{ error, refetch: desk.reload }} />}
      {!uid && queue && <Nothing filtered={queueState.changed(desk.filter).length > 0} />}
      <KeyBar queue={shownQueue} onHelp={openHelp} />
      {help}
    </div>
  );
}

function Submission(props: SubmissionProps) {
  const query = useQuery(reviewQuery(props.uid));
  const { data: review } = query;
  if (!review) return <NoSubmission query={query} />;
  return (
    <>
      <ClaimNotice uid={props.uid} claim={review.claim} desk={props.desk} />
      <ConcurrentEditNotice member={review.member} reviews={props.reviews} />
      {/* A resubmission starts with empty fields. */}
      <OpenSubmission key={review.member.submittedAt} {...props} review={review} />
    </>
  );
}

interface ConcurrentEditNoticeProps {
  member: ReviewedMember;
  reviews: Reviews;
}

/** Says how somebody else changed the submission while it was open. */
function ConcurrentEditNotice({ member, reviews: { isOwn, isBusy } }: ConcurrentEditNoticeProps) {
  const [seen, setSeen] = useState(member);
  const [text, setText] = useState<string | null>(null);
  // Until the answer to a write of this page is here, news may be about that write.
  if (resultOf(member) !== resultOf(seen) && !isBusy()) {
    setSeen(member);
    if (member.submittedAt !== seen.submittedAt) setText(meanwhileTexts.replaced);
    else if (member.githubLink !== seen.githubLink) setText(meanwhileTexts.corrected);
    else setText(isOwn(member) ? null : meanwhileTexts.changed(resultText(member)));
  }
  return (
    // There before its text: otherwise screen readers would not read it.
    <div className={classes.notice} aria-live="polite">
      {text && (
        <Notice tone="info" inLiveRegion>
          <span className={layout.line}>
            {text}
            <LinkButton onClick={() => setText(null)}>{meanwhileTexts.dismiss}</LinkButton>
          </span>
        </Notice>
      )}
    </div>
  );
}

function NoSubmission({ query }: Pick<UnloadedProps, 'query'>) {
  return (
    <div className={classes.whole}>
      <Unloaded query={query} failed={deskTexts.loadFailed}>
        <div className={layout.stackL}>
          <Skeleton height="6rem" />
          <Skeleton height="22rem" />
        </div>
      </Unloaded>
    </div>
  );
}

function Nothing({ filtered }: { filtered: boolean }) {
  return (
    <div className={classes.whole}>
      {filtered ? (
        <EmptyState
          mark={IconSearchOff}
          title={deskTexts.nothingFoundTitle}
          action={
            <ButtonLink to="?" replace>
              {deskTexts.showAll}
            </ButtonLink>
          }
        >
          {deskTexts.nothingFound}
        </EmptyState>
      ) : (
        <EmptyState mark={IconChecklist} title={deskTexts.emptyTitle}>
          {deskTexts.empty}
        </EmptyState>
      )}
    </div>
  );
}

/** Milliseconds on the screen after which a submission that was looked up is open, and between renewals by somebody's work. */
const openAfter = 500;
const renewAfter = 60_000;

interface ClaimNoticeProps {
  uid: string;
  claim: Claim | null;
  desk: ReturnType<typeof useDesk>;
}

/** Opens the submission on the screen for this reviewer, and says who else has it open. */
function ClaimNotice({ uid, claim, desk }: ClaimNoticeProps) {
  const client = useQueryClient();
  const notifyOnFailure = useNotifyOnFailure();
  const [hadIt, setHadIt] = useState(false);
  const isMine = claim?.mine ?? false;
  if (isMine && !hadIt) setHadIt(true);
  useOwnClaim({ uid, claim, desk });
  const other = claim && !isMine ? claim.by : null;
  const passOn = useEffectEvent(() => desk.passOn(uid));
  useEffect(() => {
    if (other !== null && !hadIt) passOn();
  }, [other, hadIt]);
  const takeOver = () =>
    void notifyOnFailure(claimSubmission(client, uid, { takeOver: true }), (text) => ({ text }));
  return (
    <div className={classes.notice} aria-live="polite">
      {other !== null && (
        <Notice tone="info" inLiveRegion>
          <span className={layout.line}>
            {hadIt ? texts.takenOver(other) : texts.open(other)}
            <LinkButton onClick={takeOver}>{texts.takeOver}</LinkButton>
          </span>
        </Notice>
      )}
    </div>
  );
}

/** Claims what is free, renews that while somebody works here, and leaves it with the page. */
function useOwnClaim({ uid, claim, desk }: ClaimNoticeProps): void {
  const client = useQueryClient();
  const isWanted = claim === null && desk.shownQueue?.alone === false;
  const isMine = claim?.mine ?? false;
  const isAssigned = desk.isAssigned(uid);

  // Without a connection nothing is claimed, and the next activity tries again.
  const open = useEffectEvent(() => void claimSubmission(client, uid).catch(() => {}));

  useEffect(() => {
    if (!isWanted) return;
    const timer = setTimeout(() => open(), isAssigned ? 0 : openAfter);
    return () => clearTimeout(timer);
  }, [isWanted, isAssigned]);

  useEffect(() => {
    if (!isMine) return;
    let last = Date.now();
    const onActivity = () => {
      if (Date.now() - last < renewAfter) return;
      last = Date.now();
      open();
    };
    const leave = () => void leaveSubmission(client, uid).catch(() => {});
    const signs = ['keydown', 'pointermove', 'pointerdown', 'wheel'];
    for (const sign of signs) document.addEventListener(sign, onActivity, { passive: true });
    window.addEventListener('pagehide', leave);
    return () => {
      for (const sign of signs) document.removeEventListener(sign, onActivity);
      window.removeEventListener('pagehide', leave);
      leave();
    };
  }, [client, uid, isMine]);
}

interface KeyBarProps {
  queue: Pick<ReviewQueue, 'total' | 'waiting'> | undefined;
  onHelp: () => void;
}

/** At the foot of the desk: the most important keys, and how much of the queue is reviewed. */
function KeyBar({ queue, onHelp }: KeyBarProps) {
  const reviewed = queue ? queue.total - queue.waiting : 0;
  return (
    <footer className={`${typography.fact} ${keys.bar}`}>
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
        <span className={`${layout.media} ${keys.progress}`}>
          {deskTexts.progress(reviewed, queue.total)}
          <span
            className={keys.meter}
            style={{
              width: 11 * Math.min(queue.total, 15),
              backgroundSize: `${(100 * reviewed) / queue.total}%`,
            }}
          />
        </span>
      )}
    </footer>
  );
}

import { MissingRecord } from '#client/member-ui/missing-record.tsx';
import { ProgressCount } from '#client/member-ui/progress-comb.tsx';
import { useOwnRecord } from '#client/member-ui/queries.ts';
import { ResultNews } from '#client/member-ui/results/result-news.tsx';
import layout from '#client/ui/layout.module.css';
import { LoadFailure } from '#client/ui/load-failure.tsx';
import { LoadingNote } from '#client/ui/loading-note.tsx';
import { PageHeading } from '#client/ui/page-heading.tsx';
import { Skeleton } from '#client/ui/skeleton.tsx';
import { Steps } from './steps.tsx';
import { timelineTexts } from './texts.ts';

export function Component() {
  const { member, failure, retry } = useOwnRecord();
  const heading = {
    title: timelineTexts.title,
    back: { to: '/dashboard' },
  };

  if (member === undefined && failure) {
    return (
      <>
        <PageHeading {...heading} />
        <LoadFailure title={timelineTexts.loadFailed} error={failure} onRetry={retry} />
      </>
    );
  }
  if (member === undefined) {
    return (
      <>
        <PageHeading {...heading} actions={<Skeleton width="14rem" height="26px" />} />
        <LoadingNote />
        <StepsSkeleton />
      </>
    );
  }
  return (
    <>
      <PageHeading {...heading} actions={<ProgressCount record={member} />} />
      {member === null && <MissingRecord />}
      <ResultNews />
      <Steps member={member} />
    </>
  );
}

/** Placeholders for the four steps, with the third as the current one. */
function StepsSkeleton() {
  return (
    <div className={layout.stackL}>
      <Line />
      <Line />
      <div className={layout.media}>
        <Skeleton width="48px" height="48px" />
        <Skeleton height="156px" />
      </div>
      <Line />
    </div>
  );
}

function Line() {
  return (
    <div className={layout.media}>
      <Skeleton width="48px" height="48px" />
      <div className={layout.stackM}>
        <Skeleton width="13rem" height="22px" />
        <Skeleton width="19rem" height="18px" />
      </div>
    </div>
  );
}

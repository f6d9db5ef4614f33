import type { ReactNode } from 'react';
import { dayText } from '#client/lib/format.ts';
import { useResult } from '#client/member-ui/answer-queries.ts';
import { Cell } from '#client/member-ui/cell.tsx';
import { MissingRecord } from '#client/member-ui/missing-record.tsx';
import { ProgressCount } from '#client/member-ui/progress-comb.tsx';
import { useOwnRecord } from '#client/member-ui/queries.ts';
import { ResultNews } from '#client/member-ui/results/result-news.tsx';
import { ReviewAnswer } from '#client/member-ui/review-answer.tsx';
import { DueLine } from '#client/member-ui/season.tsx';
import { SubmittedProject } from '#client/member-ui/submitted-project.tsx';
import { TaskCompletion } from '#client/member-ui/task-completion.tsx';
import { trackStyles } from '#client/member-ui/track-style.ts';
import layout from '#client/ui/layout.module.css';
import { LoadFailure, LoadingNote } from '#client/ui/load-failure.tsx';
import { NextLink } from '#client/ui/next-link.tsx';
import { PageHeading } from '#client/ui/page-heading.tsx';
import { Skeleton } from '#client/ui/skeleton.tsx';
import typography from '#client/ui/typography.module.css';
import { trackLabels } from '#domain/member-choices.ts';
import type { Member } from '#domain/members.ts';
import { isMembersTurn, type Step, stepStatusLabels, submitAction, timeline } from '#domain/progress.ts';
import classes from './steps.module.css';

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
        <Skeleton height="348px" />
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

/** The four steps as an interlocking comb, and beside it, or below it on a phone, what there is to do now. */
function Steps({ member }: { member: Member | null }) {
  const result = useResult();
  const steps = timeline(member, result !== null);
  const [account, track, task, submission] = steps;
  const chosen = member?.developmentTrack;
  const next = steps.find(({ status }) => status === 'current');
  const current = next ?? submission;
  const answered = member?.feedback != null && !member.submissionReviewed;
  const item = (step: Step, index: number, at: string | null | undefined, detail?: ReactNode) => (
    <li
      key={step.title}
      className={classes.step}
      data-status={step.status}
      {...(step === next && { 'aria-current': 'step' })}
    >
      <span className={classes.cell}>
        <Cell
          status={step.status}
          track={chosen}
          later={index + 1}
          next={step === next}
          sent={index === 3 && Boolean(member?.githubLink)}
          {...(index === 1 && chosen && { glyph: trackStyles[chosen].icon })}
        />
      </span>
      <div className={`${layout.stackXs} ${classes.body}`}>
        <h2
          className={`${typography.heading} ${classes.title} ${step.status === 'pending' ? typography.soft : ''}`}
        >
          {step.title}
        </h2>
        {detail && <p className={typography.name}>{detail}</p>}
        <p className={`${typography.fact} ${classes.state}`}>
          <span>{stepStatusLabels[step.status]}</span>
          {at && step.status === 'completed' && (
            <>
              {' · '}
              <time dateTime={at}>{dayText(at, 'Invalid Date')}</time>
            </>
          )}
        </p>
        {/* The current step is shown in full beside the comb, where feedback takes the place of its description. */}
        {(step !== current || answered) && !(at && step.status === 'completed') && (
          <p className={typography.note}>{step.description}</p>
        )}
      </div>
    </li>
  );
  return (
    <div className={`${layout.stackL} ${classes.layout}`}>
      <ol className={classes.steps}>
        {item(account, 0, member?.createdAt)}
        {item(track, 1, member?.trackUpdatedAt, chosen && trackLabels[chosen])}
        {item(task, 2, member?.taskCompletedAt)}
        {item(submission, 3, null)}
      </ol>
      {member && <CurrentStep member={member} step={current} />}
    </div>
  );
}

interface CurrentStepProps {
  member: Member;
  /** The current step, or the last one when all are completed. */
  step: Step;
}

function CurrentStep({ member, step }: CurrentStepProps) {
  const { developmentTrack, taskCompleted, githubLink, feedback, submissionReviewed } = member;
  const submit = submitAction(member);
  const hasResult = useResult() !== null;
  // Feedback takes the place of 'under review'.
  const isOutdated = !submissionReviewed && Boolean(feedback);
  const variant = isMembersTurn(member, hasResult) ? 'filled' : 'default';
  return (
    <section className={`${layout.card} ${layout.divided}`} data-current aria-label={step.title}>
      <div className={`${layout.stackL} ${layout.padded}`}>
        {!isOutdated && <p className={typography.title}>{step.description}</p>}
        <DueLine member={member} />
        {githubLink && <ReviewAnswer member={member} headline />}
        <div className={layout.actions}>
          {!developmentTrack && (
            <NextLink to="/dashboard#track" variant={variant}>
              {timelineTexts.chooseTrack}
            </NextLink>
          )}
          {developmentTrack && !taskCompleted && (
            <NextLink to="/user-tasks" variant={variant}>
              {timelineTexts.toTask}
            </NextLink>
          )}
          {(taskCompleted || githubLink) && (
            // 'Mark as Done' disappears when clicked.
            <NextLink to={submit.to} variant={taskCompleted ? variant : 'default'} data-takes-focus>
              {submit.label}
            </NextLink>
          )}
          {developmentTrack && <TaskCompletion member={member} variant="default" />}
        </div>
      </div>
      {githubLink && (
        <div className={`${layout.stackL} ${layout.padded}`}>
          <SubmittedProject member={member} />
        </div>
      )}
    </section>
  );
}

/** Texts around the four steps; those of the steps are in domain/progress.ts. */
const timelineTexts = {
  title: 'Registration Timeline',
  loadFailed: 'Your timeline couldn’t be loaded',
  chooseTrack: 'Choose a track',
  toTask: 'Go to Task',
} as const;

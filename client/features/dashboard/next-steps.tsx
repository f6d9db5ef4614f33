import { ReviewAnswer } from '#client/features/feedback/review-answer.tsx';
import { ProgressMeter } from '#client/features/members/progress-meter.tsx';
import { Button, ButtonLink } from '#client/ui/button.tsx';
import { Notice } from '#client/ui/notice.tsx';
import { Panel } from '#client/ui/panel.tsx';
import { Skeleton } from '#client/ui/skeleton.tsx';
import type { Member } from '#domain/members.ts';
import { currentStep, nextSteps } from '#domain/progress.ts';
import classes from './next-steps.module.css';
import { dashboardTexts } from './texts.ts';

interface NextStepsProps {
  /** Null if there is no record; undefined if it is not loaded. */
  member: Member | null | undefined;
  loading: boolean;
  /** Moves to the track picker. */
  onChooseTrack: () => void;
}

/** The Next Steps card, with the notice and button that the spec gives (point 4). */
export function NextSteps({ member, loading, onChooseTrack }: NextStepsProps) {
  if (loading) {
    return (
      <Panel title={dashboardTexts.nextTitle}>
        <div className={classes.steps}>
          <Skeleton width="15rem" height="22px" />
          <div className={classes.content}>
            <Skeleton width="12rem" height="20px" />
            <Skeleton width="22rem" height="20px" />
          </div>
          <div className={classes.action}>
            <Skeleton height="44px" />
          </div>
        </div>
      </Panel>
    );
  }
  const { notice, button } = nextSteps(member ?? null);
  const waiting = notice !== null;
  return (
    <Panel title={dashboardTexts.nextTitle}>
      <div className={classes.steps}>
        {member && <ProgressMeter record={member} />}
        {waiting && <Notice tone={member?.submissionReviewed ? 'success' : 'info'}>{notice}</Notice>}
        {member && <ReviewAnswer member={member} />}
        {member && !waiting && <Next member={member} />}
        <div className={classes.action}>
          {member && !member.developmentTrack && (
            <Button onClick={onChooseTrack}>{dashboardTexts.chooseTrack}</Button>
          )}
          <ButtonLink to={button.to} variant={member?.developmentTrack && !waiting ? 'filled' : 'default'}>
            {button.label}
          </ButtonLink>
        </div>
      </div>
    </Panel>
  );
}

function Next({ member }: { member: Member }) {
  const step = currentStep(member);
  return (
    step && (
      <div className={classes.content}>
        <p className={classes.title}>{step.title}</p>
        <p className={classes.text}>{step.description}</p>
      </div>
    )
  );
}

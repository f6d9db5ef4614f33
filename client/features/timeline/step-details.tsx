import type { ReactNode } from 'react';
import { useRef } from 'react';
import { ReviewAnswer } from '#client/features/feedback/review-answer.tsx';
import { SubmittedProject } from '#client/features/members/submitted-project.tsx';
import { trackStyles } from '#client/features/members/track-style.ts';
import { MarkDoneButton } from '#client/features/tasks/mark-done-button.tsx';
import { useRestoreFocus } from '#client/lib/use-restore-focus.ts';
import { ButtonLink } from '#client/ui/button.tsx';
import { HexIcon } from '#client/ui/hex-icon.tsx';
import { trackLabels } from '#domain/member-choices.ts';
import type { Member } from '#domain/members.ts';
import { accountDate } from '#domain/profile-texts.ts';
import type { Step } from '#domain/progress.ts';
import classes from './step-details.module.css';
import { timelineTexts } from './texts.ts';

interface DetailsProps {
  member: Member | null;
}

function Moment({ label, at }: { label: string; at: string | null | undefined }) {
  if (!at) return null;
  return (
    <p className={classes.moment}>
      {label} <time dateTime={at}>{accountDate(at, 'N/A')}</time>
    </p>
  );
}

function Actions({ children }: { children: ReactNode }) {
  return <div className={classes.actions}>{children}</div>;
}

export function AccountDetails({ member }: DetailsProps) {
  return <Moment label={timelineTexts.created} at={member?.createdAt} />;
}

export function TrackDetails({ member }: DetailsProps) {
  if (!member) return null;
  const { developmentTrack: track, trackUpdatedAt } = member;
  if (!track) {
    return (
      <Actions>
        <ButtonLink to="/dashboard">{timelineTexts.chooseTrack}</ButtonLink>
      </Actions>
    );
  }
  const { icon, color } = trackStyles[track];
  return (
    <div className={classes.line}>
      <p className={classes.track}>
        <HexIcon icon={icon} color={color} size={28} />
        {trackLabels[track]}
      </p>
      <Moment label={timelineTexts.chosen} at={trackUpdatedAt} />
    </div>
  );
}

export function TaskDetails({ member, step }: DetailsProps & { step: Step }) {
  if (step.status === 'current') {
    return (
      <Actions>
        <ButtonLink to="/user-tasks">{timelineTexts.toTask}</ButtonLink>
        <MarkDoneButton variant="default" />
      </Actions>
    );
  }
  return <Moment label={timelineTexts.done} at={member?.taskCompletedAt} />;
}

export function SubmissionDetails({ member, step }: DetailsProps & { step: Step }) {
  const link = useRef<HTMLAnchorElement>(null);
  // 'Mark as Done' disappears when clicked, so the focus moves to the next step.
  useRestoreFocus(member?.taskCompleted, () => link.current);
  if (!member) return null;
  if (step.status === 'current' && !member.githubLink) {
    return (
      <Actions>
        <ButtonLink ref={link} to="/contact">
          {timelineTexts.submit}
        </ButtonLink>
      </Actions>
    );
  }
  return (
    <div className={classes.submission}>
      <SubmittedProject member={member} />
      <ReviewAnswer member={member} />
    </div>
  );
}

import {
  type Icon,
  IconCheck,
  IconCircleDashed,
  IconHexagons,
  IconListCheck,
  IconProgress,
  IconSend,
  IconUserPlus,
} from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Badge } from '#client/ui/badge.tsx';
import { HexIcon } from '#client/ui/hex-icon.tsx';
import type { Member } from '#domain/members.ts';
import { type Step, type StepStatus, stepStatusLabels, timeline } from '#domain/progress.ts';
import { AccountDetails, SubmissionDetails, TaskDetails, TrackDetails } from './step-details.tsx';
import classes from './steps.module.css';

const badges: Record<StepStatus, { tone: 'success' | 'accent' | 'neutral'; icon: Icon }> = {
  completed: { tone: 'success', icon: IconCheck },
  current: { tone: 'accent', icon: IconProgress },
  pending: { tone: 'neutral', icon: IconCircleDashed },
};

/** The four steps; the current one stands out and carries what there is to do. */
export function Steps({ member }: { member: Member | null }) {
  const [account, track, task, submission] = timeline(member);
  return (
    <ol className={classes.steps}>
      <StepItem step={account} icon={IconUserPlus}>
        <AccountDetails member={member} />
      </StepItem>
      <StepItem step={track} icon={IconHexagons}>
        <TrackDetails member={member} />
      </StepItem>
      <StepItem step={task} icon={IconListCheck}>
        <TaskDetails member={member} step={task} />
      </StepItem>
      <StepItem step={submission} icon={IconSend}>
        <SubmissionDetails member={member} step={submission} />
      </StepItem>
    </ol>
  );
}

function StepItem({ step, icon, children }: { step: Step; icon: Icon; children: ReactNode }) {
  const { title, status, description } = step;
  const current = status === 'current';
  return (
    <li className={classes.step} data-status={status} {...(current && { 'aria-current': 'step' })}>
      <span className={classes.marker}>
        <Marker status={status} icon={icon} />
      </span>
      <div className={classes.body}>
        <div className={classes.heading}>
          <h2 className={classes.title}>{title}</h2>
          <Badge {...badges[status]}>{stepStatusLabels[status]}</Badge>
        </div>
        <p className={classes.description}>{description}</p>
        {children}
      </div>
    </li>
  );
}

function Marker({ status, icon }: { status: StepStatus; icon: Icon }) {
  if (status === 'completed') return <HexIcon icon={IconCheck} color="var(--success)" size={48} solid />;
  if (status === 'current') return <HexIcon icon={icon} size={48} solid />;
  return <HexIcon icon={icon} color="var(--ink-faint)" size={48} />;
}

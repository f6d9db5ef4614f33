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

/** The four steps. A completed step is one line, the current one is a card, and later ones are subdued. */
export function Steps({ member }: { member: Member | null }) {
  const [account, track, task, submission] = timeline(member);
  return (
    <ol className={classes.steps}>
      <StepItem step={account} icon={IconUserPlus} brief={Boolean(member?.createdAt)}>
        <AccountDetails member={member} />
      </StepItem>
      <StepItem step={track} icon={IconHexagons} brief>
        <TrackDetails member={member} />
      </StepItem>
      <StepItem step={task} icon={IconListCheck} brief={Boolean(member?.taskCompletedAt)}>
        <TaskDetails member={member} step={task} />
      </StepItem>
      <StepItem step={submission} icon={IconSend} onCard={submission.status === 'completed'}>
        <SubmissionDetails member={member} step={submission} />
      </StepItem>
    </ol>
  );
}

interface StepItemProps {
  step: Step;
  icon: Icon;
  /** Once completed, the step shows its details without the description. */
  brief?: boolean;
  /** Shown as a card although nothing is left to do. Used for the last step once it is completed. */
  onCard?: boolean;
  children: ReactNode;
}

function StepItem({ step, icon, brief = false, onCard = false, children }: StepItemProps) {
  const { title, status, description } = step;
  const current = status === 'current';
  return (
    <li
      className={classes.step}
      data-status={status}
      data-card={current || onCard || undefined}
      {...(current && { 'aria-current': 'step' })}
    >
      <span className={classes.marker}>
        <Marker status={status} icon={icon} />
      </span>
      <div className={classes.body}>
        <div className={classes.heading}>
          <h2 className={classes.title}>{title}</h2>
          <span className={classes.badge}>
            <Badge {...badges[status]}>{stepStatusLabels[status]}</Badge>
          </span>
        </div>
        {!(brief && status === 'completed') && <p className={classes.description}>{description}</p>}
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

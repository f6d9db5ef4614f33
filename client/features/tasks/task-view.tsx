import { type Icon, IconAsterisk, IconCheck, IconPlus } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { trackStyles } from '#client/features/members/track-style.ts';
import { Badge } from '#client/ui/badge.tsx';
import { DescriptionList } from '#client/ui/description-list.tsx';
import { HexIcon } from '#client/ui/hex-icon.tsx';
import { Panel } from '#client/ui/panel.tsx';
import { type Track, trackLabels } from '#domain/member-choices.ts';
import {
  type RequirementStatus,
  requirementStatusLabels,
  type TaskDefinition,
  type TaskRequirement,
  taskStatusRows,
} from '#domain/tasks.ts';
import classes from './task-view.module.css';
import { taskTexts } from './texts.ts';

const badges: Record<RequirementStatus, { tone: 'accent' | 'neutral' | 'success'; icon: Icon }> = {
  required: { tone: 'accent', icon: IconAsterisk },
  optional: { tone: 'neutral', icon: IconPlus },
  completed: { tone: 'success', icon: IconCheck },
};

interface TaskViewProps {
  track: Track;
  task: TaskDefinition;
  /** The member's Submission card, which comes first: a task is long, and its action must be easy to find. */
  submission?: ReactNode;
  /** Cards below the Task Status card: on /user-tasks the Learning Resources, on /tasks the Submission card. */
  children: ReactNode;
}

/** A task in full (spec, point 2), on /user-tasks and in the tabs of /tasks. */
export function TaskView({ track, task, submission, children }: TaskViewProps) {
  const { icon } = trackStyles[track];
  return (
    <div className={classes.task}>
      {submission && <div className={classes.top}>{submission}</div>}
      <div className={classes.main}>
        <Panel>
          <header className={classes.heading}>
            <HexIcon icon={icon} track={track} size="l" />
            <div>
              <p className={classes.track}>{trackLabels[track]}</p>
              <h2 className={classes.title}>{task.title}</h2>
            </div>
          </header>
          <p className={classes.description}>{task.description}</p>
        </Panel>
        <Panel title={taskTexts.requirements}>
          <ol className={classes.requirements}>
            {task.requirements.map((requirement) => (
              <Requirement key={requirement.title} requirement={requirement} />
            ))}
          </ol>
        </Panel>
        <Panel title={taskTexts.guidelines}>
          <ul className={classes.guidelines}>
            {task.guidelines.map((guideline) => (
              <li key={guideline}>{guideline}</li>
            ))}
          </ul>
        </Panel>
        <Panel title={taskTexts.techStack}>
          <ul className={classes.stack}>
            {task.techStack.map((name) => (
              <li key={name}>{name}</li>
            ))}
          </ul>
        </Panel>
      </div>
      <div className={classes.aside}>
        <Panel title={taskTexts.status}>
          <DescriptionList rows={taskStatusRows} />
        </Panel>
        {children}
      </div>
    </div>
  );
}

function Requirement({ requirement }: { requirement: TaskRequirement }) {
  const { title, description, status } = requirement;
  return (
    <li className={classes.requirement}>
      <div className={classes.requirementHeading}>
        <h3>{title}</h3>
        <Badge {...badges[status]}>{requirementStatusLabels[status]}</Badge>
      </div>
      <p className={classes.requirementText}>{description}</p>
    </li>
  );
}

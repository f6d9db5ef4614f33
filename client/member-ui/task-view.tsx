import type { ReactNode } from 'react';
import { Badge } from '#client/ui/badge.tsx';
import { DescriptionList } from '#client/ui/description-list.tsx';
import { type Icon, IconCheck } from '#client/ui/icons.tsx';
import layout from '#client/ui/layout.module.css';
import { IconPlus } from '#client/ui/page-icons.ts';
import { Panel } from '#client/ui/panel.tsx';
import { NumberTile } from '#client/ui/tile.tsx';
import typography from '#client/ui/typography.module.css';
import { type Track, trackLabels } from '#domain/member-choices.ts';
import {
  type RequirementStatus,
  requirementStatusLabels,
  type TaskDefinition,
  type TaskRequirement,
  taskStatus,
} from '#domain/tasks.ts';
import { Cell } from './cell.tsx';
import classes from './task-view.module.css';
import { taskTexts } from './texts.ts';
import { trackStyles } from './track-style.ts';

const badges: Record<RequirementStatus, { tone: 'neutral' | 'success'; icon?: Icon }> = {
  required: { tone: 'neutral' },
  optional: { tone: 'neutral', icon: IconPlus },
  completed: { tone: 'success', icon: IconCheck },
};

interface TaskHeadProps {
  track: Track;
  task: TaskDefinition;
  /** The title of a page that shows one task, whose own title is the headline. */
  page?: string;
  children?: ReactNode;
}

/** Title and description of a task (spec, point 2), on /user-tasks and in the tabs of /tasks. */
export function TaskHead({ track, task, page, children }: TaskHeadProps) {
  return (
    <header className={`${layout.stackL} ${classes.head}`} data-track={track}>
      <Cell status="completed" track={track} glyph={trackStyles[track].icon} />
      <div>
        <div className={layout.line}>
          {page && (
            <>
              <h1 className={typography.fact}>{page}</h1>
              <span aria-hidden="true">·</span>
            </>
          )}
          <p className={typography.fact}>{trackLabels[track]}</p>
        </div>
        <h2 className={classes.title}>{task.title}</h2>
      </div>
      <div className={classes.text}>
        <p className={typography.prose}>{task.description}</p>
        {children}
      </div>
    </header>
  );
}

interface TaskCardsProps {
  task: TaskDefinition;
  /** In place of the spec's text. */
  deadline?: ReactNode;
  /** The cards after those of every task. */
  children: ReactNode;
}

/** The parts of a task below each other, as the spec lists them (point 2). */
export function TaskCards({ task, deadline, children }: TaskCardsProps) {
  return (
    <div className={layout.stackL}>
      <Panel title={taskTexts.requirements}>
        <ol className={`${layout.stackL} ${layout.divided} ${classes.requirements}`}>
          {task.requirements.map((requirement, index) => (
            <Requirement key={requirement.title} number={index + 1} requirement={requirement} />
          ))}
        </ol>
      </Panel>
      <Panel title={taskTexts.guidelines}>
        <ul className={`${layout.stackM} ${typography.prose} ${typography.bullets}`}>
          {task.guidelines.map((guideline) => (
            <li key={guideline}>{guideline}</li>
          ))}
        </ul>
      </Panel>
      <div className={layout.tiles}>
        <Panel title={taskTexts.techStack}>
          <ul className={layout.row}>
            {task.techStack.map((name) => (
              <li key={name}>
                <Badge>{name}</Badge>
              </li>
            ))}
          </ul>
        </Panel>
        <Panel title={taskTexts.status}>
          <DescriptionList
            rows={Object.entries({ ...taskStatus, ...(deadline && { Deadline: deadline }) }).map(
              ([label, value]) => ({ label, value }),
            )}
          />
        </Panel>
      </div>
      {children}
    </div>
  );
}

function Requirement({ number, requirement }: { number: number; requirement: TaskRequirement }) {
  const { title, description, status } = requirement;
  return (
    <li className={classes.requirement}>
      <NumberTile size="s">{number}</NumberTile>
      <h3 className={typography.heading}>{title}</h3>
      <Badge {...badges[status]}>{requirementStatusLabels[status]}</Badge>
      <p className={typography.soft}>{description}</p>
    </li>
  );
}

import { type ReactNode, useId } from 'react';
import { Cell } from '#client/features/members/cell.tsx';
import { trackStyles } from '#client/features/members/track-style.ts';
import { Badge } from '#client/ui/badge.tsx';
import { HexNumber } from '#client/ui/hex-icon.tsx';
import { type Icon, IconCheck } from '#client/ui/icons.tsx';
import layout from '#client/ui/layout.module.css';
import { IconAsterisk, IconPlus } from '#client/ui/page-icons.ts';
import typography from '#client/ui/typography.module.css';
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

const badges: Record<RequirementStatus, { tone: 'neutral' | 'success'; icon: Icon }> = {
  required: { tone: 'neutral', icon: IconAsterisk },
  optional: { tone: 'neutral', icon: IconPlus },
  completed: { tone: 'success', icon: IconCheck },
};

interface TaskHeadProps {
  track: Track;
  task: TaskDefinition;
  children?: ReactNode;
}

/** Title, description and facts of a task (spec, point 2), on /user-tasks and in the tabs of /tasks. */
export function TaskHead({ track, task, children }: TaskHeadProps) {
  return (
    <header className={`${layout.stackL} ${classes.head}`} data-track={track}>
      <span className={classes.cell}>
        <Cell status="completed" track={track} glyph={trackStyles[track].icon} />
      </span>
      <div>
        <p className={typography.fact}>{trackLabels[track]}</p>
        <h2 className={classes.title}>{task.title}</h2>
        <p className={typography.prose}>{task.description}</p>
        <div className={`${layout.stackM} ${classes.facts}`}>
          <Fact title={taskTexts.status}>
            <dl className={`${layout.line} ${typography.fact} ${classes.line}`}>
              {taskStatusRows.map(({ label, value }) => (
                <div key={label}>
                  <dt>{label}</dt> <dd>{value}</dd>
                </div>
              ))}
            </dl>
          </Fact>
          <Fact title={taskTexts.techStack}>
            <ul className={`${layout.line} ${typography.fact} ${classes.line}`}>
              {task.techStack.map((name) => (
                <li key={name}>{name}</li>
              ))}
            </ul>
          </Fact>
          {children}
        </div>
      </div>
    </header>
  );
}

export function Fact({ title, children }: { title: string; children: ReactNode }) {
  const heading = useId();
  return (
    <section className={`${layout.stackXs} ${classes.fact}`} aria-labelledby={heading}>
      <h3 id={heading} className={typography.fact}>
        {title}
      </h3>
      {children}
    </section>
  );
}

export function taskParts({ requirements, guidelines }: TaskDefinition) {
  return [
    {
      id: 'requirements',
      label: taskTexts.requirements,
      content: (
        <ol className={`${layout.stackL} ${layout.divided}`}>
          {requirements.map((requirement, index) => (
            <Requirement key={requirement.title} number={index + 1} requirement={requirement} />
          ))}
        </ol>
      ),
    },
    {
      id: 'guidelines',
      label: taskTexts.guidelines,
      content: (
        <ul className={`${layout.stackM} ${typography.soft} ${classes.guidelines}`}>
          {guidelines.map((guideline) => (
            <li key={guideline}>{guideline}</li>
          ))}
        </ul>
      ),
    },
  ];
}

function Requirement({ number, requirement }: { number: number; requirement: TaskRequirement }) {
  const { title, description, status } = requirement;
  return (
    <li className={classes.requirement}>
      <HexNumber size="s">{number}</HexNumber>
      <h3 className={typography.heading}>{title}</h3>
      <Badge {...badges[status]}>{requirementStatusLabels[status]}</Badge>
      <p className={typography.soft}>{description}</p>
    </li>
  );
}

import { useState } from 'react';
import { CheckField } from '#client/ui/check-field.tsx';
import { KeyHint } from '#client/ui/key-hint.tsx';
import layout from '#client/ui/layout.module.css';
import { Panel } from '#client/ui/panel.tsx';
import { Skeleton } from '#client/ui/skeleton.tsx';
import { LinkButton } from '#client/ui/text-link.tsx';
import typography from '#client/ui/typography.module.css';
import { deskTexts } from '#domain/desk-texts.ts';
import { submissionTrackOf } from '#domain/members.ts';
import type { ReviewedMember } from '#domain/review.ts';
import type { TaskDefinition } from '#domain/tasks.ts';
import classes from './requirements.module.css';

interface RequirementsProps {
  member: ReviewedMember;
  /** Null without a track, and until it is loaded. */
  task: TaskDefinition | null;
  met: readonly string[];
  /** The titles of those that were ticked and then removed from the task. */
  removed: readonly string[];
  onToggle: (id: string) => void;
}

/** The task's requirements, ticked when the submission meets them. A number key ticks one. */
export function Requirements({ member, task, met, removed, onToggle }: RequirementsProps) {
  const requirements = task?.requirements ?? [];
  const [explained, setExplained] = useState(false);
  const count = requirements.filter(({ id }) => met.includes(id)).length;
  return (
    <Panel
      plain
      title={deskTexts.requirements}
      aside={task && <span className={typography.fact}>{deskTexts.met(count, requirements.length)}</span>}
    >
      {submissionTrackOf(member) === null ? (
        <p className={`${typography.note} ${layout.above}`}>{deskTexts.noRequirements}</p>
      ) : (
        !task && <Skeleton height="20rem" />
      )}
      {task && (
        <>
          <ol className={`${layout.card} ${layout.divided}`}>
            {requirements.map(({ id, title, description }, index) => (
              <li key={id} className={classes.row} data-met={met.includes(id) || undefined}>
                <CheckField
                  label={
                    <>
                      <KeyHint keys={index < 9 ? index + 1 : ''} />
                      {title}
                    </>
                  }
                  {...(explained && { description })}
                  checked={met.includes(id)}
                  onChange={() => onToggle(id)}
                />
                <span className={`${typography.fact} ${classes.state}`} aria-hidden="true">
                  {met.includes(id) ? deskTexts.isMet : deskTexts.isOpen}
                </span>
              </li>
            ))}
          </ol>
          {removed.length > 0 && (
            <p className={`${typography.note} ${layout.above}`}>{deskTexts.removedMet(removed)}</p>
          )}
          <p className={`${typography.note} ${layout.above}`}>
            <LinkButton aria-expanded={explained} onClick={() => setExplained(!explained)}>
              {explained ? deskTexts.hideDescriptions : deskTexts.showDescriptions}
            </LinkButton>
          </p>
        </>
      )}
    </Panel>
  );
}

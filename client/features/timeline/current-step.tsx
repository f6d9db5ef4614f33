import { IconArrowRight } from '@tabler/icons-react';
import { ReviewAnswer } from '#client/features/feedback/review-answer.tsx';
import { SubmittedProject } from '#client/features/members/submitted-project.tsx';
import { TaskCompletion } from '#client/features/tasks/task-completion.tsx';
import { ButtonLink } from '#client/ui/button.tsx';
import layout from '#client/ui/layout.module.css';
import typography from '#client/ui/typography.module.css';
import type { Member } from '#domain/members.ts';
import { type Step, submitAction } from '#domain/progress.ts';
import classes from './current-step.module.css';
import { timelineTexts as texts } from './texts.ts';

interface CurrentStepProps {
  member: Member;
  /** The current step, or the last one when all are completed. */
  step: Step;
}

export function CurrentStep({ member, step }: CurrentStepProps) {
  const { developmentTrack, taskCompleted, githubLink, feedback, submissionReviewed } = member;
  const submit = submitAction(member);
  return (
    <section className={`${layout.card} ${layout.divided} ${classes.panel}`} aria-label={step.title}>
      <div className={`${layout.stackL} ${classes.part}`}>
        {(!feedback || submissionReviewed) && <p className={typography.title}>{step.description}</p>}
        {githubLink && <ReviewAnswer member={member} headline />}
        <div className={layout.actions}>
          {!developmentTrack && <Next to="/dashboard#track">{texts.chooseTrack}</Next>}
          {developmentTrack && !taskCompleted && <Next to="/user-tasks">{texts.toTask}</Next>}
          {(taskCompleted || githubLink) && (
            // 'Mark as Done' disappears when clicked.
            <Next to={submit.to} variant={taskCompleted ? 'filled' : 'default'} data-takes-focus>
              {submit.label}
            </Next>
          )}
          {developmentTrack && <TaskCompletion member={member} variant="default" />}
        </div>
      </div>
      {githubLink && (
        <div className={`${layout.stackL} ${classes.part}`}>
          <SubmittedProject member={member} />
        </div>
      )}
    </section>
  );
}

function Next(props: Parameters<typeof ButtonLink>[0]) {
  return <ButtonLink {...props} rightSection={<IconArrowRight size={18} stroke={2} aria-hidden="true" />} />;
}

import { IconArrowRight } from '@tabler/icons-react';
import { useRef } from 'react';
import { ReviewAnswer } from '#client/features/feedback/review-answer.tsx';
import { SubmittedProject } from '#client/features/members/submitted-project.tsx';
import { MarkDoneButton } from '#client/features/tasks/mark-done-button.tsx';
import { useRestoreFocus } from '#client/lib/use-restore-focus.ts';
import { ButtonLink } from '#client/ui/button.tsx';
import type { Member } from '#domain/members.ts';
import type { Step } from '#domain/progress.ts';
import classes from './current-step.module.css';
import { timelineTexts as texts } from './texts.ts';

interface CurrentStepProps {
  member: Member;
  /** The current step, or the last one when all are completed. */
  step: Step;
}

/** The next action, or the answer to the submission. */
export function CurrentStep({ member, step }: CurrentStepProps) {
  const link = useRef<HTMLAnchorElement>(null);
  // 'Mark as Done' disappears when clicked, so the focus moves to the next step.
  useRestoreFocus(member.taskCompleted, () => link.current);
  const { developmentTrack, taskCompleted, githubLink, feedback, submissionReviewed } = member;
  return (
    <section className={classes.panel} aria-label={step.title}>
      <div className={classes.part}>
        {(!feedback || submissionReviewed) && <p className={classes.headline}>{step.description}</p>}
        {githubLink && <ReviewAnswer member={member} headline />}
        <div className={classes.actions}>
          {!developmentTrack && <Next to="/dashboard">{texts.chooseTrack}</Next>}
          {developmentTrack && !taskCompleted && (
            <>
              <Next to="/user-tasks">{texts.toTask}</Next>
              <MarkDoneButton variant="default" />
            </>
          )}
          {(taskCompleted || githubLink) && (
            <Next ref={link} to="/contact" variant={taskCompleted ? 'filled' : 'default'}>
              {!githubLink ? texts.submit : feedback || submissionReviewed ? texts.submitAgain : texts.edit}
            </Next>
          )}
        </div>
      </div>
      {githubLink && (
        <div className={classes.part}>
          <SubmittedProject member={member} />
        </div>
      )}
    </section>
  );
}

function Next(props: Parameters<typeof ButtonLink>[0]) {
  return <ButtonLink {...props} rightSection={<IconArrowRight size={18} stroke={2} aria-hidden="true" />} />;
}

import { IconCheck, IconProgress } from '@tabler/icons-react';
import { useRef } from 'react';
import { SubmittedProject } from '#client/features/members/submitted-project.tsx';
import { useRestoreFocus } from '#client/lib/use-restore-focus.ts';
import { Badge } from '#client/ui/badge.tsx';
import { ButtonLink } from '#client/ui/button.tsx';
import { Panel } from '#client/ui/panel.tsx';
import { submissionStatus } from '#domain/account-status.ts';
import type { Member } from '#domain/members.ts';
import { timeline } from '#domain/progress.ts';
import { MarkDoneButton } from './mark-done-button.tsx';
import classes from './submission-card.module.css';
import { taskTexts } from './texts.ts';

/** The Submission card: whether the task is done, what was submitted, and how to submit. */
export function SubmissionCard({ member }: { member: Member }) {
  const link = useRef<HTMLAnchorElement>(null);
  const done = member.taskCompleted;
  const [, , task, submission] = timeline(member);
  // A project can be submitted, and reviewed, before its task is marked as done.
  const submitted = member.githubLink ? submissionStatus(member) : null;
  const isDone = done || submitted?.tone === 'done';
  // 'Mark as Done' disappears when clicked, so the focus moves to the next step.
  useRestoreFocus(done, () => link.current);
  return (
    <Panel
      title={taskTexts.submission}
      aside={
        <Badge tone={isDone ? 'success' : 'accent'} icon={isDone ? IconCheck : IconProgress}>
          {done ? taskTexts.done : (submitted?.value ?? taskTexts.inProgress)}
        </Badge>
      }
    >
      <div className={classes.content}>
        <p className={classes.text}>{(done || member.githubLink ? submission : task).description}</p>
        <SubmittedProject member={member} />
        <div className={classes.actions}>
          {!done && <MarkDoneButton />}
          <ButtonLink ref={link} to="/contact" variant={done && !member.githubLink ? 'filled' : 'default'}>
            {taskTexts.submit}
          </ButtonLink>
        </div>
      </div>
    </Panel>
  );
}

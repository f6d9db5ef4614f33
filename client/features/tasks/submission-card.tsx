import { isOver, useResult } from '#client/member-ui/answer-queries.ts';
import { ReviewAnswer } from '#client/member-ui/review-answer.tsx';
import { SubmittedProject } from '#client/member-ui/submitted-project.tsx';
import { TaskCompletion } from '#client/member-ui/task-completion.tsx';
import { Badge } from '#client/ui/badge.tsx';
import { IconCheck } from '#client/ui/icons.tsx';
import layout from '#client/ui/layout.module.css';
import { NextLink } from '#client/ui/next-link.tsx';
import { IconProgress } from '#client/ui/page-icons.ts';
import { Panel } from '#client/ui/panel.tsx';
import typography from '#client/ui/typography.module.css';
import { submissionStatus } from '#domain/account-status.ts';
import type { Member } from '#domain/members.ts';
import { submitAction, timeline } from '#domain/progress.ts';
import { taskPageTexts } from './texts.ts';

export const submissionId = 'submission';

export function submissionState(member: Member): { text: string; done: boolean } {
  // A project can be submitted, and reviewed, before its task is marked as done.
  const submitted = member.githubLink ? submissionStatus(member) : null;
  const done = member.taskCompleted;
  return {
    text: done ? taskPageTexts.done : (submitted?.value ?? taskPageTexts.inProgress),
    done: done || submitted?.tone === 'done',
  };
}

/** The Submission card: whether the task is done, what was submitted and answered, and how to submit. */
export function SubmissionCard({ member }: { member: Member }) {
  const done = member.taskCompleted;
  const result = useResult();
  const [, , task, submission] = timeline(member, result !== null);
  const state = submissionState(member);
  const submit = submitAction(member);
  const mainAction = done || member.githubLink !== null;
  const completion = (
    <TaskCompletion key="completion" member={member} variant={mainAction ? 'default' : 'filled'} />
  );
  const submitLink = (
    <NextLink
      key="submit"
      // 'Mark as Done' disappears when clicked.
      data-takes-focus={done || undefined}
      to={submit.to}
      variant={mainAction && !isOver(result) ? 'filled' : 'default'}
    >
      {submit.label}
    </NextLink>
  );
  return (
    <div id={submissionId}>
      <Panel
        title={taskPageTexts.submission}
        aside={
          <Badge tone={state.done ? 'success' : 'accent'} icon={state.done ? IconCheck : IconProgress}>
            {state.text}
          </Badge>
        }
      >
        <div className={layout.stackL}>
          <p className={typography.prose}>{(mainAction ? submission : task).description}</p>
          <ReviewAnswer member={member} headline />
          <SubmittedProject member={member} />
          <div className={layout.actions}>{done ? [submitLink, completion] : [completion, submitLink]}</div>
        </div>
      </Panel>
    </div>
  );
}

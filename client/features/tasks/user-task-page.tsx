import { useQuery } from '@tanstack/react-query';
import { focusPart } from '#client/lib/focus-part.ts';
import { useResult } from '#client/member-ui/answer-queries.ts';
import { MissingRecord } from '#client/member-ui/missing-record.tsx';
import { useOwnRecord } from '#client/member-ui/queries.ts';
import { Resources } from '#client/member-ui/resources.tsx';
import { ReviewAnswer } from '#client/member-ui/review-answer.tsx';
import { Due, useDue } from '#client/member-ui/season.tsx';
import { SubmittedProject } from '#client/member-ui/submitted-project.tsx';
import { TaskCompletion } from '#client/member-ui/task-completion.tsx';
import { taskQuery } from '#client/member-ui/task-query.ts';
import { TaskCards, TaskHead } from '#client/member-ui/task-view.tsx';
import { taskTexts } from '#client/member-ui/texts.ts';
import { Badge } from '#client/ui/badge.tsx';
import { ButtonLink } from '#client/ui/button.tsx';
import { EmptyState } from '#client/ui/empty-state.tsx';
import { IconCheck } from '#client/ui/icons.tsx';
import layout from '#client/ui/layout.module.css';
import type { UnloadedProps } from '#client/ui/load-failure.tsx';
import { NextLink } from '#client/ui/next-link.tsx';
import { BackLink, PageHeading } from '#client/ui/page-heading.tsx';
import { IconHexagonPlus, IconProgress } from '#client/ui/page-icons.ts';
import { Panel } from '#client/ui/panel.tsx';
import { LinkButton } from '#client/ui/text-link.tsx';
import typography from '#client/ui/typography.module.css';
import { submissionStatus } from '#domain/account-status.ts';
import type { Track } from '#domain/member-choices.ts';
import type { Member } from '#domain/members.ts';
import { isMembersTurn, submitAction, timeline } from '#domain/progress.ts';
import { noTask } from '#domain/tasks.ts';
import { UnloadedTask } from './task-skeleton.tsx';
import { taskPageTexts } from './texts.ts';

/** The task of the member's track (spec, point 2, "User tasks"). */
export function Component() {
  const { member, failure, retry } = useOwnRecord();
  if (member?.developmentTrack) return <TrackTask member={member} track={member.developmentTrack} />;
  if (member === undefined) return <Unshown query={{ error: failure, refetch: retry }} />;
  return (
    <>
      {heading}
      {member === null && <MissingRecord />}
      <EmptyState
        mark={IconHexagonPlus}
        title={noTask.title}
        action={
          <ButtonLink variant="filled" to="/dashboard">
            {taskPageTexts.toDashboard}
          </ButtonLink>
        }
      >
        {noTask.text}
      </EmptyState>
    </>
  );
}

const heading = <PageHeading title={taskPageTexts.title} back={{ to: '/dashboard' }} />;

function Unshown({ query }: Pick<UnloadedProps, 'query'>) {
  return (
    <>
      {heading}
      <UnloadedTask query={query} failed={taskPageTexts.loadFailed} />
    </>
  );
}

function TrackTask({ member, track }: { member: Member; track: Track }) {
  const query = useQuery(taskQuery(track));
  const due = useDue(member);
  if (!query.data) return <Unshown query={query} />;
  const task = query.data;
  return (
    <>
      <BackLink to="/dashboard" />
      <TaskHead page={taskPageTexts.title} track={track} task={task}>
        <p className={`${typography.note} ${layout.line} ${layout.above}`}>
          <span className={typography.fact}>{submissionState(member).text}</span>
          {' · '}
          <LinkButton onClick={showSubmission}>{taskPageTexts.toEnd}</LinkButton>
        </p>
      </TaskHead>
      <TaskCards task={task} deadline={due.length > 0 && <Due parts={due} />}>
        <Panel title={taskTexts.resources}>
          <Resources resources={task.resources} />
        </Panel>
        {/* It stands after what it is about: a task is read before it is marked as done. */}
        <SubmissionCard member={member} />
      </TaskCards>
    </>
  );
}

function showSubmission() {
  const card = document.getElementById(submissionId);
  if (!card) return;
  focusPart(card);
  card.scrollIntoView({ block: 'center' });
}

const submissionId = 'submission';

function submissionState(member: Member): { text: string; done: boolean } {
  // A project can be submitted, and reviewed, before its task is marked as done.
  const submitted = member.githubLink ? submissionStatus(member) : null;
  const done = member.taskCompleted;
  return {
    text: done ? taskPageTexts.done : (submitted?.value ?? taskPageTexts.inProgress),
    done: done || submitted?.tone === 'done',
  };
}

/** The Submission card: whether the task is done, what was submitted and answered, and how to submit. */
function SubmissionCard({ member }: { member: Member }) {
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
      variant={mainAction && isMembersTurn(member, result !== null) ? 'filled' : 'default'}
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

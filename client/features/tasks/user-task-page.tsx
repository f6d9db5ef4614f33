import { useQuery } from '@tanstack/react-query';
import { focusPart } from '#client/lib/focus-part.ts';
import { MissingRecord } from '#client/member-ui/missing-record.tsx';
import { useOwnRecord } from '#client/member-ui/queries.ts';
import { Resources } from '#client/member-ui/resources.tsx';
import { Due, useDue } from '#client/member-ui/season.tsx';
import { taskQuery } from '#client/member-ui/task-query.ts';
import { TaskCards, TaskHead } from '#client/member-ui/task-view.tsx';
import { taskTexts } from '#client/member-ui/texts.ts';
import { ButtonLink } from '#client/ui/button.tsx';
import { EmptyState } from '#client/ui/empty-state.tsx';
import layout from '#client/ui/layout.module.css';
import { PageHeading } from '#client/ui/page-heading.tsx';
import { IconHexagonPlus } from '#client/ui/page-icons.ts';
import { Panel } from '#client/ui/panel.tsx';
import { LinkButton } from '#client/ui/text-link.tsx';
import typography from '#client/ui/typography.module.css';
import type { Track } from '#domain/member-choices.ts';
import type { Member } from '#domain/members.ts';
import { noTask } from '#domain/tasks.ts';
import { SubmissionCard, submissionId, submissionState } from './submission-card.tsx';
import { UnloadedTask } from './task-skeleton.tsx';
import { taskPageTexts } from './texts.ts';

/** The task of the member's track (spec, point 2, "User tasks"). */
export function Component() {
  return (
    <>
      <PageHeading title={taskPageTexts.title} back={{ to: '/dashboard' }} />
      <OwnTask />
    </>
  );
}

function OwnTask() {
  const { member, failure, retry } = useOwnRecord();
  if (member?.developmentTrack) return <TrackTask member={member} track={member.developmentTrack} />;
  if (member === undefined)
    return <UnloadedTask query={{ error: failure, refetch: retry }} failed={taskPageTexts.loadFailed} />;
  return (
    <>
      {member === null && <MissingRecord />}
      <EmptyState
        mark={IconHexagonPlus}
        title={noTask.title}
        action={<ButtonLink to="/dashboard">{taskPageTexts.toDashboard}</ButtonLink>}
      >
        {noTask.text}
      </EmptyState>
    </>
  );
}

function TrackTask({ member, track }: { member: Member; track: Track }) {
  const query = useQuery(taskQuery(track));
  const due = useDue(member);
  if (!query.data) return <UnloadedTask query={query} failed={taskPageTexts.loadFailed} />;
  const task = query.data;
  return (
    <>
      <TaskHead track={track} task={task}>
        <p className={`${typography.fact} ${layout.above}`}>
          <span>{submissionState(member).text}</span>{' '}
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

import { IconHexagonPlus } from '@tabler/icons-react';
import { type QueryClient, useQuery } from '@tanstack/react-query';
import { MissingRecord } from '#client/features/members/missing-record.tsx';
import { memberQuery, prefetchOwnRecord, useOwnRecord } from '#client/features/members/queries.ts';
import { ButtonLink } from '#client/ui/button.tsx';
import { EmptyState } from '#client/ui/empty-state.tsx';
import { LoadFailure } from '#client/ui/load-failure.tsx';
import { PageHeading } from '#client/ui/page-heading.tsx';
import type { Track } from '#domain/member-choices.ts';
import type { Member } from '#domain/members.ts';
import { noTask } from '#domain/tasks.ts';
import { taskQuery } from './queries.ts';
import { ResourcesCard } from './resources-card.tsx';
import { SubmissionCard } from './submission-card.tsx';
import { TaskSkeleton } from './task-skeleton.tsx';
import { TaskView } from './task-view.tsx';
import { taskTexts } from './texts.ts';

/** Prefetched by client/app/prefetch.ts. */
export const handle = {
  async prefetch(client: QueryClient): Promise<void> {
    await prefetchOwnRecord(client);
    const track = client.getQueryData(memberQuery.queryKey)?.developmentTrack;
    if (track) await client.prefetchQuery(taskQuery(track));
  },
};

/** The task of the member's track (spec, point 2, "User tasks"). */
export function Component() {
  return (
    <>
      <PageHeading title={taskTexts.title} back={{ to: '/dashboard', label: taskTexts.back }} />
      <OwnTask />
    </>
  );
}

function OwnTask() {
  const { member, failure, retry } = useOwnRecord();
  if (member?.developmentTrack) return <TrackTask member={member} track={member.developmentTrack} />;
  if (member === undefined && failure) {
    return <LoadFailure title={taskTexts.loadFailed} error={failure} onRetry={retry} />;
  }
  if (member === undefined) return <TaskSkeleton />;
  return (
    <>
      {member === null && <MissingRecord />}
      <EmptyState
        icon={IconHexagonPlus}
        title={noTask.title}
        action={<ButtonLink to="/dashboard">{taskTexts.toDashboard}</ButtonLink>}
      >
        {noTask.text}
      </EmptyState>
    </>
  );
}

function TrackTask({ member, track }: { member: Member; track: Track }) {
  const { data: task, error, refetch } = useQuery(taskQuery(track));
  if (task) {
    return (
      <TaskView track={track} task={task} submission={<SubmissionCard member={member} />}>
        <ResourcesCard resources={task.resources} />
      </TaskView>
    );
  }
  if (error) {
    return <LoadFailure title={taskTexts.loadFailed} error={error} onRetry={() => void refetch()} />;
  }
  return <TaskSkeleton />;
}

import { queryOptions } from '@tanstack/react-query';
import { ApiFailure, connectionMessages } from '#client/lib/api.ts';
import type { Track } from '#domain/member-choices.ts';
import { type TaskDefinition, taskDefinition } from '#domain/tasks.ts';

/** Each track's task is a separate chunk, so that a member downloads only one. */
const files: Record<Track, () => Promise<{ default: unknown }>> = {
  android: () => import('#content/tasks/android.json'),
  web: () => import('#content/tasks/web.json'),
  ml: () => import('#content/tasks/ml.json'),
  game: () => import('#content/tasks/game.json'),
};

async function loadTask(track: Track): Promise<TaskDefinition> {
  const file = await files[track]().catch(() => {
    throw new ApiFailure(0, 'UNREACHABLE', connectionMessages.unreachable);
  });
  return taskDefinition.parse(file.default);
}

/** The task of a track, from content/tasks/. It changes only with a release. */
export function taskQuery(track: Track) {
  return queryOptions({
    queryKey: ['task', track],
    queryFn: () => loadTask(track),
    staleTime: Number.POSITIVE_INFINITY,
  });
}

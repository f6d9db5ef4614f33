import { taskKey } from '#client/lib/club.ts';
import { readQuery } from '#client/lib/read-query.ts';
import type { Track } from '#domain/member-choices.ts';
import { taskDefinition } from '#domain/tasks.ts';

/** The task of a track, from content/tasks/. A page that was opened before an edit keeps what it shows. */
export function taskQuery(track: Track) {
  return readQuery(taskKey(track), `/api/tasks/${track}`, taskDefinition, {
    staleTime: Number.POSITIVE_INFINITY,
  });
}

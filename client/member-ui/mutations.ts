import { useIsMutating, useQueryClient } from '@tanstack/react-query';
import type * as z from 'zod/mini';
import { request } from '#client/lib/api.ts';
import { logFailure } from '#client/lib/log.ts';
import { useMutation } from '#client/lib/use-mutation.ts';
import { member, type taskCompletion, type trackSelection } from '#domain/members.ts';
import { cacheMember, memberQuery } from './queries.ts';

interface Outcome {
  onSuccess?: () => void;
  onError?: (error: Error) => void;
}

/** A write to the member's own record. While one is in flight, `write` does nothing. */
function useMemberWrite<Body>(path: string, failureLog: string) {
  const client = useQueryClient();
  const mutationKey = [...memberQuery.queryKey, path];
  const { mutate, error, variables } = useMutation({
    mutationKey,
    mutationFn: (body: Body) => request(path, member, { method: 'PUT', body }),
    onSuccess: (answer) => cacheMember(client, answer),
    onError: (error) => logFailure(failureLog, error),
  });
  const busy = useIsMutating({ mutationKey }) > 0;

  function write(body: Body, outcome: Outcome = {}) {
    // Read from the client, not from the last render: a double click happens before the next render.
    if (client.isMutating({ mutationKey }) === 0) mutate(body, outcome);
  }
  return { write, busy, error, variables };
}

/** Chooses the development track (spec, point 4, "Track selection"). */
export function useSelectTrack() {
  const { write, busy } = useMemberWrite<z.infer<typeof trackSelection>>(
    '/api/me/track',
    'Updating the development track failed',
  );
  return { selectTrack: write, busy };
}

/** Marks the task as done, or undoes that. The details of a failure are logged (spec, point 8). */
export function useTaskCompletion() {
  const { write, busy, error, variables } = useMemberWrite<z.infer<typeof taskCompletion>>(
    '/api/me/task-completion',
    'Marking the task as done failed',
  );
  return {
    setDone: (taskCompleted: boolean) => write({ taskCompleted }),
    busy,
    error,
    wanted: variables?.taskCompleted,
  };
}

import { useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { ApiFailure, failureMessage } from '#client/lib/api.ts';
import { noticeEndedSession } from '#client/session/mutations.ts';
import { type Notification, useNotify } from '#client/ui/notifications.tsx';

type Explain = (reason: string, error: unknown) => Omit<Notification, 'tone'>;

/** Waits for work that the page has shown already. A failure is a notification, and the result is null. */
export function useNotifyOnFailure() {
  const client = useQueryClient();
  const notify = useNotify();
  return useCallback(
    async <T>(work: Promise<T>, explain: Explain): Promise<T | null> => {
      try {
        return await work;
      } catch (error) {
        if (error instanceof ApiFailure && error.status === 401) noticeEndedSession(client);
        notify({ tone: 'error', ...explain(failureMessage(error), error) });
        return null;
      }
    },
    [client, notify],
  );
}

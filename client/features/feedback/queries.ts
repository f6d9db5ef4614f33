import { queryOptions, useQueryClient } from '@tanstack/react-query';
import { request } from '#client/lib/api.ts';
import { useMutation } from '#client/lib/use-mutation.ts';
import { type MailSettings, mailSettings, waiting } from '#domain/answers.ts';
import { requirementsAnswer } from '#domain/results.ts';

/** How often the place in the queue is read again while a page shows it, in milliseconds. */
const pause = 60_000;

/** Where a submission stands while it waits for review. */
export function waitingQuery(submittedAt: string | null) {
  return queryOptions({
    queryKey: ['member', 'waiting', submittedAt] as const,
    queryFn: ({ signal }) => request('/api/me/waiting', waiting, { signal }),
    staleTime: pause / 2,
    refetchInterval: pause,
  });
}

/** The requirements that the member's reviewed submission meets, if the club shows them. */
export function requirementsQuery(submittedAt: string | null) {
  return queryOptions({
    queryKey: ['member', 'requirements', submittedAt] as const,
    queryFn: ({ signal }) => request('/api/me/requirements', requirementsAnswer, { signal }),
    staleTime: pause,
  });
}

export const mailSettingsQuery = queryOptions({
  queryKey: ['member', 'mail-settings'] as const,
  queryFn: ({ signal }) => request('/api/me/mail-settings', mailSettings, { signal }),
});

/** Saves the choice of mails: shown at once, and taken back if the server refuses. */
export function useMailSettings() {
  const client = useQueryClient();
  const { queryKey } = mailSettingsQuery;
  return useMutation({
    mutationFn: (choice: Partial<MailSettings>) =>
      request('/api/me/mail-settings', mailSettings, { method: 'PUT', body: choice }),
    onMutate: (choice) => {
      // A response under way may hold the former choice.
      void client.cancelQueries({ queryKey }, { revert: false });
      const former = client.getQueryData(queryKey);
      client.setQueryData(queryKey, (settings) => settings && { ...settings, ...choice });
      return former;
    },
    onError: (_error, _choice, former) => client.setQueryData(queryKey, former),
  });
}

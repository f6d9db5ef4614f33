import { useQuery, useQueryClient } from '@tanstack/react-query';
import { request } from '#client/lib/api.ts';
import { cacheAnswer } from '#client/lib/cache-answer.ts';
import { resultKey, untilChanged } from '#client/lib/query-keys.ts';
import { readQuery } from '#client/lib/read-query.ts';
import { useMutation } from '#client/lib/use-mutation.ts';
import { type MailSettings, mailSettings, waiting } from '#domain/answers.ts';
import { completedSteps, type ProgressRecord } from '#domain/progress.ts';
import { type ResultPanel, requirementsAnswer, resultPanelAnswer } from '#domain/results.ts';

/** How often the place in the queue is read again while a page shows it, in milliseconds. */
const pause = 60_000;

/** Where a submission stands while it waits for review. */
export function waitingQuery(submittedAt: string | null) {
  return readQuery(['member', 'waiting', submittedAt], '/api/me/waiting', waiting, {
    staleTime: pause / 2,
    refetchInterval: pause,
  });
}

/** The requirements that the member's reviewed submission meets, if the club shows them. */
export function requirementsQuery(submittedAt: string | null) {
  return readQuery(['member', 'requirements', submittedAt], '/api/me/requirements', requirementsAnswer, {
    staleTime: pause,
  });
}

export const resultQuery = readQuery(resultKey, '/api/me/result/panel', resultPanelAnswer, {
  staleTime: untilChanged,
});

/** The member's released result. */
export function useResult(): ResultPanel | null {
  return useQuery(resultQuery).data?.panel ?? null;
}

/** Whether the member is selected, and has not let the place go. */
export function hasPoster(result: ResultPanel | null): result is ResultPanel {
  const state = result?.place?.state;
  return result?.outcome === 'selected' && state !== 'declined' && state !== 'lapsed';
}

/** Whether the result is one card with the Next Steps. */
export function hasOneCard(
  result: ResultPanel | null,
  member: ProgressRecord | null | undefined,
): result is ResultPanel {
  return result !== null && !hasPoster(result) && completedSteps(member ?? null) === 4;
}

export const mailSettingsQuery = readQuery(
  ['member', 'mail-settings'],
  '/api/me/mail-settings',
  mailSettings,
);

export function useMailSettings() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (choice: Partial<MailSettings>) =>
      request('/api/me/mail-settings', mailSettings, { method: 'PUT', body: choice }),
    onSuccess: (answer) => cacheAnswer(client, mailSettingsQuery.queryKey, answer),
  });
}

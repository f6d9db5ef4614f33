import { useQueryClient } from '@tanstack/react-query';
import { backupsKey, trashKey } from '#client/lib/admin-keys.ts';
import { ApiFailure, addAccount, connectionMessages, failureMessage, request } from '#client/lib/api.ts';
import { refetchAfter } from '#client/lib/live-queries.ts';
import { untilChanged } from '#client/lib/query-keys.ts';
import { readQuery } from '#client/lib/read-query.ts';
import { useMutation } from '#client/lib/use-mutation.ts';
import { useNotify } from '#client/ui/notifications.tsx';
import { backupList } from '#domain/backups.ts';
import { apiError } from '#domain/errors.ts';
import { trash, trashAnswer } from '#domain/trash.ts';
import { backupsTexts, trashTexts as texts } from './texts.ts';

export const trashQuery = readQuery(trashKey, '/api/admin/trash', trash, { staleTime: untilChanged });

/** Restores a member in the trash, or removes them for good, and says what came of it. */
export function useTrashAction() {
  const client = useQueryClient();
  const notify = useNotify();
  const act = useMutation({
    mutationFn: ({ uid, forGood }: { uid: string; name: string; forGood: boolean }) => {
      const address = `/api/admin/trash/${encodeURIComponent(uid)}`;
      return forGood
        ? request(address, trashAnswer, { method: 'DELETE', body: {} })
        : request(`${address}/restore`, trashAnswer, { method: 'POST', body: {} });
    },
    onSuccess: (_answer, { name, forGood }) =>
      notify({ tone: 'success', text: forGood ? texts.removed(name) : texts.restored(name) }),
    onError: (error) => notify({ tone: 'error', text: `${texts.failed} ${failureMessage(error)}` }),
    onSettled: () => refetchAfter(client, { topic: 'account', uid: null }),
  });
  return act.mutate;
}

export const backupsQuery = readQuery(backupsKey, '/api/admin/backups', backupList);

export function useMakeBackup() {
  const client = useQueryClient();
  const notify = useNotify();
  return useMutation({
    mutationFn: () => request('/api/admin/backups', backupList, { method: 'POST', body: {} }),
    onSuccess: (list) => {
      client.setQueryData(backupsKey, list);
      if (list.fault === null) notify({ tone: 'success', text: backupsTexts.made });
    },
    onError: (error) => notify({ tone: 'error', text: `${backupsTexts.failed} ${failureMessage(error)}` }),
  });
}

/** Fetches an encrypted copy, and hands it to the browser as a download. */
export async function downloadBackup(id: string, passphrase: string): Promise<void> {
  const headers = new Headers({ 'Content-Type': 'application/json' });
  addAccount(headers);
  const response = await fetch(`/api/admin/backups/${encodeURIComponent(id)}/download`, {
    ...{ method: 'POST', headers, body: JSON.stringify({ passphrase }) },
  }).catch(() => {
    throw new ApiFailure(0, 'UNREACHABLE', connectionMessages.unreachable);
  });
  if (!response.ok) {
    const { code, message, field } = apiError.parse(await response.json());
    throw new ApiFailure(response.status, code, message, field);
  }
  const copy = await response.blob();
  const link = document.createElement('a');
  link.href = URL.createObjectURL(copy);
  link.download = `${id.replace(/\.enc$/, '')}.enc`;
  link.click();
  URL.revokeObjectURL(link.href);
}

import { messageKey, messagesKey } from '#client/lib/admin-keys.ts';
import { listQuery, listState, pagesQuery } from '#client/lib/list-state.ts';
import { readQuery } from '#client/lib/read-query.ts';
import { type InboxFilter, inboxFilter, inboxPage, receivedSubmission } from '#domain/form-inbox.ts';
import { inboxAddress as address } from './unread.ts';

const pageSize = 50;

export const inboxState = listState(inboxFilter);

export function messagesQuery(filter: InboxFilter) {
  return pagesQuery([...messagesKey, filter], address, inboxPage, { ...filter, limit: pageSize });
}

export function messageQuery(id: string) {
  return readQuery([...messageKey, id], `${address}/${encodeURIComponent(id)}`, receivedSubmission);
}

export function exportAddress(filter: InboxFilter): string {
  return `${address}.csv?${listQuery(filter)}`;
}

import { copyText } from '#client/lib/clipboard.ts';
import type { Notification } from '../notifications.tsx';
import { selectionTexts } from '../texts.ts';
import type { ListRow } from './pinned-rows.ts';

/** Copies the addresses of the selected members in the format of an address field. @returns the notification to show */
export async function copyEmails(
  rows: readonly ListRow[],
  selected: ReadonlySet<string>,
): Promise<Notification> {
  const emails = rows
    .filter(({ member }) => selected.has(member.uid) && member.email !== '')
    .map(({ member }) => member.email);
  return (await copyText(emails.join(', ')))
    ? { tone: 'success', text: selectionTexts.copied(emails.length) }
    : { tone: 'error', text: selectionTexts.copyFailed };
}

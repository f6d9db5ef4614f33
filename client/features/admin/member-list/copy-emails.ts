import { copyText } from '#client/lib/clipboard.ts';
import { counted } from '../format.ts';
import type { Notification } from '../notifications.tsx';
import type { ListRow } from './pinned-rows.ts';

/** Copies the addresses of the selected members in the format of an address field. @returns the notification to show */
export async function copyEmails(
  rows: readonly ListRow[],
  selected: ReadonlySet<string>,
): Promise<Notification> {
  const emails = rows
    .filter(({ member }) => selected.has(member.uid) && member.email !== '')
    .map(({ member }) => member.email);
  const addresses = counted(emails.length, 'email address', 'email addresses');
  return (await copyText(emails.join(', ')))
    ? { tone: 'success', text: `${addresses} copied.` }
    : { tone: 'error', text: 'The browser did not allow copying.' };
}

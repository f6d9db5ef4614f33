import { formatCount, momentText } from '#client/lib/format.ts';
import type { RecipientsPage } from '#domain/group-messages.ts';

export const composeTexts = {
  title: 'New message',
  to: 'To:',
  everybody: 'Everyone',
  selected: (count: number) => formatCount(count, 'selected member', 'selected members'),
  chooseOthers: 'Choose by filters instead',
  recipientsTitle: 'Recipients',
  presets: 'Who gets it',
  subject: 'Subject (optional)',
  subjectHelp: 'Of the email, and above the message on dashboards.',
  text: 'Message',
  textHelp:
    'Web addresses become links. {name}, {firstName} and {track} stand for the reader’s name and track.',
  at: 'Send later (optional)',
  atHelp: (zone: string) => `In ${zone}. A filter then finds those who match by then.`,
  planned: (moment: string) => `The message is planned for ${moment}.`,
  endsOn: 'Show until (optional)',
  endsOnHelp: 'The last day on dashboards. Without one it stays until its reader dismisses it.',
  recipients: (count: number) => formatCount(count, 'member', 'members'),
  show: 'Show them in the list',
  nobody: 'No member matches these filters.',
  email: 'Also send it by email',
  emailHelp:
    'Confirmed addresses get the text, others a note that there is a message. Members can unsubscribe. A test goes to',
  noServer: 'This portal has no mail server yet, so emails are only saved as files on the server.',
  refused: (count: number) =>
    `${formatCount(count, 'recipient gets', 'recipients get')} no email: the mail server of the address refuses it.`,
  test: 'Send a Test to Me',
  testing: 'Sending the test...',
  tested: (to: string) => `The test is on its way to ${to}.`,
  previewTitle: 'Preview',
  previewAs: 'On the dashboard of',
  chat: 'For the group chat, without names',
  copyChat: 'Copy the text for the group chat',
  previewEmpty: 'Your message appears here as one of the recipients sees it.',
  review: 'Send...',
  asking: 'Waiting...',
  sending: 'Sending...',
  sent: (count: number) => `The message was sent to ${formatCount(count, 'member', 'members')}.`,
} as const;

interface Confirmed {
  recipients: number;
  email: boolean;
  at: string | null;
}

export function confirmTexts({ recipients, email: byEmail, at }: Confirmed) {
  const members = formatCount(recipients, 'member', 'members');
  if (at !== null) {
    return {
      title: `Plan for ${momentText(at)}?`,
      text: `It would go to ${members} now. You can change, move or cancel it until then.`,
      yes: 'Plan',
      no: 'Keep Editing',
    };
  }
  return {
    title: `Send to ${members}?`,
    text: byEmail
      ? 'They see it on their dashboards immediately, and get it by email. Sent emails can’t be withdrawn.'
      : 'They see it on their dashboards immediately. You can correct or withdraw it later.',
    yes: `Send to ${members}`,
    no: 'Keep Editing',
  };
}

export const sentTexts = {
  pageTitle: 'Messages',
  subtitle:
    'Tell a group of members something, on their dashboards and by email, now or at a time that you choose.',
  title: 'Sent',
  list: 'Sent messages',
  loadFailed: 'The messages couldn’t be loaded',
  empty: 'No messages sent yet.',
  more: 'Show older messages',
  to: (count: number, filter: string) =>
    `${formatCount(count, 'member', 'members')}: ${filter || composeTexts.everybody}`,
  toSelected: composeTexts.selected,
  by: 'by',
  corrected: 'Corrected',
  withdrawn: 'Withdrawn',
  planned: 'Planned',
  cancelled: 'Cancelled',
  cancel: 'Cancel Message',
  move: 'Move to',
  moved: 'Move',
  moving: 'Moving...',
  leftOut: (count: number) =>
    `${formatCount(count, 'member was', 'members were')} left out: the text would have had a gap.`,
  nobody: 'Nobody matched when it was due, so nobody got it.',
  ended: 'Ended',
  until: (day: string) => `until ${day}`,
  recipients: 'Recipients',
  correct: 'Correct',
  withdraw: 'Withdraw',
  correction: 'Corrected text',
  correctionHelp: 'It replaces the text on dashboards and in emails that were not sent yet.',
  save: 'Save Correction',
  saving: 'Saving...',
  keepText: 'Cancel',
} as const;

export const withdrawTexts = {
  title: 'Withdraw this message?',
  text: 'It disappears from all dashboards. This list keeps it.',
  yes: 'Withdraw',
  no: 'Keep It',
} as const;

export const cancelTexts = {
  title: 'Cancel this message?',
  text: 'It will not be sent. This list keeps it.',
  yes: 'Cancel It',
  no: 'Keep It',
} as const;

export const recipientTexts = {
  loadFailed: 'The recipients couldn’t be loaded',
  title: 'Recipients',
  left: (count: number) =>
    count === 1 ? 'One recipient has left since.' : `${count} recipients have left since.`,
  dismissed: 'Dismissed',
  mails: {
    waiting: 'Email waits',
    stopped: 'Email stopped',
    sent: 'Email sent',
    skipped: 'No email',
    refused: 'Email refused',
    failed: 'Email not delivered',
  } satisfies Record<NonNullable<RecipientsPage['recipients'][number]['mail']>, string>,
  unreached: 'Not reached by email',
  more: 'Show more',
} as const;

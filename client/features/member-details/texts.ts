import { formatCount } from '#client/lib/format.ts';
import type { MailKind } from '#domain/member-account.ts';
import { handedLinkHours } from '#domain/member-account.ts';
import { closedDays } from '#domain/trash.ts';

export const memberPageTexts = {
  back: 'Back to User Management',
  loading: 'Member',
  removedTitle: 'This member was removed',
  removed: `The trash restores removed members for ${closedDays.removed} days. Then only the log keeps that somebody was removed, and when.`,
  missingTitle: 'There is no such member',
  missing: 'The address may be mistyped, or the member was removed.',
  toList: 'Go to User Management',
  sameStudentId: (count: number) =>
    `${count === 1 ? 'Another member has' : `${count} other members have`} the same student ID:`,
} as const;

export const recordTexts = {
  project: 'Project',
  record: 'Record',
  history: 'History',
  write: 'Write a message',
} as const;

export const answersTexts = {
  title: 'Answers',
  loadFailed: 'The answers couldn’t be loaded',
} as const;

export const editTexts = {
  open: 'Edit details',
  title: 'Edit details',
  intro: 'Only what you change is checked and saved. The history keeps the old values and your reason.',
  emailNote: 'Both addresses get an email about the change.',
  noTrack: 'Not selected',
  noLinkNote: 'A link submits this project for the member, now.',
  reason: 'Reason',
  reasonNote: 'Shown in the history, for example “Shown on the student card”.',
  cancel: 'Cancel',
  save: 'Save changes',
  saving: 'Saving...',
  saved: (name: string) => `The details of ${name} were saved.`,
  nothing: 'You haven’t changed anything yet.',
  failed: 'The details were not saved.',
  changedElsewhere: 'Someone else has changed this member. Nothing has been saved yet.',
  storedNow: (fields: readonly (readonly [string, string])[]) =>
    fields.length === 0
      ? 'Their changes are in the form now. Save again to add yours.'
      : `Stored now: ${fields.map(([label, value]) => `${label} “${value}”`).join(', ')}. Save again to replace it.`,
} as const;

export const signInTexts = {
  title: 'Cannot sign in?',
  loadFailed: 'The sign-in details couldn’t be loaded',
  address: 'Email address',
  confirmed: 'Confirmed',
  unconfirmed: 'Not confirmed',
  noMail: 'Not confirmed. Without a mail server, the portal can’t send a link to confirm it.',
  password: 'Password',
  passwords: {
    set: 'Set',
    none: 'None yet. A reset link lets them choose one.',
    disabled: 'The account was moved in as disabled. No password opens it.',
  },
  lastSignIn: 'Last sign-in',
  never: 'None that the portal knows of',
  sessions: 'Signed in on',
  sessionCount: (count: number) => formatCount(count, 'device', 'devices'),
  noSession: 'No device',
  wrongPasswords: 'Wrong passwords',
  delayed: (until: string) => `Must wait until ${until} to try again`,
  notDelayed: 'No delay',
  link: 'Reset link',
  linkUntil: (until: string) => `The newest one works until ${until}`,
  former: 'Former address',
  formerUntil: (email: string, until: string) => `${email} can take the account back until ${until}`,
  mails: 'Emails',
  noMails: 'None in the last weeks',
  mailKinds: {
    'password-reset': 'Password reset',
    'confirm-email': 'Confirmation of the address',
    'email-changed': 'Change of the address',
    'account-notice': 'Notice about the account',
    review: 'Review',
    result: 'Result',
    'group-message': 'Message to members',
    'form-receipt': 'Receipt of a message',
    deadline: 'New deadline',
    reminder: 'Reminder',
    'form-message': 'Message of a form',
    'form-answer': 'Answer to a message',
    'season-ended': 'End of the season',
    'hand-over': 'Hand-over of the portal',
    invitation: 'Invitation',
  } satisfies Record<MailKind, string>,
  mailStates: { sent: 'accepted by the mail server', waiting: 'waits to be sent', refused: 'refused' },
  written: 'written to a file, since there is no mail server',
  refusedMails: (count: number) =>
    `${formatCount(count, 'email was', 'emails were')} refused, and this address gets no others until one is accepted. Correct it if it is mistyped.`,
  sendAgain: 'Send Refused Emails Again',
  copyLink: 'Copy a reset link',
  endSessions: 'End all sessions',
  linkField: 'Reset link',
  copyAgain: 'Copy the reset link',
  linkCopied: 'Copied.',
  linkNotCopied: 'Copy it from here.',
  linkHint: `It is shown only now, works once, for ${handedLinkHours} hours, and replaces earlier links. Don’t give it to anyone else: it opens the account.`,
  ended: (count: number) =>
    count === 0 ? 'There was no session to end.' : `${formatCount(count, 'session', 'sessions')} ended.`,
  failed: 'That didn’t work.',
} as const;

export const deadlineTexts = {
  title: 'Deadline',
  loadFailed: 'The deadline couldn’t be loaded',
  none: 'No deadline is set.',
  toDates: 'Set the dates',
  ofTrack: 'Of the track',
  own: 'Extended until',
  field: 'Extend until',
  zone: (zone: string) => `In ${zone}. The member gets an email.`,
  extend: 'Extend',
  extending: 'Extending...',
  end: 'End the extension',
  failed: (reason: string) => `The deadline wasn’t changed. ${reason}`,
} as const;

export const removeTexts = {
  title: 'Remove member',
  about: `For a member who asks for it, or who registered twice. The trash restores removed members for ${closedDays.removed} days.`,
  open: 'Remove…',
  question: (name: string) => `Remove ${name}?`,
  sameName: (count: number) =>
    `${formatCount(count, 'other member has', 'other members have')} the same name. Check the address and the student ID.`,
  goes: `In the trash for ${closedDays.removed} days, then gone`,
  gone: [
    'account, sessions and sign-in',
    'record, project, reviews and notes',
    'messages to the club',
    'emails that the portal keeps',
    'all values in the history',
  ],
  stays: 'Kept',
  kept: 'The log keeps that a member was removed, when and by whom. Emails that arrived stay in their mailboxes.',
  noBackup: 'The portal knows of no backup.',
  backups: (until: string) =>
    `Backups made until now still hold this member. The last of them is deleted by ${until}.`,
  endlessBackups: (last: string) =>
    `Backups made until now still hold this member, the last one from ${last}. Nothing deletes them automatically.`,
  confirm: (name: string) => `Type “${name}” to confirm`,
  cancel: 'Keep member',
  done: (name: string) => `${name} is in the trash for ${closedDays.removed} days.`,
} as const;

import * as z from 'zod/mini';
import { member, memberUid } from './members.ts';
import { requiredText } from './required-text.ts';

/** The kinds of emails that the portal sends. */
const mailKinds = [
  'password-reset',
  'confirm-email',
  'email-changed',
  'account-notice',
  'review',
  'result',
  'group-message',
  'form-receipt',
  'deadline',
  'reminder',
  'form-message',
  'form-answer',
  'hand-over',
  'invitation',
  'season-ended',
] as const;
export type MailKind = (typeof mailKinds)[number];

export const mailState = z.enum(['sent', 'waiting', 'refused']);

/** An email to a member's address, as far as the portal knows what became of it. */
const mailOutcome = z.object({
  kind: z.enum(mailKinds),
  createdAt: z.string(),
  state: mailState,
  /** The last answer of the mail server, if it refused the mail. */
  fault: z.nullable(z.string()),
});
export type MailOutcome = z.infer<typeof mailOutcome>;

/** How many of the newest emails are shown. */
export const mailsShown = 5;

/** How many other members with the same student ID are named. */
export const sameStudentIdCap = 5;

/** When copies of a record that is removed now will be gone. */
const backupsKept = z.object({
  /** When the last backup was made; null if the portal knows of none. */
  lastAt: z.nullable(z.string()),
  /** When the last backup of before now is deleted; null if nothing deletes it. */
  goneAt: z.nullable(z.string()),
});
export type BackupsKept = z.infer<typeof backupsKept>;

/** The response of `GET /api/admin/members/:uid/account`: what the portal knows about an account and its sign-in. */
export const memberAccount = z.object({
  confirmed: z.boolean(),
  /** Whether the portal has a mail server. Without one it asks nobody to confirm an address. */
  sendsMail: z.boolean(),
  /** `disabled`: the account was moved in as disabled, and no password opens it. */
  password: z.enum(['set', 'none', 'disabled']),
  lastSignInAt: z.nullable(z.string()),
  sessions: z.int().check(z.gte(0)),
  /** Until when a sign-in has to wait after wrong passwords. */
  delayedUntil: z.nullable(z.string()),
  resetLinkUntil: z.nullable(z.string()),
  /** The address before an email change, which can revert it until then. */
  formerEmail: z.nullable(z.object({ email: z.string(), until: z.string() })),
  /** Newest first. */
  mails: z.array(mailOutcome),
  /** How many emails the mail server of the address refused for good, and can be sent again. */
  refusedMails: z.int().check(z.gte(0)),
  /** How many other members have the same name, as lists sort it. */
  sameName: z.int().check(z.gte(0)),
  sameStudentId: z.array(z.pick(member, { uid: true, fullName: true, email: true })),
  backups: backupsKept,
});
export type MemberAccount = z.infer<typeof memberAccount>;

/** How long a reset link works that an administrator hands over, in hours. */
export const handedLinkHours = 24;

/** The response of `POST /api/admin/members/:uid/reset-link`. The link is shown once. */
export const resetLink = z.object({ url: z.string(), until: z.string() });
export type ResetLink = z.infer<typeof resetLink>;

/** The response of `POST /api/admin/members/:uid/end-sessions`. */
export const endedSessions = z.object({ ended: z.int().check(z.gte(0)) });

/** The response of `POST /api/admin/members/:uid/refused-mails`: how many emails are sent again. */
export const mailsSentAgain = z.object({ mails: z.int().check(z.gte(0)) });

export const memberAccountMessages = {
  staff:
    'This is an administrator’s account. Its owner changes the password with “Forgot your password?”, and the operator with “portal admin”.',
  disabled: 'This account was moved in as disabled. No link can open it.',
  wrongName: (name: string) => `Type the name exactly as it is shown: ${name}`,
  wrongCount: (count: number) => `Type the number of members: ${count}`,
} as const;

/** The text that confirms the removal of a member: the name, or the address of a member without one. */
export function confirmationOf({ fullName, email }: { fullName: string; email: string }): string {
  return fullName.trim() || email;
}

/** Whether a typed text is the confirmation. Spaces may differ: a page shows several as one. */
export function isConfirmed(typed: string, wanted: string): boolean {
  const plain = (text: string) => text.normalize('NFC').replace(/\s+/gu, ' ').trim();
  return plain(typed) === plain(wanted);
}

/** The body of `DELETE /api/admin/members/:uid`. */
export const memberRemoval = z.strictObject({ confirm: requiredText('The name', 300) });

/** How many members can be removed together. */
export const removalCap = 200;

/** The body of `DELETE /api/admin/members`. `confirm` is how many there are, as it was typed. */
export const membersRemoval = z.strictObject({
  uids: z.array(memberUid).check(z.minLength(1), z.maxLength(removalCap)),
  confirm: z.int('Type the number of members').check(z.gte(1)),
});

/** The response of a removal. */
export const membersRemoved = z.object({ removed: z.int().check(z.gte(0)) });

import type { mailBounds } from '#server/limits/bounds.ts';

/** What a mail is about. The outbox keeps it for the log and for the operator. */
export type MailKind = keyof typeof mailBounds;

/** A mail to be sent. Subject and addresses are single lines. */
export interface Mail {
  kind: MailKind;
  to: string;
  /** Where an answer goes; null is the sender's own address. */
  replyTo: string | null;
  subject: string;
  text: string;
  html: string;
}

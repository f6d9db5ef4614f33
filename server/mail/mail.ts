import type { mailBounds } from '#server/limits/bounds.ts';

/** The kind of a mail. The outbox keeps it for the log and the operator. */
export type MailKind = keyof typeof mailBounds;

/** A mail to be sent. Subject and addresses are single lines. */
export interface Mail {
  kind: MailKind;
  to: string;
  /** The reply address; null is the sender's address. */
  replyTo: string | null;
  subject: string;
  text: string;
  html: string;
  /** The address that ends mails of this kind; null for a mail about the account. */
  unsubscribe: string | null;
}

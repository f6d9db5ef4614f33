import type { MailKind } from '#domain/member-account.ts';

/** A mail to be sent. Subject and addresses are single lines. */
export interface Mail {
  kind: MailKind;
  /** The account that it is to or, for a message of a form, from; null for a stranger's. It goes with the account. */
  uid: string | null;
  to: string;
  /** The reply address; null is the sender's address. */
  replyTo: string | null;
  subject: string;
  text: string;
  html: string;
  /** The address that ends mails of this kind; null for a mail about the account. */
  unsubscribe: string | null;
}

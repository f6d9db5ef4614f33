import type { MailKind } from '#domain/member-account.ts';
import type { ReminderKind } from '#domain/reminder-kinds.ts';
import type { Db } from '#server/store/open.ts';

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

/** Names the source from which a mail is composed when it is due. The first part is its kind. */
export type Topic =
  | 'result'
  | 'result:place'
  | 'review'
  | `group-message:${string}`
  | `reminder:${ReminderKind}`;

export type ComposedKind = 'result' | 'review' | 'group-message' | 'reminder';

/** A mail that waits for a decision, until a time. */
export interface NotYet {
  notBefore: string;
}

/** Composes the mail to an account as of now, for each kind; null if there is nothing to say, or nobody to say it to. */
export type Composers = Readonly<
  Record<ComposedKind, (db: Db, uid: string, topic: string) => Promise<Mail | NotYet | null>>
>;

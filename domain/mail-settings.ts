import * as z from 'zod/mini';
import { emailAddress, typedAddress } from './accounts.ts';
import { boundedString, trimmedString } from './bounded.ts';

/** An address, or a name with one: 'SDC <club@example.edu>'. One line, because it goes into a mail's header. */
export const mailSender = z.string().check(z.regex(/^[^\r\n<>]*<?[^\s<>@]+@[^\s<>@]+>?$/));

const securities = ['tls', 'starttls', 'none'] as const;

const senderText = 'must be an email address, or a name with one: SDC <club@example.edu>';

const hostText = 'must be the name of a server, such as smtp.example.edu';

/** The mail server and addresses of the portal. Variables of the environment take precedence. */
export const mailSettings = z.strictObject({
  /** The mail server's name or address; empty: mails are written to files. */
  host: trimmedString(253).check(z.regex(/^[\w.:-]*$/, hostText)),
  port: z
    .int('must be a whole number')
    .check(z.gte(1, 'must be at least 1'), z.lte(65_535, 'must be at most 65535')),
  /** Encrypted from the first byte, from the command STARTTLS on, or not at all. */
  security: z.enum(securities),
  /** Empty: the server asks for no sign-in. */
  user: trimmedString(254),
  /** Empty: the default, from which mail servers accept nothing. */
  sender: trimmedString(254).check(
    z.refine((text) => text === '' || mailSender.safeParse(text).success, senderText),
  ),
  /** The address to which messages of forms are mailed. */
  contactInbox: z.nullable(emailAddress),
  /** How many bulk emails are sent within 24 hours. */
  perDay: z
    .int('must be a whole number')
    .check(z.gte(1, 'must be at least 1'), z.lte(1_000_000, 'must be at most 1000000')),
});
export type MailSettings = z.infer<typeof mailSettings>;

export const defaultMailSettings: MailSettings = {
  ...{ host: '', port: 465, security: 'tls', user: '', sender: '' },
  contactInbox: null,
  perDay: 400,
};

/** The mail server's password. It is never returned. */
const mailPassword = boundedString(1_000);

/** The body of `PUT /api/admin/settings/mail/password`: for the server and user that are stored. Empty removes it. */
export const mailPasswordWrite = z.strictObject({ password: mailPassword });

/** The body of `POST /api/admin/settings/mail/test`: settings that need not be saved yet. */
export const mailTestRequest = z.strictObject({
  to: typedAddress,
  value: mailSettings,
  /** Missing: the stored one, if it is for this server and user. */
  password: z.optional(mailPassword),
});

/** The response: `answer` is what the mail server said, or what the network did. */
export const mailTestAnswer = z.object({ sent: z.boolean(), text: z.string(), answer: z.string() });
export type MailTestAnswer = z.infer<typeof mailTestAnswer>;

/** The parts of the settings that variables of the environment can set. */
export const mailVariables = {
  server: 'SMTP_URL',
  sender: 'MAIL_FROM',
  contactInbox: 'CONTACT_INBOX',
  perDay: 'BULK_MAIL_PER_DAY',
} as const;

/** The response of `GET /api/admin/settings/mail/state`. */
export const mailState = z.object({
  /** The parts that the environment sets. */
  environment: z.array(z.enum(['server', 'sender', 'contactInbox', 'perDay'])),
  /** Whether a password is stored for the server and user that are stored. */
  password: z.boolean(),
});

/** Texts about the mail settings that the server says. */
export const mailSettingsTexts = {
  host: hostText,
  needsSender: 'must be set with a mail server',
  noServer: 'No mail server is set.',
  accepted: (to: string) =>
    `The mail server accepted the email to ${to}. Check that it arrived, and not as spam.`,
} as const;

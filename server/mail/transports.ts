import { mkdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createTransport } from 'nodemailer';
import type { Config } from '#server/config.ts';
import type { Log } from '#server/log.ts';
import type { Mail } from './mail.ts';

/** A mail of the outbox on its way. */
export interface OutgoingMail extends Mail {
  id: string;
  /** ISO 8601, UTC. */
  createdAt: string;
}

/** Where mails go: to a mail server, or into files. */
export interface MailTransport {
  /** Resolves when the mail is handed over, with the file where it is one; throws where it is not, or on `signal`. */
  send(mail: OutgoingMail, signal: AbortSignal): Promise<{ file?: string }>;
  close(): void;
}

/** How many mails travel at once. */
export const sendingAtOnce = 3;

/** Where mails are written without a mail server. */
export function mailFolder(dataDir: string): string {
  return join(dataDir, 'outbox');
}

/** By SMTP where SMTP_URL is set, else as files in DATA_DIR/outbox. */
export function createMailTransport(config: Config, log: Log): MailTransport {
  if (config.smtpUrl) return createSmtpTransport(config.smtpUrl, config);
  const folder = mailFolder(config.dataDir);
  log.info({ folder }, 'SMTP_URL is not set: mails are written to files');
  return createFileTransport(folder, config);
}

type Sender = Pick<Config, 'mailFrom' | 'portalUrl'>;

/** Sends over a few connections that stay open for the next mail. No silence lasts longer than its time-out. */
export function createSmtpTransport(url: string, sender: Sender): MailTransport {
  const transporter = createTransport({
    ...connectionOptions(url),
    pool: true,
    maxConnections: sendingAtOnce,
    // A connection that breaks is the outbox's to try again, which remembers it across restarts.
    maxRequeues: 0,
    idleTimeout: 30_000,
  });
  return {
    async send(mail, signal) {
      await transporter.sendMail({ ...message(mail, sender), signal });
      return {};
    },
    close: () => transporter.close(),
  };
}

/** How a mail server is reached, whatever for. No silence lasts longer than its time-out. */
export function connectionOptions(url: string) {
  return {
    url,
    dnsTimeout: 10_000,
    connectionTimeout: 10_000,
    greetingTimeout: 10_000,
    socketTimeout: 30_000,
    disableFileAccess: true,
    disableUrlAccess: true,
  } as const;
}

/** Writes each mail as an `.eml` file, which a mail program opens, below `folder`. */
export function createFileTransport(folder: string, sender: Sender): MailTransport {
  const composer = createTransport({ streamTransport: true, buffer: true, newline: 'windows' });
  return {
    async send(mail) {
      const composed = await composer.sendMail(message(mail, sender));
      await mkdir(folder, { recursive: true, mode: 0o700 });
      // Of a mail that is sent again after a crash, the second file takes the first one's place.
      const name = `${mail.createdAt.replace(/[:.]/g, '-')}-${mail.id}.eml`;
      const draft = join(folder, `.${name}`);
      // Renamed when whole, so that nobody picks up half a mail.
      await writeFile(draft, composed.message, { mode: 0o600 });
      await rename(draft, join(folder, name));
      return { file: join(folder, name) };
    },
    close: () => composer.close(),
  };
}

function message(mail: OutgoingMail, { mailFrom, portalUrl }: Sender) {
  return {
    from: mailFrom,
    to: { name: '', address: mail.to },
    ...(mail.replyTo && { replyTo: { name: '', address: mail.replyTo } }),
    subject: mail.subject,
    text: mail.text,
    html: mail.html,
    date: new Date(mail.createdAt),
    // The same for every attempt, so that a mail program can tell a repeated mail.
    messageId: `<${mail.id}@${new URL(portalUrl).hostname}>`,
    // People write form messages; the rest no vacation responder should answer.
    headers: mail.kind === 'form-message' ? {} : { 'Auto-Submitted': 'auto-generated' },
  };
}

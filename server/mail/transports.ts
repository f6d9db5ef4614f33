import { mkdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createTransport } from 'nodemailer';
import type { Config } from '#server/config/config.ts';
import type { Mail } from './mail.ts';

export interface OutgoingMail extends Mail {
  id: string;
  /** ISO 8601, UTC. */
  createdAt: string;
}

export interface MailTransport {
  /** Resolves when the mail is accepted, with the file if it is written to one. Throws otherwise, or on `signal`. */
  send(mail: OutgoingMail, signal: AbortSignal): Promise<{ file?: string }>;
  close(): void;
}

export const sendingAtOnce = 3;

export function mailFolder(dataDir: string): string {
  return join(dataDir, 'outbox');
}

type Sender = Pick<Config, 'mailFrom' | 'portalUrl'>;

/** Sends by SMTP if a mail server is configured, else into files in DATA_DIR/outbox: as the configuration is at each mail. */
export function createMailTransport(config: Sender & Pick<Config, 'smtpUrl' | 'dataDir'>): MailTransport {
  let current: { url: string | undefined; transport: MailTransport } | undefined;
  function transportNow(): MailTransport {
    const url = config.smtpUrl;
    if (current?.url === url && current) return current.transport;
    // Mails that are being sent keep their connections.
    current?.transport.close();
    const folder = mailFolder(config.dataDir);
    const transport = url ? createSmtpTransport(url, config) : createFileTransport(folder, config);
    current = { url, transport };
    return transport;
  }
  return {
    send: (mail, signal) => transportNow().send(mail, signal),
    close: () => current?.transport.close(),
  };
}

/** Sends over a few connections that stay open for the next mail. No silence lasts longer than its time-out. */
export function createSmtpTransport(url: string, sender: Sender): MailTransport {
  const transporter = createTransport({
    ...connectionOptions(url),
    pool: true,
    maxConnections: sendingAtOnce,
    // The outbox retries after a broken connection, also across restarts.
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

/** The connection settings for a mail server. No silence lasts longer than its time-out. */
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
function createFileTransport(folder: string, sender: Sender): MailTransport {
  const composer = createTransport({ streamTransport: true, buffer: true, newline: 'windows' });
  return {
    async send(mail) {
      const composed = await composer.sendMail(message(mail, sender));
      await mkdir(folder, { recursive: true, mode: 0o700 });
      // A mail that is sent again after a crash replaces its first file.
      const name = `${mail.createdAt.replace(/[:.]/g, '-')}-${mail.id}.eml`;
      const draft = join(folder, `.${name}`);
      // Renamed when complete, so that no reader sees half a mail.
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
    // The same for every attempt, so that a mail program recognises a repeated mail.
    messageId: `<${mail.id}@${new URL(portalUrl).hostname}>`,
    // Form messages are written by people; vacation responders should not answer the others.
    headers: {
      ...(mail.kind !== 'form-message' &&
        mail.kind !== 'form-answer' && { 'Auto-Submitted': 'auto-generated' }),
      // One click in the mail program ends these mails (RFC 8058).
      ...(mail.unsubscribe && {
        'List-Unsubscribe': `<${mail.unsubscribe}>`,
        'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
      }),
    },
  };
}

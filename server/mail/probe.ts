import { format } from 'node:util';
import { createTransport } from 'nodemailer';
import type { Config } from '#server/config/config.ts';
import { type MailFault, sendingFault } from './mail-faults.ts';
import { connectionOptions } from './transports.ts';

/** How long the health page waits for a mail server, in milliseconds. */
const timeout = 4_000;

/** Connects and signs in as for a mail, and sends none. Null if the mail server would accept one. */
export async function probeMailServer(url: string): Promise<MailFault | null> {
  const transporter = createTransport({
    ...connectionOptions(url),
    connectionTimeout: timeout,
    greetingTimeout: timeout,
    socketTimeout: timeout,
    dnsTimeout: timeout,
  });
  try {
    await transporter.verify();
    return null;
  } catch (error) {
    const fault = sendingFault(error);
    return fault.party === 'server' ? fault.fault : 'refused';
  } finally {
    transporter.close();
  }
}

export interface TestMailResult {
  dialogue: string[];
  fault: string | null;
}

/** Sends one mail immediately, without the outbox, and records the SMTP dialogue. */
export async function sendTestMail(
  { smtpUrl, mailFrom }: { smtpUrl: string } & Pick<Config, 'mailFrom'>,
  to: string,
): Promise<TestMailResult> {
  const dialogue: string[] = [];
  function note(entry: { tnx?: string }, message: unknown, ...rest: unknown[]): void {
    const speaker = entry.tnx === 'client' ? 'C: ' : entry.tnx === 'server' ? 'S: ' : '   ';
    const text = format(message, ...rest).trimEnd();
    if (text !== '') dialogue.push(...text.split(/\r?\n/).map((line) => speaker + line));
  }
  const logger = {
    level: () => {},
    trace: note,
    debug: note,
    info: note,
    warn: note,
    error: note,
    fatal: note,
  };
  const transporter = createTransport({
    ...connectionOptions(smtpUrl),
    logger,
    debug: true,
    transactionLog: true,
  });
  try {
    await transporter.sendMail({
      from: mailFrom,
      to: { name: '', address: to },
      subject: 'Test email from the SDC Portal',
      text: 'This email was sent by `npm run portal -- mail test`. Emails from the portal reach this address.',
    });
    return { dialogue, fault: null };
  } catch (error) {
    return { dialogue, fault: error instanceof Error ? error.message : String(error) };
  } finally {
    transporter.close();
  }
}

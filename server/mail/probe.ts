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
  /** The error, and in words what to change; both null if the mail server accepted the mail. */
  fault: string | null;
  advice: string | null;
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
    // A browser waits 20 seconds for the answer.
    connectionTimeout: 6_000,
    greetingTimeout: 6_000,
    socketTimeout: 10_000,
    logger,
    debug: true,
    transactionLog: true,
  });
  try {
    await transporter.sendMail({
      from: mailFrom,
      to: { name: '', address: to },
      subject: 'Test email from the SDC Portal',
      text: 'Somebody who runs the portal asked for this test email. Emails from the portal reach this address.',
      signal: AbortSignal.timeout(18_000),
    });
    return { dialogue, fault: null, advice: null };
  } catch (error) {
    const fault = error instanceof Error ? error.message : String(error);
    return { dialogue, fault, advice: adviceFor(error, fault, smtpUrl) };
  } finally {
    transporter.close();
  }
}

/** Advice about a mail server that accepts no mail. */
export const mailFaultTexts: Record<MailFault, string> = {
  credentials: 'The mail server refuses the user name or password. Correct it.',
  unreachable: 'The mail server cannot be reached. Check its name and port, and any firewall.',
  sender: 'The mail server refuses the sender. Set an address that it may send from.',
  refused: 'The mail server responds but does not accept mail. A test email shows its answer.',
};

/** Names what to change. */
function adviceFor(error: unknown, fault: string, smtpUrl: string): string {
  const isTls = smtpUrl.startsWith('smtps:');
  if (isTls && /wrong version number|packet length too long/.test(fault))
    return 'This port does not begin with TLS. Choose STARTTLS; in SMTP_URL, write smtp://, which changes to TLS where the server offers it.';
  if (!isTls && /Greeting never received/.test(fault))
    return 'The server says nothing. If its port begins with TLS, as 465 does, choose TLS; in SMTP_URL, write smtps://.';
  if (/self.signed certificate|unable to (verify|get)/.test(fault))
    return 'No authority that this machine knows has signed the certificate of the mail server. Set NODE_EXTRA_CA_CERTS to a file with the certificate of its authority.';
  const found = sendingFault(error);
  if (/STARTTLS/.test(fault)) return 'The server does not offer STARTTLS. Choose another encryption.';
  if (found.party === 'recipient') return 'The mail server refuses the address of the recipient.';
  return mailFaultTexts[found.party === 'server' ? found.fault : 'refused'];
}

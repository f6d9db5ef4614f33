import { storableLine } from '#domain/form-submission.ts';
import type { PortalState } from '#server/store/portal-state.ts';

/** Why a mail server accepts no mail at all. */
export type MailFault = PortalState<'mail-parked'>['fault'];

/** The reason why a mail was not sent, with a line for the log. */
export type SendingFault =
  /** The recipient's address is refused for good. */
  | { party: 'recipient'; reason: string }
  /** No mail would have been accepted. */
  | { party: 'server'; fault: MailFault; reason: string }
  /** Another attempt may succeed, and other mails may be accepted. */
  | { party: 'mail'; reason: string };

const unreachable = new Set(['EDNS', 'ECONNECTION', 'ESOCKET', 'ETIMEDOUT', 'ECONNREFUSED', 'ETLS']);

/** A refusal by policy, such as that of relaying, says nothing about the recipient's address (RFC 3463). */
const isPolicy = /^\d{3}[ -]5\.7\.\d/;

/** Classifies an error of the mail library by the step of the dialogue that failed and the server's code. */
export function sendingFault(error: unknown): SendingFault {
  const reason = reasonOf(error);
  const { code, command, responseCode = 0, response = '' } = smtpErrorOf(error);
  if (command === 'RCPT TO' && responseCode >= 500 && !isPolicy.test(response)) {
    return { party: 'recipient', reason };
  }
  // A server that never ends its answer exhausts the time for one mail.
  const isTimeout = error instanceof DOMException && error.name === 'TimeoutError';
  if (isTimeout || unreachable.has(code)) return { party: 'server', fault: 'unreachable', reason };
  if (code === 'EAUTH' || code === 'ENOAUTH') {
    // Of a server that cannot check the password now (454, RFC 4954).
    const isBusy = responseCode >= 400 && responseCode < 500;
    return { party: 'server', fault: isBusy ? 'refused' : 'credentials', reason };
  }
  if (command === 'MAIL FROM') {
    return { party: 'server', fault: responseCode >= 500 ? 'sender' : 'refused', reason };
  }
  if (responseCode === 421) return { party: 'server', fault: 'refused', reason };
  return { party: 'mail', reason };
}

interface SmtpError {
  code: string;
  command?: string;
  responseCode?: number;
  response?: string;
}

function smtpErrorOf(error: unknown): SmtpError {
  return error instanceof Error && 'code' in error ? { ...error, code: String(error.code) } : { code: '' };
}

/** The error in one line that both engines can hold. Errors of the mail library carry the whole envelope; the log needs less. */
function reasonOf(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? `${String(error.code)}: ` : '';
  const message = error instanceof Error ? error.message : String(error);
  return storableLine(`${code}${message}`).replace(/\s+/g, ' ').slice(0, 300).toWellFormed();
}

import type { HealthFact, Verdict } from '#domain/diagnostics.ts';
import { counted } from '#domain/plural.ts';
import type { CommandConfig } from '#server/config.ts';
import type { OutboxState } from '#server/mail/outbox-store.ts';
import type { MailFault } from '#server/mail/probe.ts';
import type { KeptMails } from '#server/mail/retention.ts';
import type { DatabaseInfo } from '#server/store/database-info.ts';

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;
const mebibyte = 1024 * 1024;

export function fact(
  label: string,
  value: string,
  verdict: Verdict = 'info',
  advice: string | null = null,
): HealthFact {
  return { label, value, verdict, advice };
}

/** A fact that is good, or else has this verdict and advice. */
export function goodOr(
  isGood: boolean,
  [label, value]: [label: string, value: string],
  verdict: Verdict,
  advice: string,
): HealthFact {
  return isGood ? fact(label, value, 'good') : fact(label, value, verdict, advice);
}

/** Bytes as text, such as 4.2 MB. */
export function sizeText(bytes: number): string {
  return bytes < mebibyte ? `${Math.ceil(bytes / 1024)} KB` : `${(bytes / mebibyte).toFixed(1)} MB`;
}

/** The elapsed time as text, such as 3 hours ago. Both times are in milliseconds since 1970. */
export function sinceText(time: number, now: number): string {
  const units = [
    ['day', day],
    ['hour', hour],
    ['minute', minute],
  ] as const;
  for (const [unit, length] of units) {
    const count = Math.floor((now - time) / length);
    if (count >= 1) return `${counted(count, unit)} ago`;
  }
  return 'Less than a minute ago';
}

/** The way in which commits reach the disk. */
export function journalVerdict({ value, safe }: DatabaseInfo['durability']): HealthFact {
  return goodOr(
    safe,
    ['Journal mode', value],
    'bad',
    'A power cut can lose what was said to be saved. Restart the portal, which sets it; on PostgreSQL set synchronous_commit to on.',
  );
}

/** The migrations that this program knows, and those applied to the database, each in order. */
export function migrationsVerdict(known: number, applied: readonly string[]): HealthFact {
  const isGood = applied.length === known;
  const value = `${applied.length} of ${known}${isGood ? `, latest ${applied.at(-1) ?? 'none'}` : ''}`;
  return goodOr(
    isGood,
    ['Migrations applied', value],
    'bad',
    'The database is older than the program. Restart the portal, which applies the rest.',
  );
}

/** Times in milliseconds since 1970. */
export interface LastBackup {
  /** The time of the newest backup; null if none is known. */
  time: number | null;
  /** The later failure, if there is one. */
  failed: { time: number; fault: string } | null;
}

/** Good if the newest backup is at most two days old and none has failed since. */
export function backupVerdict({ time, failed }: LastBackup, now: number): HealthFact {
  const label = 'Last backup';
  if (failed) {
    const value = `Failed ${sinceText(failed.time, now).toLowerCase()}`;
    const newest =
      time === null
        ? 'There is none before it.'
        : `The newest is from ${sinceText(time, now).toLowerCase()}.`;
    return fact(label, value, 'bad', `${failed.fault} ${newest}`);
  }
  const command = '`npm run portal -- backup --every 24h --keep 14`';
  if (time === null) {
    return fact(
      label,
      'None in the backups folder',
      'attention',
      `If the disk fails, everything is lost. Run ${command}, and keep copies on another machine. Backups that are kept elsewhere are not shown here.`,
    );
  }
  const isGood = now - time <= 2 * day;
  return goodOr(isGood, [label, sinceText(time, now)], 'attention', `Older than two days. Run ${command}.`);
}

/** The size of the inbox compared with its limit. */
export function inboxVerdict(
  { messages, bytes }: { messages: number; bytes: number },
  most: number,
): HealthFact {
  return goodOr(
    bytes < 0.8 * most,
    ['Messages in the inbox', `${messages} (${sizeText(bytes)} of ${sizeText(most)})`],
    bytes < most ? 'attention' : 'bad',
    'When the inbox is full, only signed-in members can send messages. Delete messages that are not needed, or raise INBOX_MB.',
  );
}

/** The first student IDs that more than one member has given. */
export function sharedIdsVerdict(ids: readonly string[]): HealthFact {
  return goodOr(
    ids.length === 0,
    ['Student IDs of several members', ids.join(', ') || 'None'],
    'attention',
    'Somebody may have registered twice, or typed another’s ID. The search in the list of members finds all who have it.',
  );
}

const mailFaults: Record<MailFault, string> = {
  credentials:
    'The mail server refuses the user name or password in SMTP_URL. Correct it and restart the portal.',
  unreachable: 'The mail server cannot be reached. See the host and port in SMTP_URL, and any firewall.',
  refused:
    'The mail server responds but does not accept mail. `npm run portal -- mail test you@example.org` shows what it says.',
};

/** Whether mails go to a mail server, and why it refuses them, if so. */
export function deliveryVerdict(byServer: boolean, fault: MailFault | null = null): HealthFact {
  const label = 'Delivery';
  if (byServer && fault) return fact(label, 'By mail server: failing', 'bad', mailFaults[fault]);
  return goodOr(
    byServer,
    [label, byServer ? 'By mail server' : 'Into files'],
    'attention',
    'Mail is not being delivered; it is saved to the outbox folder. Set SMTP_URL before members rely on password resets.',
  );
}

/** Good if no mail has waited for more than ten minutes. */
export function queueVerdict({ waiting, waitingSince }: OutboxState, now: number): HealthFact {
  const label = 'Waiting to be sent';
  if (waiting === 0 || waitingSince === null) return fact(label, '0', 'good');
  const since = Date.parse(waitingSince);
  const value = `${waiting}, the oldest from ${sinceText(since, now).toLowerCase()}`;
  return goodOr(
    now - since <= 10 * minute,
    [label, value],
    now - since <= 2 * hour ? 'attention' : 'bad',
    'The mail server does not accept mail. The log says why: look for "mail not sent". They are retried for a day.',
  );
}

/** The number of mails that failed for good in the last 30 days. */
export function givenUpVerdict(count: number): HealthFact {
  return goodOr(
    count === 0,
    ['Failed in the last 30 days', String(count)],
    'attention',
    'These mails could not be sent within a day and will not be retried. The log says why: look for "mail failed".',
  );
}

/** Emails about reviews that could not be written. They block no other. */
export function reviewMailsVerdict(count: number): HealthFact {
  return goodOr(
    count === 0,
    ['Review emails set aside', String(count)],
    'attention',
    'These emails could not be written and are tried again, at least once an hour. The log says why: look for "review mail not written".',
  );
}

/** Good if the last housekeeping failed at nothing and is at most a day old. */
export function housekeepingVerdict(last: { at: string; failed: string[] } | null, now: number): HealthFact {
  const label = 'Housekeeping';
  if (last === null) return fact(label, 'Not done yet');
  const since = sinceText(Date.parse(last.at), now);
  if (last.failed.length > 0) {
    return fact(
      label,
      `Failed for ${last.failed.join(', ')}`,
      'attention',
      'Expired rows were not removed. This is tried again every hour. The log says why: look for "housekeeping failed".',
    );
  }
  return goodOr(
    now - Date.parse(last.at) <= day,
    [label, since],
    'attention',
    'It runs every hour while the portal runs. The log says why it stopped: look for "background work failed".',
  );
}

/** The number of kept mails, and their lifetime. */
export function keptMailsFact(
  { rows, files, bytes }: KeptMails,
  { mailKeepDays, mailKeepMegabytes }: Pick<CommandConfig, 'mailKeepDays' | 'mailKeepMegabytes'>,
): HealthFact {
  const kept = files > 0 ? `${rows}, and ${files} files of ${sizeText(bytes)}` : String(rows);
  return fact('Emails kept', `${kept}; for ${mailKeepDays} days and up to ${mailKeepMegabytes} MB`);
}

/** `delay` in milliseconds. */
export function delayVerdict(delay: number): HealthFact {
  return goodOr(
    delay <= 100,
    ['Event-loop delay', `${Math.round(delay)} ms at most`],
    delay <= 500 ? 'attention' : 'bad',
    'Requests wait for one another: the machine is busy. Look what else runs on it; if this stays, give the portal more of it.',
  );
}

/** `bytes` resident. The portal needs about 150 MB. */
export function memoryVerdict(bytes: number): HealthFact {
  return goodOr(
    bytes <= 700 * mebibyte,
    ['Memory', sizeText(bytes)],
    'attention',
    'More than the portal should need. Restart it at a quiet time, and see whether it grows again.',
  );
}

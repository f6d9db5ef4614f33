import type { HealthFact, Verdict } from '#domain/diagnostics.ts';
import { counted } from '#domain/plural.ts';
import type { MailFault } from '#server/mail/mail-faults.ts';
import type { OutboxState } from '#server/mail/outbox-store.ts';
import type { Parked } from '#server/mail/parking.ts';
import { mailFaultTexts } from '#server/mail/probe.ts';

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
  if (bytes < mebibyte) return `${Math.ceil(bytes / 1024)} KB`;
  const megabytes = bytes / mebibyte;
  return megabytes < 1000 ? `${megabytes.toFixed(1)} MB` : `${(megabytes / 1024).toFixed(1)} GB`;
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

/** Times in milliseconds since 1970. */
export interface LastBackup {
  time: number | null;
  failed: { time: number; fault: string } | null;
}

/** Good if the newest backup is at most two days old and none has failed since. */
export function backupFact({ time, failed }: LastBackup, now: number): HealthFact {
  const label = 'Last backup';
  if (failed) {
    const value = `Failed ${sinceText(failed.time, now).toLowerCase()}`;
    const newest =
      time === null
        ? 'There is none before it.'
        : `The newest is from ${sinceText(time, now).toLowerCase()}.`;
    return fact(label, value, 'bad', `${failed.fault} ${newest}`);
  }
  const command = '`npm run portal -- backup`, or remove BACKUPS=off, so that the portal makes one each day';
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

/** Good if the newest check of a backup found it whole, and is at most a month old. Times in milliseconds since 1970. */
export function verifiedFact(last: { time: number; fault: string | null } | null, now: number): HealthFact {
  const label = 'Last verified backup';
  const advice = 'A backup is only good if it can be restored. Run `npm run portal -- backup verify`.';
  if (last === null) return fact(label, 'None', 'attention', advice);
  if (last.fault !== null) return fact(label, 'Failed', 'bad', `${last.fault} ${advice}`);
  return goodOr(now - last.time <= 30 * day, [label, sinceText(last.time, now)], 'attention', advice);
}

/** Good if more than a gigabyte is free, and for more than two weeks if the disk goes on filling. */
export function spaceFact(bytes: number, days: number | null): HealthFact {
  const isLow = bytes < 1024 * mebibyte || (days !== null && days < 14);
  const forecast = days === null ? '' : `, full in about ${counted(days, 'day')}`;
  return goodOr(
    !isLow,
    ['Free disk space', `${sizeText(bytes)}${forecast}`],
    bytes < 100 * mebibyte ? 'bad' : 'attention',
    'Without free space nothing can be saved, and nobody can sign in. Remove old backups or add space.',
  );
}

/** How many of a mail domain's members have confirmed their address. Few may mean that their provider drops the emails. */
export function confirmedFact(
  { domain, registered, confirmed }: { domain: string; registered: number; confirmed: number },
  sendsMail: boolean,
): HealthFact {
  const value = `${confirmed} of ${registered} confirmed`;
  if (!sendsMail || confirmed * 4 >= registered) return fact(domain, value);
  const advice = `Most have not confirmed. Ask somebody there whether the portal’s emails arrive: ${domain} may drop them or call them spam.`;
  return fact(domain, value, 'attention', advice);
}

/** Whether the mail server accepts mails: by a test that sends none, and by the last attempt to send one. */
export function deliveryFact(tested: MailFault | null, parked: Parked | null = null): HealthFact {
  const label = 'Delivery';
  // The test reaches no further than the sign-in.
  const isRefusing = parked?.fault === 'sender' || parked?.fault === 'refused';
  const fault = tested ?? (isRefusing ? parked.fault : null);
  if (!fault) return fact(label, 'By mail server', 'good');
  const answer = parked ? ` All emails wait. The last answer: ${parked.reason}` : '';
  return fact(label, 'By mail server: failing', 'bad', `${mailFaultTexts[fault]}${answer}`);
}

export function filesFact(): HealthFact {
  return fact(
    'Delivery',
    'Into files',
    'attention',
    'Mail is not being delivered; it is saved to the outbox folder. Set a mail server before members rely on password resets.',
  );
}

/** Good if no mail has waited for more than ten minutes. */
export function queueFact({ waiting, waitingSince }: OutboxState, now: number): HealthFact {
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

/** Good if the last housekeeping failed at nothing and is at most a day old. */
export function housekeepingFact(last: { at: string; failed: string[] } | null, now: number): HealthFact {
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

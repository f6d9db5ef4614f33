import { describe, expect, it } from 'vitest';
import type { HealthFact, Verdict } from '#domain/diagnostics.ts';
import { daysUntilFull } from '#server/operations/free-space.ts';
import {
  backupFact,
  confirmedFact,
  deliveryFact,
  filesFact,
  queueFact,
  sinceText,
  sizeText,
  spaceFact,
  verifiedFact,
} from './health-facts.ts';

const now = Date.parse('2026-11-02T10:00:00.000Z');
const second = 1_000;
const minute = 60 * second;
const hour = 60 * minute;
const day = 24 * hour;
const mebibyte = 1024 * 1024;

const noMail = {
  ...{ waiting: 0, waitingSince: null, givenUp: 0 },
  ...{ refused: 0, refusedLast: [], lastSentAt: null },
};

/** The value, if it matters. A good fact has no advice, and any other verdict has some. */
function expectFact(found: HealthFact, verdict: Verdict, value: string, advice?: RegExp): void {
  expect(found).toMatchObject({ verdict, value });
  if (verdict === 'good') expect(found.advice).toBeNull();
  else expect(found.advice).toMatch(advice ?? /^$/);
}

function backupOf(age: number | null, failed: { time: number; fault: string } | null = null): HealthFact {
  return backupFact({ time: age === null ? null : now - age, failed }, now);
}

function queueOf(age: number, waiting = 3): HealthFact {
  const waitingSince = new Date(now - age).toISOString();
  return queueFact({ ...noMail, waiting, waitingSince }, now);
}

describe('a verdict', () => {
  it('on free space needs a gigabyte, and two weeks until the disk is full', () => {
    const gibibyte = 1024 * mebibyte;
    expectFact(spaceFact(gibibyte, null), 'good', '1.0 GB');
    expectFact(spaceFact(gibibyte, 14), 'good', '1.0 GB, full in about 14 days');
    expectFact(spaceFact(gibibyte, 13), 'attention', '1.0 GB, full in about 13 days', /nobody can sign in/);
    expectFact(spaceFact(gibibyte - 1, null), 'attention', '1.0 GB', /nobody can sign in/);
    expectFact(
      spaceFact(100 * mebibyte - 1, 1),
      'bad',
      '100.0 MB, full in about 1 day',
      /Remove old backups/,
    );
    const measured = (days: number, bytes: number) => ({
      free: [{ at: new Date(now - days * day).toISOString(), bytes }],
    });
    expect(daysUntilFull(measured(4, 600), 200, now)).toBe(2);
    expect(daysUntilFull(measured(4, 600), 600, now)).toBeNull();
    expect(daysUntilFull(measured(0.9, 600), 200, now)).toBeNull();
    expect(daysUntilFull({ free: [] }, 200, now)).toBeNull();
  });

  it('on backups needs one that was checked within a month', () => {
    const of = (age: number, fault: string | null = null) => verifiedFact({ time: now - age, fault }, now);
    expectFact(of(30 * day), 'good', '30 days ago');
    expectFact(of(31 * day), 'attention', '31 days ago', /backup verify/);
    expectFact(of(day, 'It is cut off.'), 'bad', 'Failed', /^It is cut off/);
    expectFact(verifiedFact(null, now), 'attention', 'None', /can be restored/);
  });

  it('on the addresses of a domain needs a quarter that are confirmed, where there is a mail server', () => {
    const of = (confirmed: number, sendsMail = true) =>
      confirmedFact({ domain: 'college.edu', registered: 12, confirmed }, sendsMail);
    expect(of(3)).toMatchObject({ label: 'college.edu', verdict: 'info', value: '3 of 12 confirmed' });
    expectFact(of(2), 'attention', '2 of 12 confirmed', /college\.edu may drop them/);
    expect(of(0, false)).toMatchObject({ verdict: 'info' });
  });

  it('on backups needs one from the last two days', () => {
    expectFact(backupOf(0), 'good', 'Less than a minute ago');
    expectFact(backupOf(2 * day), 'good', '2 days ago');
    const older = /Older than two days.*npm run portal -- backup/;
    expectFact(backupOf(2 * day + 1), 'attention', '2 days ago', older);
    const none = /everything is lost.*npm run portal -- backup.*each day.*another machine/;
    expectFact(backupOf(null), 'attention', 'None in the backups folder', none);
  });

  it('on backups reports a later one that failed', () => {
    const failed = { time: now - hour, fault: 'The disk is full.' };
    const newest = /^The disk is full\. The newest is from 1 day ago\.$/;
    expectFact(backupOf(day, failed), 'bad', 'Failed 1 hour ago', newest);
    expectFact(backupOf(null, failed), 'bad', 'Failed 1 hour ago', /There is none before it/);
  });

  it('on delivery needs a mail server, which accepts the sender', () => {
    expectFact(deliveryFact(null), 'good', 'By mail server');
    const parked = { until: '', failures: 1, fault: 'sender', reason: '550 not allowed' } as const;
    const sender = /refuses the sender\..*550 not allowed/;
    expectFact(deliveryFact(null, parked), 'bad', 'By mail server: failing', sender);
    // It answers again.
    expectFact(deliveryFact(null, { ...parked, fault: 'unreachable' }), 'good', 'By mail server');
    expectFact(filesFact(), 'attention', 'Into files', /Mail is not being delivered.*mail server/);
  });

  it('on waiting mails is good for ten minutes, and bad after two hours', () => {
    expectFact(queueOf(0), 'good', '3, the oldest from less than a minute ago');
    expectFact(queueOf(10 * minute), 'good', '3, the oldest from 10 minutes ago');
    const advice = /does not accept mail.*mail not sent.*for a day/;
    expectFact(queueOf(10 * minute + 1), 'attention', '3, the oldest from 10 minutes ago', advice);
    expectFact(queueOf(2 * hour), 'attention', '3, the oldest from 2 hours ago', advice);
    expectFact(queueOf(2 * hour + 1), 'bad', '3, the oldest from 2 hours ago', advice);
    expectFact(queueOf(day, 0), 'good', '0');
    expectFact(queueFact(noMail, now), 'good', '0');
  });
});

describe('as text', () => {
  it.each([
    [0, '0 KB'],
    [1, '1 KB'],
    [mebibyte - 1, '1024 KB'],
    [mebibyte, '1.0 MB'],
    [4.25 * mebibyte, '4.3 MB'],
  ])('%d bytes are %s', (bytes, words) => expect(sizeText(bytes)).toBe(words));

  it.each([
    [-hour, 'Less than a minute ago'],
    [59 * second, 'Less than a minute ago'],
    [minute, '1 minute ago'],
    [hour - 1, '59 minutes ago'],
    [hour, '1 hour ago'],
    [day - 1, '23 hours ago'],
    [day, '1 day ago'],
    [40 * day, '40 days ago'],
  ])('%d ms are %s', (age, words) => expect(sinceText(now - age, now)).toBe(words));
});

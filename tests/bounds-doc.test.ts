import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import {
  accountBounds,
  type Bound,
  byteBounds,
  connectionBounds,
  hashBounds,
  logBounds,
  mailBounds,
  requestBounds,
  streamBounds,
} from '#server/limits/bounds.ts';

function perHour({ points, seconds }: Bound): string {
  return number((points * 3_600) / seconds);
}

function number(value: number): string {
  return value.toLocaleString('en-US');
}

function mebibytes({ points }: Pick<Bound, 'points'>): string {
  return `${points / 1024 / 1024} MB`;
}

const mailColumns = ['pair', 'recipient', 'account', 'sender', 'total', 'confirmed'] as const;

/** The rows of the tables in docs/security.md, from what the limiters read. */
const rows = [
  ...Object.entries(requestBounds).map(([kind, bound]) => `| \`${kind}\` | ${perHour(bound)} |`),
  ...Object.entries(mailBounds).map(([kind, bounds]) => {
    const cells = mailColumns.map((column) => {
      const bound = bounds[column];
      return bound ? perHour(bound) : '';
    });
    return `| \`${kind}\` | ${cells.join(' | ')} |`.replaceAll('|  |', '| |').replaceAll('|  |', '| |');
  }),
  `| Writes of one account | ${perHour(accountBounds.writes)} an hour, ${number(accountBounds.writes.points)} a minute | 429 |`,
  `| Forms sent by one account | ${perHour(accountBounds.forms)} an hour | 429 |`,
  `| Bytes stored for one address, nobody signed in | ${mebibytes(byteBounds.strangerAddress)} an hour | 429 |`,
  `| Bytes stored for everybody not signed in | ${mebibytes(byteBounds.strangersTotal)} an hour | 503 |`,
  `| Bytes stored for one account | ${mebibytes(byteBounds.account)} an hour | 429 |`,
  `| Bytes stored for the members of one address | ${mebibytes(byteBounds.memberAddress)} an hour | 429 |`,
  `| Bytes stored for all members | ${mebibytes(byteBounds.membersTotal)} an hour | 503 |`,
  `| Hashes that wait, in each of three lines | ${hashBounds.waiting} in a process | 503 |`,
  `| Live streams of one account | ${streamBounds.account} in a process | 429 |`,
  `| Live streams of one address | ${number(streamBounds.address)} in a process | 429 |`,
  `| Live streams in all | ${number(streamBounds.total)} in a process | 503 |`,
  `| Requests of one connection that wait | ${connectionBounds.waiting} | the connection is closed |`,
  `| Unread bytes of a connection that sends more | ${mebibytes({ points: connectionBounds.unreadBytes })} | the connection is closed |`,
  `| Log lines with one message, warnings and errors | ${perHour(logBounds.problems)} an hour | counted in one line |`,
  `| Log lines with one message, others | ${perHour(logBounds.notes)} an hour | counted in one line |`,
];

it.each(rows)('docs/security.md has the row %s', (row) => {
  const lines = readFileSync(join(import.meta.dirname, '..', 'docs', 'security.md'), 'utf8').split('\n');
  expect(lines).toContain(row);
});

it('every kind of mail that is listed may be sent in all', () => {
  const sum = Object.values(mailBounds).reduce(
    (total, { total: bound, confirmed }) => total + bound.points + (confirmed?.points ?? 0),
    0,
  );
  expect(readFileSync(join(import.meta.dirname, '..', 'docs', 'security.md'), 'utf8')).toContain(
    `at most ${number(sum)} mails an hour`,
  );
});

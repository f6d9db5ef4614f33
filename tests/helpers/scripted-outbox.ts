import { vi } from 'vitest';
import { createLog } from '#server/log/log.ts';
import type { Mail } from '#server/mail/mail.ts';
import { createOutbox, type OutboxParts } from '#server/mail/outbox.ts';
import type { MailTransport, OutgoingMail } from '#server/mail/transports.ts';
import type { Db, Store, Trx } from '#server/store/open.ts';
import { cleanUpAfterwards } from './clean-up.ts';
import { freshDatabase, storeAt, type TestEngine } from './engines.ts';

/** A mail with a text that must not stay. */
export function mail(subject = 'Hello'): Mail {
  return {
    kind: 'password-reset',
    uid: null,
    to: 'asha@students.example',
    replyTo: null,
    subject,
    text: 'secret link',
    html: '<p>secret link</p>',
    unsubscribe: null,
  };
}

/** An outbox's parts, where every mail has its text already. */
export function scriptedParts(store: OutboxParts['store']) {
  const compose = () => Promise.reject(new Error('there is nothing to compose'));
  const composers = { result: compose, review: compose, 'group-message': compose, reminder: compose };
  return { store, composers, bulkPerDay: () => 100 };
}

/** A mail server controlled by a test: `answer` decides about each mail. */
export function scriptedTransport(
  answer: (mail: OutgoingMail, signal: AbortSignal) => Promise<void> | void = () => {},
) {
  const sent: OutgoingMail[] = [];
  const transport: MailTransport = {
    async send(outgoing, signal) {
      await answer(outgoing, signal);
      sent.push(outgoing);
      return {};
    },
    close: vi.fn(),
  };
  return { transport, sent };
}

/** Waits as long as a busy machine may need. */
export function until(condition: () => unknown): Promise<unknown> {
  return vi.waitFor(condition, 60_000);
}

/** Fails when it is stopped, as a mail server that never answers does. */
export function untilAborted(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason));
  });
}

/** Two processes' stores on one new database. */
export async function openStores(engine: TestEngine): Promise<[Store, Store]> {
  const place = await freshDatabase(engine);
  return [storeAt(place), storeAt(place)];
}

/** An outbox on a new database, with a clock that stands still and a readable log. */
export async function openOutbox(
  engine: TestEngine,
  {
    wrapDb = (db) => db,
    ...parts
  }: Partial<OutboxParts> & Pick<OutboxParts, 'transport'> & { wrapDb?: (db: Db) => Db },
) {
  const [store] = await openStores(engine);
  const clock = { now: Date.parse('2026-09-01T10:00:00Z') };
  const lines: string[] = [];
  const log = createLog('trace', { write: (line) => lines.push(line) });
  const wrapped = {
    db: wrapDb(store.db),
    transact: <T>(work: (trx: Trx) => Promise<T>) =>
      store.transact((trx) => work(Object.assign(wrapDb(trx), { changes: trx.changes }) as Trx)),
  };
  const outbox = createOutbox({ ...scriptedParts(wrapped), log, now: () => clock.now, ...parts });
  cleanUpAfterwards(outbox.stop);
  const rows = () => store.db.selectFrom('mail_outbox').selectAll().orderBy('subject').execute();
  return { store, outbox, clock, rows, log: () => lines.join('') };
}

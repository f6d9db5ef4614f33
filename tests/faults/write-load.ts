import { setTimeout as wait } from 'node:timers/promises';
import { expect } from 'vitest';
import type { Store } from '#server/store/open.ts';
import { contactMessage } from '#tests/helpers/forms.ts';
import { newRegistration, profileOf } from '#tests/helpers/members.ts';
import { changesOf, dataFaults, rowsOf } from '#tests/helpers/records.ts';
import { type RemoteMember, registerRemotely, remoteVisitor } from '#tests/helpers/remote-visitor.ts';

export interface WriteLoadOptions {
  /** Targets of the requests, used in turn. */
  urls: readonly string[];
  /** The portal's public address. */
  origin: string;
  writers?: number;
  /** Pause of each writer after a write, in milliseconds. */
  pause?: number;
}

/** Writers that send requests continuously, and the responses they got. */
export interface WriteLoad {
  /** Number of responses by status; 0 counts requests without a response. */
  readonly statuses: Map<number, number>;
  /** The statuses so far that are neither successful nor expected. */
  statusesBeside(...expected: number[]): number[];
  acknowledged(): number;
  /** Resolves when each writer has had another write acknowledged. @returns the milliseconds that took */
  untilAllWrite(): Promise<number>;
  /** Resolves when requests in progress have finished. */
  stop(): Promise<void>;
  /** Throws if an acknowledged write is missing, or the data is inconsistent. */
  expectNothingLost(store: Store): Promise<void>;
}

interface Writer {
  member: RemoteMember;
  /** The saved student IDs, in order. */
  saved: string[];
}

/**
 * Starts writers that save their profiles repeatedly, each time with another student ID, one that registers members, and
 * one that sends messages. The portal must run with RATE_LIMIT=off.
 */
export async function startWriteLoad({
  urls,
  origin,
  writers = 4,
  pause = 0,
}: WriteLoadOptions): Promise<WriteLoad> {
  const statuses = new Map<number, number>();
  const registered: string[] = [];
  const sent: string[] = [];
  let running = true;
  let turn = 0;

  function nextUrl(): string {
    turn += 1;
    const url = urls[turn % urls.length];
    if (!url) throw new Error('no address to write to');
    return url;
  }

  /** @returns whether it was acknowledged */
  async function attempt(request: () => Promise<{ status: number }>): Promise<boolean> {
    const { status } = await request().catch(() => ({ status: 0 }));
    statuses.set(status, (statuses.get(status) ?? 0) + 1);
    const done = status === 200 || status === 201;
    // The portal is down at the moment.
    await wait(done ? pause : 20);
    return done;
  }

  async function keepSaving({ member, saved }: Writer): Promise<void> {
    const profile = profileOf(member.registration);
    for (let count = 1; running; count += 1) {
      const body = { ...profile, studentId: `${profile.email}-${count}` };
      if (await attempt(() => member.at(nextUrl()).send('PATCH', '/api/me/profile', body))) {
        saved.push(body.studentId);
      }
    }
  }

  async function keepRegistering(): Promise<void> {
    while (running) {
      const form = newRegistration();
      const visitor = remoteVisitor(nextUrl(), origin);
      if (await attempt(() => visitor.send('POST', '/api/register', form))) registered.push(form.email);
      // Leave CPU time for the writers, since hashing takes much of it.
      await wait(100);
    }
  }

  async function keepSending(): Promise<void> {
    while (running) {
      const { email } = newRegistration();
      const visitor = remoteVisitor(nextUrl(), origin);
      if (await attempt(() => visitor.send('POST', '/f/contact', contactMessage({ email }))))
        sent.push(email);
      await wait(50);
    }
  }

  const people: Writer[] = [];
  for (let index = 0; index < writers; index += 1) {
    people.push({ member: await registerRemotely(nextUrl(), origin), saved: [] });
  }
  const work = Promise.all([...people.map(keepSaving), keepRegistering(), keepSending()]);

  return {
    statuses,
    statusesBeside: (...expected) =>
      [...statuses.keys()].filter((status) => ![200, 201, ...expected].includes(status)),
    acknowledged: () =>
      people.reduce((sum, { saved }) => sum + saved.length, registered.length + sent.length),
    async untilAllWrite() {
      const started = performance.now();
      const before = people.map(({ saved }) => saved.length);
      while (people.some(({ saved }, index) => saved.length <= (before[index] ?? 0))) {
        if (performance.now() - started > 60_000) throw new Error('no write was acknowledged for a minute');
        await wait(5);
      }
      return performance.now() - started;
    },
    async stop() {
      running = false;
      await work;
    },
    async expectNothingLost(store) {
      for (const { member, saved } of people) {
        const logged = await studentIdsOf(store, member.uid);
        const known = new Set(logged);
        expect(saved.filter((studentId) => !known.has(studentId))).toEqual([]);
        const acknowledged = new Set(saved);
        expect(logged.filter((studentId) => acknowledged.has(studentId))).toEqual(saved);
      }
      const accounts = await store.db
        .selectFrom('user')
        .innerJoin('members', 'members.uid', 'user.id')
        .innerJoin('account', 'account.userId', 'user.id')
        .select('user.email')
        .execute();
      const emails = new Set(accounts.map(({ email }) => email));
      expect(registered.filter((email) => !emails.has(email))).toEqual([]);
      const senders = (await rowsOf(store, 'form_submissions')).map(({ replyTo }) => replyTo ?? '');
      expect(new Set(senders).size).toBe(senders.length);
      expect(sent.filter((email) => !senders.includes(email))).toEqual([]);
      const receipts = (await rowsOf(store, 'mail_outbox')).filter(({ kind }) => kind === 'form-receipt');
      expect(receipts.map(({ to }) => to).toSorted()).toEqual(senders.toSorted());
      expect(await dataFaults(store)).toEqual([]);
    },
  };
}

/** The values of a member's student ID in the log, in order. */
async function studentIdsOf(store: Store, uid: string): Promise<string[]> {
  const saved = (await changesOf(store, uid)).filter(({ kind }) => kind === 'profile-saved');
  return saved.map(({ fields }) => String(fields.studentId?.new));
}

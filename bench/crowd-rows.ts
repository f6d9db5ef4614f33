import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as wait } from 'node:timers/promises';
import type { SubmissionReview } from '#domain/review.ts';
import { newRegistration } from '#tests/helpers/members.ts';
import { readOutbox, tokenIn } from '#tests/helpers/sent-mails.ts';
import type { CrowdTarget } from './crowd-senders.ts';
import { administratorCookie, type BenchPortal, cookieFrom, send, withPortal } from './portal.ts';
import type { Row } from './row.ts';

const rounds = 5;
/** Seconds that the crowd stays at first, and that it has been gone when memory is read. */
const pause = 10;

/**
 * The crowd of FIGURES 29: 200 forged senders do their worst while four people use the portal. It comes twice, so that
 * memory which it keeps shows. Hashes have their full cost and the limits are on.
 */
export function crowdRows(): Promise<Row[]> {
  const variables = { RATE_LIMIT: 'on', TRUST_PROXY: '127.0.0.1' };
  return withPortal({ script: 'scripts/start.ts', variables }, async (portal) => {
    const people = await openPeople(portal);
    const target = { url: portal.url, victim: people.victim };
    const first = await besideCrowd(target, () => wait(pause * 1_000)).then(portal.memory);
    const slowest = await besideCrowd(target, () => slowestActs(people.acts));
    const second = await portal.memory();
    const times = Object.entries(slowest).map(([what, value]) => ({
      id: `crowd ${what}`,
      what: `${what} beside 200 forged senders, the slowest of ${rounds}`,
      value,
      unit: 's' as const,
      bound: { atMost: 3 },
    }));
    return [
      ...times,
      {
        id: 'crowd memory',
        what: 'memory after a second crowd, beyond that after the first',
        value: second - first,
        unit: 'MB',
        bound: { atMost: 100 },
        note: `${first.toFixed(0)} MB, then ${second.toFixed(0)} MB`,
      },
    ];
  });
}

/** Runs `work` while the crowd is there, and ends when it has been gone for a while. */
async function besideCrowd<T>(target: CrowdTarget, work: () => Promise<T>): Promise<T> {
  const crowd = fork('bench/crowd-senders.ts');
  try {
    crowd.send(target);
    await once(crowd, 'message');
    await wait(3_000);
    return await work();
  } finally {
    crowd.kill();
    await wait(pause * 1_000);
  }
}

/** Seconds. */
async function slowestActs(acts: Record<string, () => Promise<number>>): Promise<Record<string, number>> {
  const slowest: Record<string, number> = {};
  for (let round = 0; round < rounds; round += 1) {
    for (const [what, act] of Object.entries(acts)) {
      slowest[what] = Math.max(slowest[what] ?? 0, (await act()) / 1_000);
    }
  }
  return slowest;
}

/** Milliseconds that the work takes. */
async function timed(work: () => Promise<unknown>): Promise<number> {
  const started = performance.now();
  await work();
  return performance.now() - started;
}

/** A visitor, a member on a known device, the owner of a confirmed mailbox, and the administrator. */
async function openPeople({ url, dataDir }: BenchPortal) {
  const member = newRegistration();
  const device = await cookieFrom(`${url}/api/register`, member);
  await send(url, device, 'PUT', '/api/me/submission', {
    githubLink: 'https://github.com/asha/x',
    projectDescription: 'It works.',
  });
  const forgetful = newRegistration();
  await cookieFrom(`${url}/api/register`, forgetful);
  const reader = await cookieFrom(`${url}/api/register`, newRegistration());
  confirm(dataDir, forgetful.email);
  const administrator = await administratorCookie(url);
  const { uid } = (await (await send(url, device, 'GET', '/api/me')).json()) as { uid: string };

  /** Counts what the portal takes for both requests. The mail travels between them. */
  async function reset(): Promise<number> {
    const mails = async () => (await readOutbox(dataDir)).filter(({ to }) => to.includes(forgetful.email));
    const seen = new Set((await mails()).map(({ text }) => text));
    const fresh = async () => (await mails()).find(({ text }) => !seen.has(text));
    const { email } = forgetful;
    const asked = await timed(() => send(url, '', 'POST', '/api/auth/request-password-reset', { email }));
    while (!(await fresh())) await wait(20);
    const token = tokenIn(await fresh());
    const newPassword = 'a new password';
    return (
      asked + (await timed(() => send(url, '', 'POST', '/api/auth/reset-password', { token, newPassword })))
    );
  }

  async function review(): Promise<void> {
    const path = `/api/admin/reviews/${uid}`;
    const answer = await send(url, administrator, 'GET', path);
    const { version, member: record } = (await answer.json()) as SubmissionReview;
    await send(url, administrator, 'PATCH', path, { version, graded: !record.graded });
  }

  const { email, password } = member;
  const signIn = () => send(url, device, 'POST', '/api/auth/sign-in/email', { email, password });
  return {
    victim: member.email,
    acts: {
      'a registration': () => timed(() => send(url, '', 'POST', '/api/register', newRegistration())),
      'a sign-in on a known device': () => timed(signIn),
      'a password reset of a confirmed mailbox': reset,
      'a review': () => timed(review),
      'reading one’s own record': () => timed(() => send(url, reader, 'GET', '/api/me')),
    },
  };
}

function confirm(dataDir: string, email: string): void {
  const database = new DatabaseSync(join(dataDir, 'portal.sqlite'));
  database.exec('pragma busy_timeout = 5000');
  database.prepare('update user set emailVerified = 1 where email = ?').run(email);
  database.close();
}

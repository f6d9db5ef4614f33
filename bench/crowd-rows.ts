import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as wait } from 'node:timers/promises';
import type { SubmissionReview } from '#domain/review.ts';
import { newRegistration } from '#tests/helpers/members.ts';
import { readOutbox, tokenIn } from '#tests/helpers/sent-mails.ts';
import type { CrowdTarget } from './crowd-senders.ts';
import { withForked } from './forked.ts';
import { administratorCookie, type BenchPortal, cookieFrom, send, withPortal } from './portal.ts';
import { type Row, timed } from './row.ts';

const rounds = 5;
/** Seconds that the crowd stays at first, and that it has been gone when memory is read. */
const pause = 10;

/**
 * The crowd of FIGURES 29: 200 forged senders do their worst while four people use the portal. It comes twice, so that
 * memory which it keeps shows. Hashes have their full cost and the limits are on.
 */
export function crowdRows(): Promise<Row[]> {
  const variables = { RATE_LIMIT: 'on', TRUST_PROXY: '127.0.0.1' };
  return withPortal({ variables }, async (portal) => {
    const { victim, acts } = await openPeople(portal);
    const target: CrowdTarget = { url: portal.url, victim };
    await besideCrowd(target, () => wait(pause * 1_000));
    const first = await portal.memory();
    const slowest = await besideCrowd(target, () => slowestOf(acts));
    const second = await portal.memory();
    const times = Object.entries(slowest).map(([what, value]) => ({
      id: `crowd ${what}`,
      what: `${what} beside 200 forged senders, the slowest of ${rounds}`,
      value: value / 1_000,
      unit: 's',
      bound: { atMost: 3 },
    }));
    const what = 'memory after a second crowd, beyond that after the first';
    const memory = { id: 'crowd memory', what, value: second - first, unit: 'MB', bound: { atMost: 100 } };
    return [...times, memory];
  });
}

/** Runs `work` while the crowd is there, and ends when it has been gone for a while. */
async function besideCrowd<T>(target: CrowdTarget, work: () => Promise<T>): Promise<T> {
  const result = await withForked<string, T>('crowd-senders.ts', target, async (next) => {
    await next();
    await wait(3_000);
    return work();
  });
  await wait(pause * 1_000);
  return result;
}

/** Milliseconds. */
async function slowestOf(acts: Record<string, () => Promise<number>>): Promise<Record<string, number>> {
  const slowest: Record<string, number> = {};
  for (let round = 0; round < rounds; round += 1) {
    for (const [what, act] of Object.entries(acts)) {
      slowest[what] = Math.max(slowest[what] ?? 0, await act());
    }
  }
  return slowest;
}

/** A visitor, a member on a known device, the owner of a confirmed mailbox, and the administrator. */
async function openPeople({ url, dataDir }: BenchPortal) {
  const [member, forgetful] = [newRegistration(), newRegistration()];
  const device = await cookieFrom(url, '/api/register', member);
  const project = { githubLink: 'https://github.com/asha/x', projectDescription: 'It works.' };
  await send(url, device, 'PUT', '/api/me/submission', project);
  await send(url, '', 'POST', '/api/register', forgetful);
  const reader = await cookieFrom(url, '/api/register', newRegistration());
  confirm(dataDir, forgetful.email);
  const administrator = await administratorCookie(url);
  const { uid } = (await (await send(url, device, 'GET', '/api/me')).json()) as { uid: string };
  const post = (path: string, body: object, cookie = '') =>
    timed(() => send(url, cookie, 'POST', path, body));

  /** Counts what the portal takes for both requests. The mail travels between them. */
  async function reset(): Promise<number> {
    const { email } = forgetful;
    const mails = async () => (await readOutbox(dataDir)).filter(({ to }) => to.includes(email));
    const seen = new Set((await mails()).map(({ text }) => text));
    const fresh = async () => (await mails()).find(({ text }) => !seen.has(text));
    const asked = await post('/api/auth/request-password-reset', { email });
    while (!(await fresh())) await wait(20);
    const token = tokenIn(await fresh());
    return asked + (await post('/api/auth/reset-password', { token, newPassword: 'a new password' }));
  }

  async function review(): Promise<void> {
    const path = `/api/admin/reviews/${uid}`;
    const answer = await send(url, administrator, 'GET', path);
    const { version, member: record } = (await answer.json()) as SubmissionReview;
    await send(url, administrator, 'PATCH', path, { version, graded: !record.graded });
  }

  const { email, password } = member;
  return {
    victim: member.email,
    acts: {
      'a registration': () => post('/api/register', newRegistration()),
      'a sign-in on a known device': () => post('/api/auth/sign-in/email', { email, password }, device),
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

import { newRegistration, registerMember } from '#tests/helpers/members.ts';
import { startProcess } from './bench-process.ts';
import { cookieFrom } from './cookie.ts';
import { engineCommitsPerSecond } from './engine-alone.ts';
import { load, trackChoices } from './load.ts';
import type { Row } from './row.ts';

/** Rows a to d: reading one's own record, durable writes, reads under load, sign-ins and registrations. */
export async function serverRows({ quick }: { quick: boolean }): Promise<Row[]> {
  return [...(await readsAndWrites(quick ? 2 : 4)), ...(await accounts(quick ? 2 : 4))];
}

/** Rows a and b, with server and load on separate cores. */
async function readsAndWrites(duration: number): Promise<Row[]> {
  const portal = await startProcess('server/main.ts', undefined, {}, { core: 0 });
  const plain = await startProcess('bench/plain-route.ts', portal.dataDir, {}, { core: 0 });
  try {
    const headers = { cookie: await cookieFrom(`${portal.url}/api/register`, newRegistration()) };
    const reference = (await load({ url: `${plain.url}/api/me`, headers, duration })).perSecond;
    const reads = (await load({ url: `${portal.url}/api/me`, headers, duration })).perSecond;
    const commits = engineCommitsPerSecond(2);
    const written = await load({
      url: `${portal.url}/api/me/track`,
      method: 'PUT',
      headers,
      body: trackChoices,
      duration,
    });
    const writes = written.perSecond;
    return [
      {
        id: 'a',
        what: 'GET /api/me, of the rate of a plain Hono route with the same two reads',
        value: reads / reference,
        unit: 'times',
        bound: { atLeast: 0.6 },
        note: `${reads.toFixed(0)}/s of ${reference.toFixed(0)}/s`,
      },
      {
        id: 'b',
        what: 'PUT /api/me/track, durable, of half the rate of reads or 0.4 of the commits of the engine alone, whichever is lower',
        value: writes / Math.min(reads * 0.5, commits * 0.4),
        unit: 'times',
        bound: { atLeast: 1 },
        note: `${writes.toFixed(0)}/s; the engine alone ${commits.toFixed(0)}/s`,
      },
    ];
  } finally {
    await plain.stop();
    await portal.stop();
  }
}

/** Rows c and d, where hashes use every core. */
async function accounts(duration: number): Promise<Row[]> {
  const portal = await startProcess('server/main.ts');
  try {
    const member = await registerMember(portal.url);
    const { email, password } = member;
    const cookie = await cookieFrom(`${portal.url}/api/auth/sign-in/email`, { email, password });
    const register = {
      url: `${portal.url}/api/register`,
      method: 'POST',
      body: () => JSON.stringify(newRegistration()),
    } as const;
    // First of all: many sign-ins end the earlier sessions of an account.
    const storm = load({ ...register, connections: 50, amount: 500 });
    const slowest = await slowestReads({ url: `${portal.url}/api/me`, headers: { cookie } }, storm);
    const signIns = await load({
      url: `${portal.url}/api/auth/sign-in/email`,
      method: 'POST',
      body: [JSON.stringify({ email, password })],
      duration,
    });
    const registrations = await load({ ...register, duration });
    return [
      {
        id: 'c',
        what: 'p99 of reads during 500 registrations, 50 at a time',
        value: slowest,
        unit: 'ms',
        bound: { atMost: 150 },
      },
      { id: 'd1', what: 'sign-ins', value: signIns.perSecond, unit: '/s', bound: { atLeast: 40 } },
      { id: 'd2', what: 'registrations', value: registrations.perSecond, unit: '/s', bound: { atLeast: 25 } },
    ];
  } finally {
    await portal.stop();
  }
}

/** The highest p99 of reads until `storm` is over, in milliseconds. */
async function slowestReads(
  read: { url: string; headers: Record<string, string> },
  storm: Promise<unknown>,
): Promise<number> {
  let over = false;
  const ended = storm.finally(() => {
    over = true;
  });
  let slowest = 0;
  while (!over) {
    const { p99 } = await load({ ...read, connections: 4, duration: 2 });
    slowest = Math.max(slowest, p99);
  }
  await ended;
  return slowest;
}

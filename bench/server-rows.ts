import { newRegistration, registerMember } from '#tests/helpers/members.ts';
import { startProcess } from './bench-process.ts';
import { cookieFrom } from './cookie.ts';
import { engineCommitsPerSecond } from './engine-alone.ts';
import { load, trackChoices } from './load.ts';
import type { Row } from './row.ts';
import { median } from './statistics.ts';

/** Rows a to d: reading one's own record, durable writes, reads under load, sign-ins and registrations. */
export async function serverRows({ quick }: { quick: boolean }): Promise<Row[]> {
  return [...(await readsAndWrites(quick ? 2 : 10)), ...(await accounts(quick ? 2 : 4))];
}

/**
 * Rows a and b, with server and load on separate cores. All four rates are taken in turn, a second each, because a
 * rented machine's speed changes within seconds: each figure compares neighbours.
 */
async function readsAndWrites(turns: number): Promise<Row[]> {
  const portal = await startProcess('server/main.ts', undefined, {}, { core: 0 });
  const plain = await startProcess('bench/plain-route.ts', portal.dataDir, {}, { core: 0 });
  try {
    const headers = { cookie: await cookieFrom(`${portal.url}/api/register`, newRegistration()) };
    const rateOf = async (request: Parameters<typeof load>[0]) =>
      (await load({ ...request, duration: 1 })).perSecond;
    const write = { url: `${portal.url}/api/me/track`, method: 'PUT', headers, body: trackChoices } as const;
    const turn = async () => ({
      reference: await rateOf({ url: `${plain.url}/api/me`, headers }),
      reads: await rateOf({ url: `${portal.url}/api/me`, headers }),
      writes: await rateOf(write),
      commits: engineCommitsPerSecond(1),
    });
    // The first compiles the code of both.
    await turn();
    const rates: Awaited<ReturnType<typeof turn>>[] = [];
    for (let count = 0; count < turns; count += 1) rates.push(await turn());
    const typical = (name: keyof Awaited<ReturnType<typeof turn>>) =>
      median(rates.map((rate) => rate[name])).toFixed(0);
    return [
      {
        id: 'a',
        what: 'GET /api/me, of the rate of a plain Hono route with the same two reads',
        value: median(rates.map(({ reads, reference }) => reads / reference)),
        unit: 'times',
        bound: { atLeast: 0.6 },
        note: `${typical('reads')}/s of ${typical('reference')}/s`,
      },
      {
        id: 'b',
        what: 'PUT /api/me/track, durable, of half the rate of reads or 0.4 of the commits of the engine alone, whichever is lower',
        value: median(
          rates.map(({ writes, reads, commits }) => writes / Math.min(reads * 0.5, commits * 0.4)),
        ),
        unit: 'times',
        bound: { atLeast: 1 },
        note: `${typical('writes')}/s; the engine alone ${typical('commits')}/s`,
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

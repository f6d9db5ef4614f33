import { setTimeout as wait } from 'node:timers/promises';
import { newRegistration } from '#tests/helpers/members.ts';
import { load } from './load.ts';
import { cookieFrom, withData, withPortal } from './portal.ts';
import { median, type Row } from './row.ts';

/** Rows a, c, d and h: reading one's own record, reads under load, sign-ins and registrations, the start. */
export async function serverRows(): Promise<Row[]> {
  return [await ownRecord(), ...(await accounts()), ...(await start())];
}

/**
 * Row a, with servers and load on separate cores. Both rates are taken in turn, a second each, because a rented
 * machine's speed changes within seconds: each figure compares neighbours.
 */
function ownRecord(): Promise<Row> {
  return withPortal({ oneCore: true }, ({ dataDir, url }) =>
    withPortal({ script: 'bench/plain-route.ts', dataDir, oneCore: true }, async (plain) => {
      const headers = { cookie: await cookieFrom(url, '/api/register', newRegistration()) };
      const rateOf = async (origin: string) =>
        (await load({ url: `${origin}/api/me`, headers, duration: 1 })).perSecond;
      const rates: { plain: number; portal: number }[] = [];
      for (let turn = 0; turn <= 10; turn += 1)
        rates.push({ plain: await rateOf(plain.url), portal: await rateOf(url) });
      // The first turn compiled the code of both.
      const measured = rates.slice(1);
      const typical = (of: 'plain' | 'portal') => median(measured.map((rate) => rate[of])).toFixed(0);
      return {
        id: 'a',
        what: 'GET /api/me, of the rate of a plain Hono route with the same two reads',
        ...{ value: median(measured.map((rate) => rate.portal / rate.plain)), unit: 'times' },
        ...{ bound: { atLeast: 0.6 }, note: `${typical('portal')}/s of ${typical('plain')}/s` },
      };
    }),
  );
}

/** Rows c and d, where hashes use every core. */
function accounts(): Promise<Row[]> {
  return withPortal({}, async ({ url }) => {
    const registration = newRegistration();
    await cookieFrom(url, '/api/register', registration);
    const { email, password } = registration;
    const credentials = JSON.stringify({ email, password });
    const signIn = { url: `${url}/api/auth/sign-in/email`, method: 'POST' } as const;
    const register = { url: `${url}/api/register`, method: 'POST' } as const;
    const newBody = () => JSON.stringify(newRegistration());
    // First of all: many sign-ins end the earlier sessions of an account.
    const cookie = await cookieFrom(url, '/api/auth/sign-in/email', { email, password });
    const storm = load({ ...register, newBody, connections: 50, amount: 500 });
    const slowest = await slowestReads({ url: `${url}/api/me`, headers: { cookie } }, storm);
    const signIns = await load({ ...signIn, newBody: () => credentials });
    const registrations = await load({ ...register, newBody });
    const what = 'p99 of reads during 500 registrations, 50 at a time';
    return [
      { id: 'c', what, value: slowest, unit: 'ms', bound: { atMost: 150 } },
      { id: 'd1', what: 'sign-ins', value: signIns.perSecond, unit: '/s', bound: { atLeast: 40 } },
      { id: 'd2', what: 'registrations', value: registrations.perSecond, unit: '/s', bound: { atLeast: 25 } },
    ];
  });
}

/** The highest p99 of reads until `storm` is over, in milliseconds. */
async function slowestReads(read: Parameters<typeof load>[0], storm: Promise<unknown>): Promise<number> {
  let isOver = false;
  const ended = storm.finally(() => {
    isOver = true;
  });
  let slowest = 0;
  while (!isOver) {
    const { p99 } = await load({ ...read, connections: 4, duration: 2 });
    slowest = Math.max(slowest, p99);
  }
  await ended;
  return slowest;
}

/** Row h. */
function start(): Promise<Row[]> {
  return withData(10_000, async (dataDir) => {
    // The first start fills the compile cache.
    await withPortal({ dataDir }, async () => {});
    return withPortal({ dataDir }, async ({ startTime, markMemory }) => {
      await wait(3_000);
      const what = 'start to first response, 10,000 members';
      const idle = await markMemory();
      return [
        { id: 'h1', what, value: startTime / 1_000, unit: 's', bound: { atMost: 1.5 } },
        { id: 'h2', what: 'memory when idle', value: idle, unit: 'MB', bound: { atMost: 120 } },
      ];
    });
  });
}

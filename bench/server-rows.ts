import { setTimeout as wait } from 'node:timers/promises';
import { newRegistration, registerMember } from '#tests/helpers/members.ts';
import { type Load, load } from './load.ts';
import { cookieFrom, withData, withPortal } from './portal.ts';
import { median, type Row } from './row.ts';

/** Rows a, c, d and h: reading one's own record, reads under load, sign-ins and registrations, the start. */
export async function serverRows(quick: boolean): Promise<Row[]> {
  return [await reads(quick ? 2 : 10), ...(await accounts(quick ? 2 : 4)), ...(await start())];
}

/**
 * Row a, with server and load on separate cores. Both rates are taken in turn, a second each, because a rented
 * machine's speed changes within seconds: each figure compares neighbours.
 */
function reads(turns: number): Promise<Row> {
  return withPortal({ core: 0 }, (portal) => {
    const reference = { script: 'bench/plain-route.ts', dataDir: portal.dataDir, core: 0 } as const;
    return withPortal(reference, async (plain) => {
      const headers = { cookie: await cookieFrom(`${portal.url}/api/register`, newRegistration()) };
      const rateOf = async (url: string) =>
        (await load({ url: `${url}/api/me`, headers, duration: 1 })).perSecond;
      const rates: { plain: number; portal: number }[] = [];
      // The first turn compiles the code of both.
      for (let turn = 0; turn <= turns; turn += 1) {
        rates.push({ plain: await rateOf(plain.url), portal: await rateOf(portal.url) });
      }
      const measured = rates.slice(1);
      const typical = (of: 'plain' | 'portal') => median(measured.map((rate) => rate[of])).toFixed(0);
      return {
        id: 'a',
        what: 'GET /api/me, of the rate of a plain Hono route with the same two reads',
        value: median(measured.map((rate) => rate.portal / rate.plain)),
        unit: 'times',
        bound: { atLeast: 0.6 },
        note: `${typical('portal')}/s of ${typical('plain')}/s`,
      };
    });
  });
}

/** Rows c and d, where hashes use every core. */
function accounts(duration: number): Promise<Row[]> {
  return withPortal({}, async ({ url }) => {
    const { email, password } = await registerMember(url);
    const credentials = { email, password };
    const cookie = await cookieFrom(`${url}/api/auth/sign-in/email`, credentials);
    const register: Load = {
      url: `${url}/api/register`,
      method: 'POST',
      body: () => JSON.stringify(newRegistration()),
    };
    // First of all: many sign-ins end the earlier sessions of an account.
    const storm = load({ ...register, connections: 50, amount: 500 });
    const slowest = await slowestReads({ url: `${url}/api/me`, headers: { cookie } }, storm);
    const signIns = await load({
      url: `${url}/api/auth/sign-in/email`,
      method: 'POST',
      body: [JSON.stringify(credentials)],
      duration,
    });
    const registrations = await load({ ...register, duration });
    const what = 'p99 of reads during 500 registrations, 50 at a time';
    return [
      { id: 'c', what, value: slowest, unit: 'ms', bound: { atMost: 150 } },
      { id: 'd1', what: 'sign-ins', value: signIns.perSecond, unit: '/s', bound: { atLeast: 40 } },
      { id: 'd2', what: 'registrations', value: registrations.perSecond, unit: '/s', bound: { atLeast: 25 } },
    ];
  });
}

/** The highest p99 of reads until `storm` is over, in milliseconds. */
async function slowestReads(read: Load, storm: Promise<unknown>): Promise<number> {
  let over = false;
  const ended = storm.finally(() => {
    over = true;
  });
  let slowest = 0;
  while (!over) slowest = Math.max(slowest, (await load({ ...read, connections: 4, duration: 2 })).p99);
  await ended;
  return slowest;
}

/** Row h, as an operator starts it. */
function start(): Promise<Row[]> {
  const script = 'scripts/start.ts';
  return withData(10_000, async (dataDir) => {
    // The first start fills the compile cache.
    await withPortal({ script, dataDir }, async () => {});
    return withPortal({ script, dataDir }, async (portal) => {
      await wait(3_000);
      const [seconds, memory] = [portal.startTime / 1000, await portal.memory()];
      const what = 'start to first response, 10,000 members';
      return [
        { id: 'h1', what, value: seconds, unit: 's', bound: { atMost: 1.5 } },
        { id: 'h2', what: 'memory when idle', value: memory, unit: 'MB', bound: { atMost: 120 } },
      ];
    });
  });
}

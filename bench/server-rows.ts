import { newRegistration, registerMember } from '#tests/helpers/members.ts';
import { startProcess } from './bench-process.ts';
import { engineCommitsPerSecond } from './engine-alone.ts';
import { load, median, spread } from './load.ts';
import type { Row } from './row.ts';

const rounds = 5;

/** Rows a to d: reading one's own record, durable writes, reads under load, sign-ins and registrations. */
export async function serverRows(): Promise<Row[]> {
  const portal = await startProcess('server/main.ts');
  const plain = await startProcess('bench/plain-route.ts', portal.dataDir);
  try {
    const member = await registerMember(portal.url);
    const cookie = await signIn(portal.url, member);
    const reads = await ownRecord(portal.url, plain.url, cookie);
    return [
      reads.row,
      await durableWrite(portal.url, cookie, reads.perSecond),
      await readsUnderLoad(portal.url, cookie),
      ...(await signInsAndRegistrations(portal.url, member)),
    ];
  } finally {
    await plain.stop();
    await portal.stop();
  }
}

async function ownRecord(url: string, plainUrl: string, cookie: string) {
  const plain: number[] = [];
  const portal: number[] = [];
  const ratios: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const reference = (await load({ url: `${plainUrl}/api/me`, headers: { cookie } })).perSecond;
    const reached = (await load({ url: `${url}/api/me`, headers: { cookie } })).perSecond;
    plain.push(reference);
    portal.push(reached);
    ratios.push(reached / reference);
  }
  const ratio = median(ratios);
  const row: Row = {
    id: 'a',
    what: 'GET /api/me against a plain Hono route with the same two reads',
    measured: `${spread(ratios)} (${Math.round(median(portal))}/s of ${Math.round(median(plain))}/s)`,
    bound: 'at least 0.60',
    held: ratio >= 0.6,
  };
  return { row, perSecond: median(portal) };
}

/** Passes at half the rate of reading, or at 0.4 of what the engine alone commits: on a slow disk the disk decides. */
async function durableWrite(url: string, cookie: string, readsPerSecond: number): Promise<Row> {
  const alone: number[] = [];
  const portal: number[] = [];
  let turn = 0;
  for (let round = 0; round < rounds; round += 1) {
    alone.push(engineCommitsPerSecond(2));
    const result = await load({
      url: `${url}/api/me/track`,
      method: 'PUT',
      headers: { cookie },
      // Alternate tracks: choosing the same one again would write nothing.
      body: () => {
        turn += 1;
        return JSON.stringify({ developmentTrack: turn % 2 ? 'web' : 'ml' });
      },
    });
    portal.push(result.perSecond);
  }
  const ofReads = median(portal) / readsPerSecond;
  const ofEngine = median(portal) / median(alone);
  return {
    id: 'b',
    what: 'PUT /api/me/track, durable, against reads (row a) and what the engine alone commits',
    measured: `${ofReads.toFixed(2)} of reads, ${ofEngine.toFixed(2)} of the engine (${Math.round(median(portal))}/s)`,
    bound: 'at least 0.50 of reads, or 0.40 of the engine',
    held: ofReads >= 0.5 || ofEngine >= 0.4,
  };
}

async function readsUnderLoad(url: string, cookie: string): Promise<Row> {
  const storm = load({
    url: `${url}/api/register`,
    method: 'POST',
    body: () => JSON.stringify(newRegistration()),
    connections: 50,
    amount: 500,
  });
  let over = false;
  const ended = storm.finally(() => {
    over = true;
  });
  const slowest: number[] = [];
  while (!over)
    slowest.push(
      (await load({ url: `${url}/api/me`, headers: { cookie }, connections: 4, duration: 2 })).p99,
    );
  await ended;
  const p99 = Math.max(...slowest);
  return {
    id: 'c',
    what: 'reads during 500 registrations, 50 at a time',
    measured: `p99 ${p99} ms`,
    bound: 'under 150 ms',
    held: p99 < 150,
  };
}

async function signInsAndRegistrations(
  url: string,
  member: { email: string; password: string },
): Promise<Row[]> {
  const signIns = await load({
    url: `${url}/api/auth/sign-in/email`,
    method: 'POST',
    body: JSON.stringify({ email: member.email, password: member.password }),
  });
  const registrations = await load({
    url: `${url}/api/register`,
    method: 'POST',
    body: () => JSON.stringify(newRegistration()),
  });
  return [
    rate('d1', 'sign-ins', signIns.perSecond, 40),
    rate('d2', 'registrations', registrations.perSecond, 25),
  ];
}

function rate(id: string, what: string, perSecond: number, bound: number): Row {
  return {
    id,
    what,
    measured: `${perSecond.toFixed(0)}/s`,
    bound: `at least ${bound}/s`,
    held: perSecond >= bound,
  };
}

async function signIn(url: string, member: { email: string; password: string }): Promise<string> {
  const answer = await fetch(`${url}/api/auth/sign-in/email`, {
    method: 'POST',
    headers: { origin: url, 'content-type': 'application/json' },
    body: JSON.stringify({ email: member.email, password: member.password }),
  });
  const cookie = answer.headers.getSetCookie()[0]?.split(';')[0];
  if (!answer.ok || !cookie) throw new Error('could not sign in');
  return cookie;
}

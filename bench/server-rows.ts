import { newRegistration, registerMember } from '#tests/helpers/members.ts';
import { startProcess } from './bench-process.ts';
import { engineCommitsPerSecond } from './engine-alone.ts';
import { load, median } from './load.ts';
import type { Row } from './row.ts';

const rounds = 3;

/** Rows a to d: session check, durable writes, reads under load, sign-ins and registrations. */
export async function serverRows(): Promise<Row[]> {
  const portal = await startProcess('bench/bench-portal.ts');
  try {
    const member = await registerMember(portal.url);
    const { cookie, uid } = await signIn(portal.url, member);
    return [
      await sessionCheck(portal.url, portal.uncheckedUrl, cookie, uid),
      await durableWrite(portal.url, cookie),
      await readsUnderLoad(portal.url, cookie),
      ...(await signInsAndRegistrations(portal.url, member)),
    ];
  } finally {
    await portal.stop();
  }
}

async function sessionCheck(url: string, uncheckedUrl: string, cookie: string, uid: string): Promise<Row> {
  const bare: number[] = [];
  const checked: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    bare.push((await load({ url: `${uncheckedUrl}/api/me`, headers: { 'x-uid': uid } })).perSecond);
    checked.push((await load({ url: `${url}/api/me`, headers: { cookie } })).perSecond);
  }
  const ratio = median(checked) / median(bare);
  return {
    id: 'a',
    what: 'GET /api/me against the same read without session check',
    measured: `${ratio.toFixed(2)} (${Math.round(median(checked))}/s of ${Math.round(median(bare))}/s)`,
    bound: 'at least 0.60',
    held: ratio >= 0.6,
  };
}

async function durableWrite(url: string, cookie: string): Promise<Row> {
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
  const ratio = median(portal) / median(alone);
  return {
    id: 'b',
    what: 'PUT /api/me/track, durable, against what the engine alone commits',
    measured: `${ratio.toFixed(2)} (${Math.round(median(portal))}/s of ${Math.round(median(alone))}/s)`,
    bound: 'at least 0.40',
    held: ratio >= 0.4,
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

async function signIn(url: string, member: { email: string; password: string }) {
  const answer = await fetch(`${url}/api/auth/sign-in/email`, {
    method: 'POST',
    headers: { origin: url, 'content-type': 'application/json' },
    body: JSON.stringify({ email: member.email, password: member.password }),
  });
  const cookie = answer.headers.getSetCookie()[0]?.split(';')[0];
  const body: unknown = await answer.json();
  if (!cookie || !isSession(body)) throw new Error('could not sign in');
  return { cookie, uid: body.user.uid };
}

function isSession(body: unknown): body is { user: { uid: string } } {
  return typeof body === 'object' && body !== null && 'user' in body;
}

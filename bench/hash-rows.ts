import { setTimeout as wait } from 'node:timers/promises';
import { newRegistration } from '#tests/helpers/members.ts';
import { startProcess } from './bench-process.ts';
import { cookieFrom } from './cookie.ts';
import { p99 } from './load.ts';
import type { Row } from './row.ts';

const waiting = 500;
/** Long enough for each of them to be rejected and to return. */
const seconds = 10;
const bound = 150;

/**
 * Row 22h: response times for members and files while 500 sign-ins with unknown addresses wait for hashing. Rejected
 * sign-ins retry when they are told to, so that 500 are always waiting.
 */
export async function hashRows(): Promise<Row[]> {
  const portal = await startProcess('server/main.ts');
  try {
    const cookie = await cookieFrom(`${portal.url}/api/register`, newRegistration());
    const asset = await assetOf(portal.url);
    const storm = new AbortController();
    const counts = { hashed: 0, refused: 0 };
    const strangers = Array.from({ length: waiting }, (_, index) =>
      keepSigningIn(portal.url, index, counts, storm.signal),
    );
    const record: number[] = [];
    const file: number[] = [];
    const end = performance.now() + seconds * 1000;
    while (performance.now() < end) {
      record.push(await timeOf(`${portal.url}/api/me`, { cookie }));
      file.push(await timeOf(asset));
    }
    storm.abort();
    await Promise.all(strangers);
    const during = `${counts.hashed} hashed, ${counts.refused} told to come back`;
    return [
      row('22h', `GET /api/me while ${waiting} sign-ins wait (${during})`, p99(record)),
      row('22i', `a static file while ${waiting} sign-ins wait`, p99(file)),
    ];
  } finally {
    await portal.stop();
  }
}

function row(id: string, what: string, measured: number): Row {
  return {
    id,
    what,
    measured: `p99 ${measured.toFixed(0)} ms`,
    bound: `under ${bound} ms`,
    held: measured < bound,
  };
}

/** Signs in with an unknown address repeatedly, and waits as long as the server asks. */
async function keepSigningIn(
  url: string,
  index: number,
  counts: { hashed: number; refused: number },
  signal: AbortSignal,
): Promise<void> {
  while (!signal.aborted) {
    const answer = await fetch(`${url}/api/auth/sign-in/email`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', Origin: url },
      body: JSON.stringify({ email: `nobody${index}@students.example`, password: 'a guess' }),
    });
    await answer.body?.cancel();
    if (answer.status === 401) counts.hashed += 1;
    else if (answer.status === 503) counts.refused += 1;
    else throw new Error(`a sign-in was answered with ${answer.status}`);
    const pause = Number(answer.headers.get('retry-after') ?? 0) * 1000;
    await wait(pause * Math.random(), undefined, { signal }).catch(() => {});
  }
}

/** The URL of a script of the login page. */
async function assetOf(url: string): Promise<string> {
  const page = await (await fetch(`${url}/login`)).text();
  const path = /src="(\/assets\/[^"]+\.js)"/.exec(page)?.[1];
  if (!path) throw new Error('the login page names no script');
  return `${url}${path}`;
}

async function timeOf(address: string, headers: Record<string, string> = {}): Promise<number> {
  const started = performance.now();
  const answer = await fetch(address, { headers });
  await answer.arrayBuffer();
  if (!answer.ok) throw new Error(`${address}: ${answer.status}`);
  return performance.now() - started;
}

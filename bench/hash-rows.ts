import { fork } from 'node:child_process';
import { once } from 'node:events';
import { newRegistration } from '#tests/helpers/members.ts';
import { startProcess } from './bench-process.ts';
import { cookieFrom } from './cookie.ts';
import type { Row } from './row.ts';
import { percentile } from './statistics.ts';

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
    const strangers = fork('bench/stranger-clients.ts', [portal.url, String(waiting)]);
    const record: number[] = [];
    const file: number[] = [];
    const end = performance.now() + seconds * 1000;
    while (performance.now() < end) {
      record.push(await timeOf(`${portal.url}/api/me`, { cookie }));
      file.push(await timeOf(asset));
    }
    const told = once(strangers, 'message');
    strangers.send('stop');
    const [counts]: { hashed: number; refused: number }[] = await told;
    const note = `${counts?.hashed} hashed, ${counts?.refused} told to come back`;
    return [
      { ...row('22h', `p99 of GET /api/me while ${waiting} sign-ins wait`, record), note },
      row('22i', `p99 of a static file while ${waiting} sign-ins wait`, file),
    ];
  } finally {
    await portal.stop();
  }
}

function row(id: string, what: string, times: number[]): Row {
  return { id, what, value: percentile(times, 0.99), unit: 'ms', bound: { atMost: bound } };
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

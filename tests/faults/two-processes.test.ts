import { request } from 'node:https';
import { beforeAll, describe, expect, it } from 'vitest';
import { storedKey } from '#server/limits/limiter.ts';
import type { Store } from '#server/store/open.ts';
import { cleanUpAfterwards } from '#tests/helpers/clean-up.ts';
import { storeAt } from '#tests/helpers/engines.ts';
import { readEvents } from '#tests/helpers/event-reader.ts';
import { isLongRun } from '#tests/helpers/long-run.ts';
import { project } from '#tests/helpers/member-input.ts';
import { startCaddy, startNginx } from '#tests/helpers/proxies.ts';
import { administratorRemotely, registerRemotely } from '#tests/helpers/remote-visitor.ts';
import { sharedPostgres } from '#tests/helpers/shared-postgres.ts';
import { stepsTo } from '#tests/helpers/signed-in-member.ts';
import { skipBecause } from '#tests/helpers/skip.ts';
import { openTwoPortals } from '#tests/helpers/test-portal.ts';
import { type TwoPortals, trustCertificate } from '#tests/helpers/two-portals.ts';
import { findProgram, programMissing } from '../../scripts/system-packages.ts';

/** Two processes on one PostgreSQL, with a proxy in front and without. */
/** The longest time in ms from a write to its event; a machine that runs other tests beside it is slower. */
const longest = isLongRun ? 500 : 5_000;
let two: TwoPortals;
let store: Store;
const secret = 'a secret that both processes share';

beforeAll(async () => {
  two = await openTwoPortals((await sharedPostgres()).url, { AUTH_SECRET: secret });
  store = storeAt(two.one);
});

/** A member whose project waits for its review. */
async function memberWithSubmission() {
  const member = await registerRemotely(two.one.url, two.origin);
  const progress = { track: 'web', taskDone: true, submission: project } as const;
  for (const [path, body] of stepsTo(progress))
    expect((await member.send('PUT', path, body)).status).toBe(200);
  return member;
}

describe('two processes on one PostgreSQL', () => {
  it('share sessions and their end', async () => {
    const member = await registerRemotely(two.one.url, two.origin);
    const there = member.at(two.other.url);
    expect(await there.send('GET', '/api/me')).toMatchObject({ status: 200, body: { uid: member.uid } });
    expect((await there.send('POST', '/api/auth/sign-out', {})).status).toBe(200);
    expect((await member.send('GET', '/api/me')).status).toBe(401);

    const { email, password } = member.registration;
    const credentials = { email, password };
    expect((await there.send('POST', '/api/auth/sign-in/email', credentials)).status).toBe(200);
    expect((await member.send('GET', '/api/me')).status).toBe(200);
  });

  it('show a toggle on one in the other’s stream immediately', async () => {
    const member = await memberWithSubmission();
    const administrator = await administratorRemotely(two.one, two.one.url, two.origin);
    const stream = await readEvents(`${two.other.url}/api/admin/events`, administrator);
    await stream.next();
    const times: number[] = [];
    // Measured again if the machine paused for a moment; a missing event fails in any case.
    for (let round = 0; round < 20 && !times.some((time) => time <= longest); round += 1) {
      const review = { uid: member.uid, set: { submissionReviewed: round % 2 === 0 } };
      const started = performance.now();
      const [event, answer] = await Promise.all([
        stream.nextChange(),
        administrator.send('PATCH', '/api/admin/reviews', { reviews: [review] }),
      ]);
      times.push(performance.now() - started);
      expect(answer.status).toBe(200);
      expect(event).toMatchObject({ uid: member.uid, topic: 'record' });
    }
    expect(Math.min(...times)).toBeLessThanOrEqual(longest);
  });
});

/** The proxy's response to a client at another address, 127.0.0.2, which posts a body if there is one. */
function fromElsewhere(port: number, path: string, headers: Record<string, string>, body?: object) {
  const where = { host: '127.0.0.1', servername: 'localhost', port, path, localAddress: '127.0.0.2' };
  const sent = { Host: `localhost:${port}`, Origin: two.origin, ...headers };
  return new Promise<{ status: number; encoding: string | undefined }>((done, fail) => {
    const asked = request({ ...where, method: body ? 'POST' : 'GET', headers: sent }, (answer) => {
      const encoding = answer.headers['content-encoding'];
      answer.resume().on('end', () => done({ status: answer.statusCode ?? 0, encoding }));
    });
    asked.on('error', fail).end(body && JSON.stringify(body));
  });
}

describe.each([
  ['nginx', startNginx],
  ['caddy', startCaddy],
] as const)('two processes behind %s, as in deploy/', (name, start) => {
  it('are one portal: sessions, streams immediately and uncompressed, other answers compressed, limits by the real address', async (context) => {
    const program = findProgram(name);
    if (!program) return skipBecause(context, programMissing(name));
    const proxy = await start(program, { portalPorts: two.ports, port: two.port });
    cleanUpAfterwards(proxy.stop);
    await trustCertificate(proxy);

    const administrator = await administratorRemotely(two.one, two.origin);
    const [cookie = ''] = [...administrator.cookies].map((pair) => pair.join('='));
    expect(cookie).toMatch(/^__Host-/);
    // The proxy alternates between the processes.
    for (let turn = 0; turn < 4; turn += 1) {
      expect((await administrator.send('GET', '/api/session')).body).toMatchObject({
        user: { role: 'administrator' },
      });
    }

    const stream = await readEvents(`${two.origin}/api/admin/events`, administrator);
    expect(stream.headers.get('content-type')).toBe('text/event-stream; charset=utf-8');
    expect(stream.headers.get('content-encoding')).toBeNull();
    expect(await stream.next()).toMatchObject({ name: 'ready' });
    // A proxy that buffers would hold one small event back.
    await registerRemotely(two.one.url, two.origin, { fullName: `Behind ${name}` });
    expect(await stream.nextChange()).toMatchObject({ topic: 'record' });

    const headers = { Cookie: cookie, 'Accept-Encoding': 'gzip' };
    const list = await fromElsewhere(proxy.port, '/api/admin/members', headers);
    expect(list).toEqual({ status: 200, encoding: 'gzip' });
    const tooLarge = await administrator.send('PUT', '/api/me/track', {
      developmentTrack: 'x'.repeat(70_000),
    });
    expect(tooLarge).toMatchObject({ status: 413, body: { code: 'BODY_TOO_LARGE' } });

    // The forged address of the client is ignored; that which the proxy saw counts.
    const forged = { 'Content-Type': 'application/json', 'X-Forwarded-For': '198.51.100.7' };
    const email = { email: 'nobody@students.example' };
    const reset = await fromElsewhere(proxy.port, '/api/auth/request-password-reset', forged, email);
    expect(reset.status).toBe(200);
    const keys = (await store.db.selectFrom('rate_limits').select('key').execute()).map(({ key }) => key);
    expect(keys.filter((key) => key.startsWith('reset-request:'))).toEqual([
      storedKey(secret, 'reset-request', '127.0.0.2'),
    ]);
    await store.db.deleteFrom('rate_limits').where('key', 'like', 'reset-request:%').execute();

    if (proxy.plainPort !== undefined) {
      const plain = await fetch(`http://127.0.0.1:${proxy.plainPort}/login?a=1`, { redirect: 'manual' });
      expect(plain.status).toBe(301);
      expect(plain.headers.get('location')).toBe('https://127.0.0.1/login?a=1');
    }
  });
});

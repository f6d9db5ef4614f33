import { once } from 'node:events';
import { Agent, request as httpRequest } from 'node:http';
import { connect, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { setInterval as ticks, setTimeout as wait } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { keepAliveMs, usualTimeouts } from '#server/http/listener.ts';
import { openTestApp, registerPerson } from '#tests/helpers/app.ts';
import { cleanUpAfterwards } from '#tests/helpers/clean-up.ts';
import { cookieHeader } from '#tests/helpers/cookies.ts';
import { listen } from '#tests/helpers/listen.ts';
import { openTestPortal } from '#tests/helpers/test-portal.ts';

/** Clients that send a request slowly on purpose, to occupy connections. */

const head = 'PUT /api/me/track HTTP/1.1\r\nHost: portal.test\r\nContent-Type: application/json\r\n';

async function connectTo(url: string): Promise<Socket> {
  const socket = connect(Number(new URL(url).port), '127.0.0.1').on('error', () => {});
  cleanUpAfterwards(async () => void socket.destroy());
  await once(socket, 'connect');
  return socket;
}

/**
 * Sends `first` immediately and then single bytes until the connection is closed. `ended` gives the response until then, and
 * the milliseconds.
 */
async function dribble(url: string, first: string, more: string) {
  const started = performance.now();
  const socket = await connectTo(url);
  const ended = text(socket)
    .catch(() => '')
    .then((answer) => ({ answer, after: performance.now() - started }));
  socket.write(first);
  void (async () => {
    let sent = 0;
    for await (const _tick of ticks(40)) {
      if (socket.destroyed || !socket.writable) return;
      socket.write(more[sent % more.length] ?? ' ');
      sent += 1;
    }
  })();
  return { ended };
}

describe('the listener', () => {
  it('disconnects clients that send headers or bodies slowly, and serves others meanwhile', async () => {
    // Bodies of unknown length count towards the hourly storage of an account.
    const portal = await openTestApp('sqlite', { env: { RATE_LIMIT: 'off' } });
    const person = await registerPerson(portal);
    const pace = { ...usualTimeouts, headers: 1_000, whole: 2_000, check: 50 };
    const url = await listen(portal, pace);
    const cookie = cookieHeader(person.cookies);
    const complete = `${head}Origin: http://portal.test\r\nCookie: ${cookie}\r\nContent-Length: 60000\r\n\r\n{"developmentTrack":"`;
    const slowHeads = await Promise.all(Array.from({ length: 50 }, () => dribble(url, head, 'X-A: b\r\n')));
    const slowBodies = await Promise.all(Array.from({ length: 50 }, () => dribble(url, complete, 'x')));

    const healthy = await fetch(`${url}/api/health`);
    expect(healthy.status).toBe(200);
    const own = await fetch(`${url}/api/me`, { headers: { Cookie: cookie } });
    expect(own.status).toBe(200);

    const ends = [
      ...slowHeads.map(({ ended }) => ({ ended, least: pace.headers })),
      ...slowBodies.map(({ ended }) => ({ ended, least: pace.whole })),
    ];
    for (const { ended, least } of ends) {
      const { answer, after } = await ended;
      // The response may be lost, because the connection was closed with unread data.
      expect(answer).toMatch(/^(HTTP\/1\.1 408 |$)/);
      // A timer may be a millisecond early.
      expect(after).toBeGreaterThan(least - 50);
    }
    // A disconnected client has written nothing.
    expect((await person.get('/api/me')).body).toMatchObject({ developmentTrack: null });
    expect((await fetch(`${url}/api/health`)).status).toBe(200);
  });

  it('waits for clients that are slow within these limits', async () => {
    const portal = await openTestApp('sqlite');
    const url = await listen(portal, { ...usualTimeouts, headers: 30_000, whole: 60_000 });
    const socket = await connectTo(url);
    socket.write('GET /api/health HTTP/1.1\r\nHost: portal.test\r\nX-Slow: a');
    await wait(300);
    socket.write('b\r\nConnection: close\r\n\r\n');
    expect(await text(socket)).toMatch(/^HTTP\/1\.1 200 /);
  });

  it('keeps an idle connection, longer than these limits and than proxies keep it', async () => {
    expect(keepAliveMs).toBeGreaterThan(120_000);
    const portal = await openTestApp('sqlite');
    const pace = { ...usualTimeouts, headers: 200, whole: 400, check: 50 };
    const url = await listen(portal, pace);
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    const sockets = new Set<Socket>();
    async function get(): Promise<number | undefined> {
      const request = httpRequest(`${url}/api/health`, { agent }).end();
      request.on('socket', (socket) => sockets.add(socket));
      const [response] = await once(request, 'response');
      await text(response);
      return response.statusCode;
    }
    expect(await get()).toBe(200);
    await wait(pace.whole * 2);
    expect(await get()).toBe(200);
    expect(sockets.size).toBe(1);
    agent.destroy();
  });
});

it('the running program stops within 10 seconds although a client is still sending, and closes its database', async () => {
  const portal = await openTestPortal('sqlite');
  const request = `${head.replace('PUT /api/me/track', 'POST /api/register')}Origin: ${portal.url}\r\n`;
  const { ended } = await dribble(portal.url, `${request}Content-Length: 60000\r\n\r\n{`, 'x');
  // It has accepted the request once it has responded to a later one.
  expect((await fetch(`${portal.url}/api/health`)).status).toBe(200);
  const started = performance.now();
  await portal.stop();
  // The program itself enforces the 10 seconds, without a log line if necessary.
  expect(portal.logs()).toContain('"msg":"stopped"');
  // It waited for the slow client, and did not respond to it.
  expect(performance.now() - started).toBeGreaterThan(5_000);
  expect((await ended).answer).toBe('');
});

import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import type { Server } from 'node:http';
import { connect, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { describe, expect, it, vi } from 'vitest';
import { connectionBounds } from '#server/config/bounds.ts';
import { captureConsole, createLog } from '#server/log/log.ts';
import { openTestApp } from '#tests/helpers/app.ts';
import { cleanUpAfterwards } from '#tests/helpers/clean-up.ts';
import { openServer } from '#tests/helpers/listen.ts';
import { openTestPortal } from '#tests/helpers/test-portal.ts';
import { declaredRoutes } from './access.ts';
import { drain, portOf, usualTimeouts } from './listener.ts';

/** Clients that send many requests on one connection and read no response. */

function requestOf(method: string, path: string): string {
  return `${method} ${path} HTTP/1.1\r\nHost: portal.test\r\nContent-Length: 0\r\n\r\n`;
}

/** A client that reads nothing until its socket is resumed. */
async function connectTo(port: number): Promise<Socket> {
  const socket = connect(port, '127.0.0.1').pause();
  socket.on('error', () => {});
  cleanUpAfterwards(async () => void socket.destroy());
  await once(socket, 'connect');
  return socket;
}

/** A server that counts what it runs, and its side of the next connection. */
async function openCountingServer(
  fetch: (request: Request) => Response | Promise<Response>,
  timeouts = usualTimeouts,
) {
  const runs = { started: 0, open: 0, mostOpen: 0 };
  const server = await openServer(async (request) => {
    runs.started += 1;
    runs.open += 1;
    runs.mostOpen = Math.max(runs.mostOpen, runs.open);
    try {
      return await fetch(request);
    } finally {
      runs.open -= 1;
    }
  }, timeouts);
  return { runs, server };
}

/** More than the system buffers of a connection. */
const large = () => new Response('x'.repeat(64 * 1024 * 1024));

async function connectionOf(server: Server): Promise<{ client: Socket; closed: Promise<unknown> }> {
  const accepted = once(server, 'connection');
  const client = await connectTo(portOf(server));
  const [socket] = (await accepted) as [Socket];
  return { client, closed: new Promise((resolve) => socket.once('close', resolve)) };
}

describe('a client that sends many requests on one connection', () => {
  it('gets its responses in order, and one request is in work at a time', async () => {
    const { runs, server } = await openCountingServer(async (request) => {
      await new Promise((resolve) => setImmediate(resolve));
      return new Response(`<${new URL(request.url).pathname}>`);
    });
    const { client } = await connectionOf(server);
    const paths = Array.from({ length: connectionBounds.waiting }, (_, n) => `/${n}`);
    client.write(paths.map((path) => requestOf('GET', path)).join(''));
    client.write(requestOf('GET', '/last').replace('Host', 'Connection: close\r\nHost'));
    const answers = await text(client);
    expect(answers.match(/<.*?>/g)).toEqual([...paths, '/last'].map((path) => `<${path}>`));
    expect(runs.mostOpen).toBe(1);
  });

  it('is disconnected past the number that may wait, on every route that is open to visitors', async () => {
    const portal = await openTestApp('sqlite');
    const { runs, server } = await openCountingServer((request) => portal.app.fetch(request));
    const routes = declaredRoutes(portal.app).filter(({ access }) => access === 'public');
    expect(routes.length).toBeGreaterThan(20);
    for (const { method, path } of routes) {
      runs.started = 0;
      const { client, closed } = await connectionOf(server);
      const request = requestOf(method, path.replace(/:\w+/g, 'contact').replace(/\*$/, ''));
      client.write(request.repeat(Math.ceil(65_536 / request.length)));
      await closed;
      expect(runs.started, `${method} ${path}`).toBe(1);
    }
  });

  it('is disconnected when it asks for more beside a large unread response', async () => {
    const { runs, server } = await openCountingServer(large);
    const { client, closed } = await connectionOf(server);
    client.write(requestOf('GET', '/'));
    await expect.poll(() => runs.started).toBe(1);
    client.write(requestOf('GET', '/'));
    await closed;
    expect(runs.started).toBe(1);
  });

  it('is disconnected when it takes nothing of a response for long', async () => {
    const { runs, server } = await openCountingServer(large, { ...usualTimeouts, unread: 500 });
    const { client, closed } = await connectionOf(server);
    client.write(requestOf('GET', '/'));
    await closed;
    expect(runs.started).toBe(1);
  });
});

describe('what fails below the error handler', () => {
  it.each([
    ['a header that cannot be sent', () => new Response(null, { headers: { location: '/\u0001' } })],
    [
      'a body that breaks off',
      () => new Response(new ReadableStream({ pull: () => Promise.reject(new Error('x')) })),
    ],
  ])('is one line of the log: %s', async (_what, respond) => {
    for (const method of ['error', 'warn'] as const) vi.spyOn(console, method).mockImplementation(() => {});
    const lines: string[] = [];
    captureConsole(createLog('info', { write: (line) => lines.push(line) }));
    const { server } = await openCountingServer(async () => respond());
    const { client } = await connectionOf(server);
    client.write(requestOf('GET', '/'));
    await text(client).catch(() => '');
    expect(lines.map((line) => JSON.parse(line) as object)).toEqual([
      expect.objectContaining({ level: 50, msg: 'printed by a dependency', err: expect.anything() }),
    ]);
  });

  it.each([
    ['no request at all\r\n\r\n', 400],
    [requestOf('GET', `/${'x'.repeat(20_000)}`), 431],
    ['GET / HTTP/1.1\r\nHost: a\r\nContent-Length: x\r\n\r\n', 400],
  ])('is refused if it cannot be read as a request', async (sent, status) => {
    const server = await openServer(() => new Response());
    const { client } = await connectionOf(server);
    client.write(sent);
    expect(await text(client)).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
  });
});

it.each([
  ['waits for a response that is under way', 60_000, true, /^HTTP\/1\.1 200 /],
  ['cuts off at its limit, and says so', 50, false, /^$/],
])('a drain %s', async (_, limitMs, inTime, response) => {
  const held = Promise.withResolvers<Response>();
  const started = Promise.withResolvers<void>();
  const server = await openServer(() => {
    started.resolve();
    return held.promise;
  });
  const client = await connectTo(portOf(server));
  const received = text(client);
  client.write(requestOf('GET', '/'));
  await started.promise;
  const drained = drain(server, limitMs);
  if (inTime) held.resolve(new Response());
  expect(await drained).toBe(inTime);
  expect(await received).toMatch(response);
});

it('the running program grows by less than 100 MB under 16 connections that read nothing, and serves others', async () => {
  const portal = await openTestPortal('sqlite');
  const port = Number(new URL(portal.url).port);
  expect((await fetch(`${portal.url}/api/openapi.json`)).status).toBe(200);
  const before = await residentBytes(portal.pid());
  const request = requestOf('GET', '/api/openapi.json');
  for (const burst of [1, 2, 3]) {
    const clients = await Promise.all(Array.from({ length: 16 }, () => connectTo(port)));
    for (const client of clients) client.write(request.repeat(Math.ceil(65_536 / request.length)));
    expect((await fetch(`${portal.url}/api/session`)).status, `burst ${burst}`).toBe(200);
    expect((await residentBytes(portal.pid())) - before).toBeLessThan(100 * 1024 * 1024);
  }
});

async function residentBytes(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  return Number(/^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1]) * 1024;
}

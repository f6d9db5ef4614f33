import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { describe, expect, it, vi } from 'vitest';
import { lookAgain } from '#domain/live-events.ts';
import { cleanUpAfterwards } from '#tests/helpers/clean-up.ts';
import { cookieHeader } from '#tests/helpers/cookies.ts';
import { readEvents } from '#tests/helpers/event-reader.ts';
import { type Portal, startPortal } from '#tests/helpers/portal.ts';
import { startPostgres } from '#tests/helpers/postgres-server.ts';
import { administratorRemotely, registerRemotely } from '#tests/helpers/remote-visitor.ts';
import { openTestPortal } from '#tests/helpers/test-portal.ts';

function connectTo({ url }: Pick<Portal, 'url'>): Socket {
  const socket = connect(Number(new URL(url).port), '127.0.0.1');
  // A portal that stops may reset it, which nobody here waits for.
  socket.on('error', () => {});
  cleanUpAfterwards(async () => void socket.destroy());
  return socket;
}

describe('the portal', () => {
  it('stops without waiting for streams, which open again after a restart', async () => {
    const portal = await openTestPortal('sqlite');
    const { cookies } = await administratorRemotely(portal, portal.url);
    const open = () => readEvents(`${portal.url}/api/admin/events`, { cookies });
    const readers = [await open(), await open(), await open()];
    await registerRemotely(portal.url);
    for (const reader of readers) expect((await reader.nextChange()).topic).toBe('record');

    // A client that holds the connection and never reads.
    const unreadSocket = connectTo(portal);
    await once(unreadSocket, 'connect');
    unreadSocket.pause();
    unreadSocket.write(
      `GET /api/admin/events HTTP/1.1\r\nHost: portal.test\r\nCookie: ${cookieHeader(cookies)}\r\n\r\n`,
    );

    await portal.restart();
    for (const reader of readers) expect(await reader.next()).toBeNull();
    expect(portal.logs()).toContain('"msg":"stopped"');
    const again = await open();
    await registerRemotely(portal.url);
    expect((await again.nextChange()).topic).toBe('record');
  });

  it('opens a stream requested behind a slower request on the same connection', async () => {
    const portal = await openTestPortal('sqlite');
    const { cookies } = await administratorRemotely(portal, portal.url);
    const connection = connectTo(portal);
    let read = '';
    connection.setEncoding('utf8').on('data', (piece: string) => {
      read += piece;
    });
    const guess = JSON.stringify({ email: portal.adminEmail, password: 'not the password' });
    connection.write(
      `POST /api/admin/sign-in HTTP/1.1\r\nHost: portal.test\r\nOrigin: ${portal.url}\r\n` +
        `Content-Type: application/json\r\nContent-Length: ${guess.length}\r\n\r\n${guess}` +
        `GET /api/admin/events HTTP/1.1\r\nHost: portal.test\r\nCookie: ${cookieHeader(cookies)}\r\n\r\n`,
    );
    await expect.poll(() => read).toContain('event: ready');
    await registerRemotely(portal.url);
    await expect.poll(() => read).toContain('event: change');
    expect(read.match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 401', 'HTTP/1.1 200']);
  });

  it('delivers what is written after a PostgreSQL outage, on the same streams', async () => {
    const postgres = await startPostgres();
    cleanUpAfterwards(() => postgres.stop());
    const portal = await startPortal({ postgresUrl: postgres.url });
    cleanUpAfterwards(() => portal.discard());
    const { cookies } = await administratorRemotely(portal, portal.url);
    const reader = await readEvents(`${portal.url}/api/admin/events`, { cookies });
    await registerRemotely(portal.url);
    expect((await reader.nextChange()).topic).toBe('record');
    await postgres.restart();
    await vi.waitFor(() => registerRemotely(portal.url), { timeout: 60_000, interval: 200 });
    // Whatever was written before the portal listened again is not named.
    expect(await reader.nextChange()).toEqual(lookAgain);
    await registerRemotely(portal.url);
    await vi.waitFor(async () => expect(await reader.nextChange()).toMatchObject({ topic: 'record' }));
  });
});

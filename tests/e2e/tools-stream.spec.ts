import { once } from 'node:events';
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { Page } from '@playwright/test';
import { expect, test } from '#tests/helpers/fixtures.ts';
import { freePort } from '#tests/helpers/free-port.ts';
import { signedInAdmin } from '#tests/helpers/signed-in-admin.ts';
import { failure, outcome, press } from '#tests/helpers/tool-pages.ts';

/** A proxy in front of a portal that holds back events, like one that buffers responses. */
interface HoldingProxy {
  url: string;
  /** The portal's address. */
  target: string;
  /** How much of an event stream it forwards: nothing, the first chunk, or everything. */
  passes: 'nothing' | 'beginning' | 'everything';
  close(): Promise<void>;
}

async function startHoldingProxy(): Promise<HoldingProxy> {
  const port = await freePort();
  const server = createServer((incoming, outgoing) => forward(incoming, outgoing, proxy));
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  const proxy: HoldingProxy = {
    url: `http://127.0.0.1:${port}`,
    target: '',
    passes: 'everything',
    async close() {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
  return proxy;
}

function forward(
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  { target, passes }: HoldingProxy,
): void {
  const { method, headers, url = '/' } = incoming;
  const onward = request(`${target}${url}`, { method, headers }, (answer) => {
    const events = answer.headers['content-type']?.startsWith('text/event-stream') ?? false;
    outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
    outgoing.flushHeaders();
    if (!events || passes === 'everything') answer.pipe(outgoing);
    // The rest is not read, so it stays in the connection.
    else if (passes === 'beginning') answer.once('data', (piece: Buffer) => outgoing.write(piece));
    else answer.pause();
  });
  // Either side may disconnect at any time.
  onward.on('error', () => outgoing.destroy());
  outgoing.on('close', () => onward.destroy());
  incoming.pipe(onward);
}

test.describe.configure({ timeout: 120_000 });

const writes = '**/api/diagnostics/test-node';

/** Presses the test's button and waits until its write was answered or aborted. */
async function pressUntilWritten(page: Page): Promise<void> {
  const [answer] = await Promise.all([
    page.waitForResponse((response) => response.request().method() === 'PUT'),
    press(page, 'Test Realtime DB'),
  ]);
  await answer.finished();
}

/** Advances the clock past the test's time-out. */
async function waitInVain(page: Page): Promise<void> {
  await expect(page.getByRole('main')).toContainText('Writing, and waiting for the event...');
  await page.clock.fastForward(11_000);
}

test('the realtime test reports whether a proxy delays the event or the stream', async ({
  page,
  ownPortal,
}) => {
  const proxy = await startHoldingProxy();
  try {
    const portal = await ownPortal({ PORTAL_URL: proxy.url });
    proxy.target = portal.url;
    await page.clock.install();
    await signedInAdmin(page, { ...portal, url: proxy.url });
    await page.goto(`${proxy.url}/firebase-test`);
    await pressUntilWritten(page);
    await expect(outcome(page)).toContainText('The event arrived after');

    proxy.passes = 'beginning';
    await pressUntilWritten(page);
    await waitInVain(page);
    await expect(failure(page)).toContainText(
      'Realtime Database test failed: The write was stored, but its event did not arrive within 10 seconds. If there is a proxy',
    );

    proxy.passes = 'nothing';
    const opened = page.waitForRequest('**/api/admin/events');
    await press(page, 'Test Realtime DB');
    await opened;
    await waitInVain(page);
    await expect(failure(page)).toContainText(
      'Realtime Database test failed: Nothing came over the event stream within 10 seconds. If there is a proxy',
    );

    proxy.passes = 'everything';
    await press(page, 'Test Realtime DB');
    await expect(outcome(page)).toContainText('The event arrived after');
  } finally {
    await page.goto('about:blank');
    await proxy.close();
  }
});

test('the realtime test of an unresponsive portal', async ({ page, ownPortal }) => {
  const portal = await ownPortal();
  await page.clock.install();
  await signedInAdmin(page, portal);
  await page.goto(`${portal.url}/firebase-test`);
  const stopped = Promise.withResolvers<void>();
  await page.route(writes, async (route) => {
    if (route.request().method() === 'PUT') {
      process.kill(portal.pid(), 'SIGSTOP');
      stopped.resolve();
    }
    await route.continue();
  });
  await press(page, 'Test Realtime DB');
  await stopped.promise;
  await waitInVain(page);
  await expect(failure(page)).toContainText(
    'Realtime Database test failed: The write was not answered within 10 seconds.',
  );
  await page.unroute(writes);
  process.kill(portal.pid(), 'SIGCONT');
  await press(page, 'Test Realtime DB');
  await expect(outcome(page)).toContainText('The event arrived after');
});

test('the realtime test with too many open streams', async ({ page, portal, problems }) => {
  problems.allow(/status of 429/);
  await signedInAdmin(page, portal);
  await page.goto(`${portal.url}/firebase-test`);
  await press(page, 'Test Realtime DB');
  await expect(outcome(page)).toContainText('The event arrived after');

  const cookies = await page.context().cookies();
  const Cookie = cookies.map(({ name, value }) => `${name}=${value}`).join('; ');
  const hangUp = new AbortController();
  const open = () => fetch(`${portal.url}/api/admin/events`, { headers: { Cookie }, signal: hangUp.signal });
  // Keeps references: an unreferenced response is closed at garbage collection, which frees its place.
  const held: Response[] = [];
  await expect(async () => {
    // The stream of the previous page may be closing only now.
    do held.push(await open());
    while (held.at(-1)?.ok);
    await press(page, 'Test Realtime DB');
    await expect(failure(page)).toHaveText(
      'Realtime Database test failed: The event stream could not be opened. Too many pages of the portal are open.',
      { timeout: 5_000 },
    );
  }).toPass();
  expect(held.filter(({ ok }) => ok).length).toBeGreaterThan(1);
  hangUp.abort();
  await expect(async () => {
    await press(page, 'Test Realtime DB');
    await expect(outcome(page)).toContainText('The event arrived after', { timeout: 5_000 });
  }).toPass();
});

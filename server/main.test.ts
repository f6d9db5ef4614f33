import { once } from 'node:events';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { describe, expect, it } from 'vitest';
import { describeEachEngine } from '#tests/helpers/engines.ts';
import { newRegistration } from '#tests/helpers/members.ts';
import { rowsOf } from '#tests/helpers/records.ts';
import { registerRemotely } from '#tests/helpers/remote-visitor.ts';
import { openTestPortal } from '#tests/helpers/test-portal.ts';
import { withStore } from '#tests/helpers/with-store.ts';

/** Sends a complete request on a separate connection, and returns the response. */
async function sendRaw(portalUrl: string, method: string, path: string, body = '') {
  const { hostname, port, host, origin } = new URL(portalUrl);
  const head = [
    `${method} ${path} HTTP/1.1`,
    `Host: ${host}`,
    `Origin: ${origin}`,
    'Content-Type: application/json',
    `Content-Length: ${Buffer.byteLength(body)}`,
    'Connection: close',
  ];
  const socket = connect(Number(port), hostname);
  await once(socket, 'connect');
  const answer = text(socket);
  await new Promise<void>((sent) => socket.write(`${head.join('\r\n')}\r\n\r\n${body}`, () => sent()));
  return { answer };
}

describeEachEngine('the running program', (engine) => {
  it('answers what is under way before it ends', async () => {
    const portal = await openTestPortal(engine);
    const register = () => sendRaw(portal.url, 'POST', '/api/register', JSON.stringify(newRegistration()));
    const sent = await Promise.all(Array.from({ length: 4 }, register));
    // The answer on a later connection says that the program has taken on what came on those before it.
    const healthy = await sendRaw(portal.url, 'GET', '/api/health');
    expect(await healthy.answer).toMatch(/^HTTP\/1\.1 200 /);
    await portal.stop();
    for (const { answer } of sent) expect(await answer, portal.logs()).toMatch(/^HTTP\/1\.1 201 /);
    expect(await withStore(portal, (store) => rowsOf(store, 'members'))).toHaveLength(4);
  });

  it('finishes what an answer did not wait for before it ends', async () => {
    const portal = await openTestPortal(engine);
    const { registration } = await registerRemotely(portal.url);
    const body = JSON.stringify({ email: registration.email });
    const asked = await sendRaw(portal.url, 'POST', '/api/auth/request-password-reset', body);
    expect(await asked.answer).toMatch(/^HTTP\/1\.1 200 /);
    await portal.stop();
    const mails = await withStore(portal, (store) => rowsOf(store, 'mail_outbox'));
    const reset = { kind: 'password-reset', to: registration.email };
    expect(mails).toContainEqual(expect.objectContaining(reset));
  });
});

describe('the running program', () => {
  it('refuses the passwords that it cannot hash before it ends, and cuts off nobody', async () => {
    const env = {
      RATE_LIMIT: 'off',
      UV_THREADPOOL_SIZE: '1',
      NODE_OPTIONS: '--import ./tests/setup/slow-hashes.ts',
    };
    const portal = await openTestPortal('sqlite', env, { fullCostHashes: true });
    const register = () => sendRaw(portal.url, 'POST', '/api/register', JSON.stringify(newRegistration()));
    const sent = await Promise.all(Array.from({ length: 30 }, register));
    const healthy = await sendRaw(portal.url, 'GET', '/api/health');
    expect(await healthy.answer).toMatch(/^HTTP\/1\.1 200 /);
    await portal.stop();
    const answers = await Promise.all(sent.map(({ answer }) => answer));
    const statuses = answers.map((answer) => /^HTTP\/1\.1 (\d+) /.exec(answer)?.[1]);
    expect(new Set(statuses)).toEqual(new Set(['201', '503']));
    expect(portal.logs()).toContain('"stopped"');
    expect(portal.logs()).not.toContain('cut off');
  });

  it('refuses a large body with an answer, not with a broken connection', async () => {
    const portal = await openTestPortal('sqlite');
    for (const bytes of [65_537, 5_000_000]) {
      const answer = await fetch(`${portal.url}/api/register`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', Origin: portal.url },
        body: 'x'.repeat(bytes),
      });
      expect(answer.status).toBe(413);
      expect(answer.headers.get('content-security-policy')).toContain("default-src 'self'");
      expect(await answer.json()).toMatchObject({ code: 'BODY_TOO_LARGE' });
    }
    expect((await fetch(`${portal.url}/api/health`)).status).toBe(200);
  });
});

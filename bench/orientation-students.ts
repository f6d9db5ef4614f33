import { once } from 'node:events';
import { Agent, type IncomingMessage, request } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import { gunzipSync } from 'node:zlib';
import { newRegistration } from '#tests/helpers/members.ts';
import { cookieFrom, send } from './portal.ts';

/**
 * Students who register, choose, finish and submit, in a separate process so that their time is not counted as the
 * browser's. The parent says how many come within which time; this process reports the time of every step.
 */
export interface Arrivals {
  url: string;
  students: number;
  /** Milliseconds in which they all arrive, at even intervals. */
  within: number;
}

export interface StudentsReport {
  /** Milliseconds of every request of a step. */
  times: Record<string, number[]>;
  errors: string[];
}

/** Milliseconds that a student reads and types before the next step. */
const thinking = { least: 2_000, most: 12_000 };

const times: StudentsReport['times'] = {};
const errors: string[] = [];
const agent = new Agent({ keepAlive: true });

process.once('message', (message: Arrivals) => void admit(message));
process.once('disconnect', () => process.exit());

async function admit({ url, students, within }: Arrivals): Promise<void> {
  const leaving = new AbortController();
  const visits = Array.from({ length: students }, async (_, index) => {
    await wait((within / students) * index);
    await visit(url, leaving.signal).catch((error: unknown) => {
      errors.push(String(error));
    });
  });
  await Promise.all(visits);
  leaving.abort();
  process.send?.({ times, errors } satisfies StudentsReport);
}

async function visit(url: string, leaving: AbortSignal): Promise<void> {
  await take('open the page', () => openPage(url, '/register', ''));
  await think();
  const cookie = await take('register', () => cookieFrom(`${url}/api/register`, newRegistration()));
  await take('open the dashboard', () => openPage(url, '/dashboard', cookie));
  // Stays open until the last student has finished, as a phone that is put away.
  void follow(url, cookie, leaving).catch((error: unknown) => {
    if (!leaving.aborted) errors.push(`stream: ${error}`);
  });
  await think();
  const track = { developmentTrack: 'web' };
  await take('choose', () => send(url, cookie, 'PUT', '/api/me/track', track));
  await think();
  const done = { taskCompleted: true };
  await take('mark done', () => send(url, cookie, 'PUT', '/api/me/task-completion', done));
  await think();
  const submission = {
    githubLink: 'https://github.com/asha-rao/events-board',
    projectDescription: 'An events board for the campus.',
  };
  await take('submit', () => send(url, cookie, 'PUT', '/api/me/submission', submission));
}

async function take<T>(step: string, work: () => Promise<T>): Promise<T> {
  const started = performance.now();
  const result = await work();
  times[step] = [...(times[step] ?? []), performance.now() - started];
  return result;
}

function think(): Promise<void> {
  return wait(thinking.least + Math.random() * (thinking.most - thinking.least));
}

/** The files that each page's HTML names: the same for every student. */
const filesOf = new Map<string, string[]>();

/** Loads a page as a new phone does: the HTML, and every script, style and font that it names. */
async function openPage(url: string, path: string, cookie: string): Promise<void> {
  const html = await download(`${url}${path}`, cookie);
  const files = filesOf.get(path) ?? filesIn(gunzipSync(html).toString());
  filesOf.set(path, files);
  await Promise.all(files.map((file) => download(`${url}${file}`, cookie)));
}

function filesIn(html: string): string[] {
  return [...new Set([...html.matchAll(/(?:src|href)="(\/assets\/[^"]+)"/g)].map(([, file = '']) => file))];
}

/** Returns the bytes as sent: `fetch` would decompress them here, on the processor that the portal needs. */
async function download(address: string, cookie: string): Promise<Buffer> {
  const answer = await get(address, cookie);
  const pieces: Buffer[] = [];
  for await (const piece of answer) pieces.push(piece);
  return Buffer.concat(pieces);
}

async function get(address: string, cookie: string, signal?: AbortSignal): Promise<IncomingMessage> {
  const headers = { cookie, 'accept-encoding': 'gzip, br' };
  const sent = request(address, { agent, headers, ...(signal && { signal }) });
  sent.end();
  const [answer]: IncomingMessage[] = await once(sent, 'response');
  if (answer?.statusCode !== 200) throw new Error(`${address}: ${answer?.statusCode}`);
  return answer;
}

/** Follows the student's own changes until `leaving`. Throws if the stream ends before. */
async function follow(url: string, cookie: string, leaving: AbortSignal): Promise<void> {
  const answer = await get(`${url}/api/me/events`, cookie, leaving);
  for await (const _ of answer) if (leaving.aborted) return;
  throw new Error('ended early');
}

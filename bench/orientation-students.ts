import { setTimeout as wait } from 'node:timers/promises';
import { gunzipSync } from 'node:zlib';
import { request } from 'undici';
import { openEventStream } from './event-stream.ts';
import { ask, memberCookie } from './portal.ts';
import { timed } from './row.ts';

interface StudentsReport {
  /** Milliseconds of every request of a step. */
  times: Record<string, number[]>;
  errors: string[];
}

/**
 * Students who register, choose, finish and submit, and keep their dashboards open.
 * @param within the milliseconds in which they all arrive, at even intervals
 */
export async function visitAll(url: string, students: number, within: number): Promise<StudentsReport> {
  const report: StudentsReport = { times: {}, errors: [] };
  const open: { close(): void }[] = [];
  const visits = Array.from({ length: students }, async (_, index) => {
    await wait((within / students) * index);
    await visit(url, report, open).catch((error) => report.errors.push(String(error)));
  });
  await Promise.all(visits);
  for (const stream of open) stream.close();
  return report;
}

async function visit(
  url: string,
  { times, errors }: StudentsReport,
  open: { close(): void }[],
): Promise<void> {
  async function take(step: string, work: () => Promise<unknown>): Promise<void> {
    const time = await timed(work);
    times[step] = [...(times[step] ?? []), time];
  }
  let cookie = '';
  await take('open the page', () => openPage(url, '/register', cookie));
  await think();
  await take('register', async () => {
    cookie = await memberCookie(url);
  });
  await take('open the dashboard', () => openPage(url, '/dashboard', cookie));
  // Stays open until the last student has finished, as a phone that is put away.
  const onLost = (reason: string) => errors.push(reason);
  openEventStream(`${url}/api/me/events`, { headers: { cookie }, onLost })
    .then((stream) => open.push(stream))
    .catch(() => {});
  await think();
  const put = (path: string, body: object) => () =>
    ask(url, { method: 'PUT', path, headers: { cookie }, body });
  await take('choose', put('/api/me/track', { developmentTrack: 'web' }));
  await think();
  await take('mark done', put('/api/me/task-completion', { taskCompleted: true }));
  await think();
  const submission = { githubLink: 'https://github.com/asha/x', projectDescription: 'It works.' };
  await take('submit', put('/api/me/submission', submission));
}

/** A student reads and types for 2 to 12 seconds before the next step. */
function think(): Promise<void> {
  return wait(2_000 + Math.random() * 10_000);
}

/** The files that each page's HTML names: the same for every student. */
const filesOf = new Map<string, Set<string>>();

/** Loads a page as a new phone does: the HTML, and every script, style and font that it names. */
async function openPage(url: string, path: string, cookie: string): Promise<void> {
  const html = await download(`${url}${path}`, cookie);
  const named = () =>
    gunzipSync(html)
      .toString()
      .matchAll(/(?:src|href)="(\/assets\/[^"]+)"/g);
  const files = filesOf.get(path) ?? new Set([...named()].map(([, file = '']) => file));
  filesOf.set(path, files);
  await Promise.all([...files].map((file) => download(`${url}${file}`, cookie)));
}

/** Returns the bytes as sent: `fetch` would decompress them here, on the processor that the portal needs. */
async function download(address: string, cookie: string): Promise<Buffer> {
  const headers = { cookie, 'accept-encoding': 'gzip, br' };
  const { statusCode, body } = await request(address, { headers });
  const bytes = Buffer.from(await body.arrayBuffer());
  if (statusCode !== 200) throw new Error(`${address}: ${statusCode}`);
  return bytes;
}

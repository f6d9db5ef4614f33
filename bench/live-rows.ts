import type { Browser, Page } from '@playwright/test';
import { newRegistration } from '#tests/helpers/members.ts';
import { startProcess } from './bench-process.ts';
import { launchChromium } from './chromium.ts';
import { administratorCookie, cookieFrom } from './cookie.ts';
import type { Row } from './row.ts';
import { median } from './statistics.ts';

const journeys = 5;
/** Milliseconds. */
const bound = 500;

/** An open page and the text that should appear on it. */
interface ExpectedText {
  page: Page;
  /** Texts that one element matching `among` must contain, all of them. */
  texts: string[];
  among?: string;
}

/** Time from a request in one browser until another browser's open page shows its effect. */
export async function liveRows(): Promise<Row[]> {
  const portal = await startProcess('server/main.ts');
  const browser = await launchChromium();
  try {
    const times: Record<string, number[]> = {};
    for (let count = 0; count < journeys; count += 1) {
      for (const [step, time] of await journey(browser, portal.url, `Noor Round${count}x`)) {
        times[step] = [...(times[step] ?? []), time];
      }
    }
    return Object.entries(times).map(([step, all]) => ({
      id: `4 ${step}`,
      what: `${step}, until another browser's open page shows it`,
      value: median(all),
      unit: 'ms',
      bound: { atMost: bound },
      note: `slowest ${Math.max(...all)} ms of ${all.length}`,
    }));
  } finally {
    await browser.close();
    await portal.stop();
  }
}

/** A student registers, chooses a track, completes the task and submits; the administrator reviews. */
async function journey(browser: Browser, url: string, name: string): Promise<[step: string, ms: number][]> {
  const admin = await administratorCookie(url);
  const list = `q=${encodeURIComponent(name)}`;
  const users = await open(browser, `${url}/admin?${list}`, admin);
  const done = await open(browser, `${url}/admin?${list}&step=3`, admin);
  const dashboard = await open(browser, `${url}/admin-dashboard?${list}`, admin);
  let student = '';
  const times: [string, number][] = [];
  const take = async (step: string, awaited: ExpectedText, work: () => Promise<unknown>) =>
    void times.push([step, await timeUntilShown(awaited, work)]);

  await take('registering', { page: users, texts: [name, 'Not selected'] }, async () => {
    student = await cookieFrom(`${url}/api/register`, newRegistration({ fullName: name }));
  });
  await take('choosing a track', { page: users, texts: [name, 'Machine Learning'] }, () =>
    write(url, student, 'PUT', '/api/me/track', { developmentTrack: 'ml' }),
  );
  await take('marking the task as done', { page: done, texts: [name] }, () =>
    write(url, student, 'PUT', '/api/me/task-completion', { taskCompleted: true }),
  );
  await take('submitting', { page: dashboard, texts: [name, 'asha-rao/events-board'] }, () =>
    write(url, student, 'PUT', '/api/me/submission', {
      githubLink: 'https://github.com/asha-rao/events-board',
      projectDescription: 'An events board for the campus.',
    }),
  );
  const timeline = await open(browser, `${url}/timeline`, student);
  const { uid } = (await write(url, student, 'GET', '/api/me')) as { uid: string };
  const reviewed = { page: timeline, texts: ['4 of 4 steps completed'], among: 'main' };
  await take('reviewing', reviewed, () =>
    write(url, admin, 'PATCH', `/api/admin/members/${uid}/review`, { submissionReviewed: true }),
  );
  for (const page of [users, done, dashboard, timeline]) await page.context().close();
  return times;
}

/** Opens a page in a separate browser context and waits for its event stream. */
async function open(browser: Browser, address: string, cookie: string): Promise<Page> {
  const context = await browser.newContext({ extraHTTPHeaders: { Cookie: cookie } });
  const page = await context.newPage();
  const stream = page.waitForResponse((answer) => /\/events(\?|$)/.test(answer.url()));
  await page.goto(address, { waitUntil: 'networkidle' });
  await stream;
  return page;
}

/** Milliseconds from just before the request. Both processes share the system clock. */
async function timeUntilShown(
  { page, texts, among = '[role=row]' }: ExpectedText,
  work: () => Promise<unknown>,
): Promise<number> {
  const isShown = `[...document.querySelectorAll('${among}')].some(({ textContent }) =>
    ${JSON.stringify(texts)}.every((word) => textContent.includes(word)))`;
  const before = await page.evaluate<boolean>(`{
    window.shown = new Promise((resolve) => {
      const look = () => ${isShown} && resolve(Date.now());
      new MutationObserver(look).observe(document.body, { childList: true, characterData: true, subtree: true });
    });
    ${isShown};
  }`);
  if (before) throw new Error(`${texts.join(', ')}: shown before it was so`);
  const started = Date.now();
  await work();
  return (await page.evaluate<number>('window.shown')) - started;
}

async function write(url: string, cookie: string, method: string, path: string, body?: object) {
  const answer = await fetch(`${url}${path}`, {
    method,
    headers: { 'Content-Type': 'application/json', Origin: url, Cookie: cookie },
    ...(body && { body: JSON.stringify(body) }),
  });
  if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
  return answer.json();
}

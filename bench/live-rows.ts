import type { Browser } from '@playwright/test';
import { newRegistration } from '#tests/helpers/members.ts';
import { startProcess } from './bench-process.ts';
import { launchChromium } from './chromium.ts';
import { administratorCookie, cookieFrom } from './cookie.ts';
import { type ExpectedText, openLivePage, send, timeUntilShown } from './live-page.ts';
import type { Row } from './row.ts';
import { median } from './statistics.ts';

const journeys = 5;
/** Milliseconds. */
const bound = 500;

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
  const users = await openLivePage(browser, `${url}/admin?${list}`, admin);
  const done = await openLivePage(browser, `${url}/admin?${list}&step=3`, admin);
  const dashboard = await openLivePage(browser, `${url}/admin-dashboard?${list}`, admin);
  let student = '';
  const times: [string, number][] = [];
  const take = async (step: string, awaited: ExpectedText, work: () => Promise<unknown>) =>
    void times.push([step, await timeUntilShown(awaited, work)]);

  await take('registering', { page: users, texts: [name, 'Not selected'] }, async () => {
    student = await cookieFrom(`${url}/api/register`, newRegistration({ fullName: name }));
  });
  await take('choosing a track', { page: users, texts: [name, 'Machine Learning'] }, () =>
    send(url, student, 'PUT', '/api/me/track', { developmentTrack: 'ml' }),
  );
  await take('marking the task as done', { page: done, texts: [name] }, () =>
    send(url, student, 'PUT', '/api/me/task-completion', { taskCompleted: true }),
  );
  await take('submitting', { page: dashboard, texts: [name, 'asha-rao/events-board'] }, () =>
    send(url, student, 'PUT', '/api/me/submission', {
      githubLink: 'https://github.com/asha-rao/events-board',
      projectDescription: 'An events board for the campus.',
    }),
  );
  const timeline = await openLivePage(browser, `${url}/timeline`, student);
  const { uid } = (await send(url, student, 'GET', '/api/me')) as { uid: string };
  const reviewed = { page: timeline, texts: ['4 of 4 steps completed'], among: 'main' };
  await take('reviewing', reviewed, () =>
    send(url, admin, 'PATCH', `/api/admin/members/${uid}/review`, { submissionReviewed: true }),
  );
  for (const page of [users, done, dashboard, timeline]) await page.context().close();
  return times;
}

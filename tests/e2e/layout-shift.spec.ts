import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import type { Page, Request } from '@playwright/test';
import { settingsAnswer } from '#domain/settings.ts';
import { expect, test } from '#tests/helpers/fixtures.ts';
import { sendMessage } from '#tests/helpers/forms.ts';
import { noteShifts, type Shift, shiftOf, twoFrames } from '#tests/helpers/layout-shifts.ts';
import type { Portal } from '#tests/helpers/portal.ts';
import { send } from '#tests/helpers/requests.ts';
import { signedInAdmin } from '#tests/helpers/signed-in-admin.ts';
import { type Progress, signedInMember } from '#tests/helpers/signed-in-member.ts';

const faces = /\.woff2$/;
/** The answers of the API, but not the streams of changes. */
const data = /\/api\/(?!.*events)/;

/** The part that comes after the first paint. Without the web fonts, pages keep their fallbacks. */
type Late = 'data' | 'refusals' | 'faces';
/** Most pages are there sooner than the pauses that `poll` makes by itself. */
const soon = { intervals: [20, 50] };
/** It is final; the client would send the request again after an error of the server. */
const refusal = { status: 400, json: { code: 'INVALID_INPUT', message: 'This request was refused.' } };

/** How far content moves by itself while a page loads, and which content it is. */
async function layoutShift(page: Page, path: string, late: Late): Promise<Shift> {
  let open = () => {};
  const painted = new Promise<void>((resolve) => {
    open = resolve;
  });
  const underWay = new Set<Request>();
  const end = (request: Request) => void underWay.delete(request);
  page.on('requestfinished', end).on('requestfailed', end);
  if (late !== 'faces') await page.route(faces, (route) => route.abort());
  let refused = 0;
  await page.route(late === 'faces' ? faces : data, async (route) => {
    underWay.add(route.request());
    await painted;
    if (late !== 'refusals') return route.continue();
    // One after the other, in separate frames: together, they hide what each of them moves.
    await wait(100 * refused++);
    return route.fulfill(refusal);
  });
  await page.goto(path, { waitUntil: 'commit' });
  const paints = () => page.evaluate<number>("performance.getEntriesByName('first-contentful-paint').length");
  await expect.poll(paints, soon).toBe(1);
  await twoFrames(page);
  open();
  await expect.poll(() => underWay.size, soon).toBe(0);
  await expect(page.getByText('Loading...')).toHaveCount(0);
  await expect(page.locator('[class^=skeleton-]')).toHaveCount(0);
  await page.evaluate('document.fonts.ready.then(() => {})');
  await twoFrames(page);
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  page.off('requestfinished', end).off('requestfailed', end);
  return shiftOf(page);
}

/** Where a page may break: in the menu of its header, between the cards of the tracks, and in its middle. */
const breaks = ['>Sign in<', '>Timeline<', 'data-track="ml"', '>Projects<'];

/** Passes requests on to the portal. A page's content comes in parts. */
async function servePagesInParts(portalUrl: string) {
  const server = createServer(async (request, response) => {
    const { cookie = '' } = request.headers;
    const answer = await fetch(portalUrl + request.url, {
      headers: { 'Accept-Encoding': 'identity', cookie },
    });
    const type = answer.headers.get('Content-Type') ?? '';
    response.writeHead(answer.status, { 'Content-Type': type });
    const content = Buffer.from(await answer.arrayBuffer());
    if (!type.startsWith('text/html')) return response.end(content);
    const start = content.indexOf('<div id="root">');
    const half = Math.round((start + content.length) / 2);
    const ends = [half, ...breaks.map((text) => content.indexOf(text, start)).filter((index) => index > 0)];
    let sent = 0;
    for (const end of ends.sort((a, b) => a - b)) {
      response.write(content.subarray(sent, end));
      sent = end;
      await wait(200);
    }
    return response.end(content.subarray(sent));
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((closed) => server.close(closed));
    },
  };
}

/** Lines of a fallback may break elsewhere, and how many do depends on the system's fonts. */
const bounds: Record<Late, number> = { data: 0.005, refusals: 0.005, faces: 0.03 };

/** Opens pages, and expects that hardly anything in them moves. */
async function expectStill(page: Page, paths: readonly string[], late: Late = 'data'): Promise<void> {
  const shifts: Record<string, Shift> = {};
  for (const path of paths) shifts[path] = await layoutShift(page, path, late);
  const moving = Object.entries(shifts).filter(([, { value }]) => value > bounds[late]);
  expect(moving).toEqual([]);
}

/** A deadline and a day of results some days from now. */
async function saveDates(page: Page, portal: Portal): Promise<void> {
  const address = '/api/admin/settings/dates';
  const { value, version } = settingsAnswer('dates').parse(
    await (await page.request.get(portal.url + address)).json(),
  );
  const inDays = (days: number) => new Date(Date.now() + days * 24 * 3_600_000).toISOString();
  const given = { deadline: inDays(3), hearBy: inDays(20) };
  await send(page, portal, 'PUT', address, { value: { ...value, ...given }, version });
}

const submitted: Progress = {
  track: 'web',
  taskDone: true,
  submission: { githubLink: 'https://github.com/asha/notes', projectDescription: 'Notes' },
};
/** Each state with the pages that differ from those of the state before. */
const states: Record<string, { progress: Progress; paths: string[] }> = {
  'without a track': {
    progress: {},
    paths: ['/dashboard', '/timeline', '/user-tasks', '/contact', '/profile'],
  },
  'with a track': { progress: { track: 'web' }, paths: ['/dashboard', '/timeline', '/user-tasks'] },
  'whose project waits': {
    progress: submitted,
    paths: ['/dashboard', '/timeline', '/user-tasks', '/contact', '/profile'],
  },
  'whose project is reviewed': {
    progress: { ...submitted, record: { submissionReviewed: true } },
    paths: ['/dashboard', '/timeline'],
  },
};

/** In groups, so that none takes long on a slow machine. */
const administratorsPages = [
  ['/admin-dashboard', '/admin', '/admin/review', '/admin/results', '/admin/messages'],
  ['/admin/inbox', '/admin/health', '/admin/access', '/tasks', '/database-test'],
  ['/data-recovery', '/migrate-users', '/firebase-test', '/formspree-test', '/admin/members/'],
];

for (const [device, width, height] of [
  ['phone', 390, 844],
  ['desktop', 1440, 900],
] as const) {
  test.describe(`on a ${device} nothing moves while a page loads`, () => {
    test.use({ viewport: { width, height } });
    /** For parts that are late on a slow network, and hardly on a desk. */
    const onPhone = device === 'phone' ? test : null;
    test.beforeEach(async ({ page, problems }) => {
      problems.allow(/ERR_FAILED/);
      await page.addInitScript(noteShifts);
    });

    onPhone?.('when its faces come late', async ({ page, portal }) => {
      await expectStill(page, ['/login', '/register', '/about', '/terms', '/tasks'], 'faces');
      await signedInMember(page, portal, { track: 'web' });
      await expectStill(page, ['/dashboard', '/timeline', '/user-tasks', '/contact', '/profile'], 'faces');
    });

    test('when it arrives in parts', async ({ page, portal }) => {
      await page.route(/\.(woff2|js)$/, (route) => route.abort());
      await using slow = await servePagesInParts(portal.url);
      async function expectStill(path: string): Promise<void> {
        await page.goto(slow.url + path, { waitUntil: 'commit' });
        await page.waitForLoadState();
        const { value, moved } = await shiftOf(page);
        expect(value, `${path}\n${moved.join('\n')}`).toBeLessThanOrEqual(bounds.data);
      }
      for (const path of ['/login', '/register', '/about']) await expectStill(path);
      await signedInMember(page, portal, { track: 'web' });
      for (const path of ['/dashboard', '/timeline']) await expectStill(path);
    });

    test('after signing in', async ({ page, portal }) => {
      const { registration } = await signedInMember(page, portal);
      await page.context().clearCookies();
      await page.route(faces, (route) => route.abort());
      // Slower than the page itself.
      await page.route('**/api/me', async (route) => {
        await wait(150);
        await route.continue();
      });
      await page.goto('/login');
      await page.getByLabel('Email').fill(registration.email);
      await page.getByLabel('Password', { exact: true }).fill(registration.password);
      await page.getByRole('button', { name: 'Sign In' }).click();
      await expect(page.getByText('1 of 4 steps completed')).toBeVisible();
      await twoFrames(page);
      const { value, moved } = await shiftOf(page);
      expect(value, moved.join('\n')).toBeLessThanOrEqual(bounds.data);
    });

    test('for a visitor', async ({ page }) => {
      await expectStill(page, ['/login', '/register', '/about', '/terms', '/tasks']);
      await expectStill(page, ['/reset-password', '/restore-email', '/confirm-email', '/unsubscribe']);
    });

    for (const paths of administratorsPages) {
      test(`for the administrator from ${paths[0]} on`, async ({ page, portal, problems }) => {
        const { uid } = await signedInMember(page, portal, submitted);
        await page.context().clearCookies();
        await sendMessage(portal);
        await signedInAdmin(page, portal);
        const pages = paths.map((path) => (path.endsWith('/') ? path + uid : path));
        await expectStill(page, pages);
        if (device === 'phone') return;
        problems.allow(/status of 400/);
        // The failure of its table is higher than the few rows of which it takes the place.
        const others = pages.filter((path) => path !== '/admin-dashboard');
        await expectStill(page, others, 'refusals');
      });
    }

    for (const [state, { progress, paths }] of Object.entries(states)) {
      test(`for a member ${state}`, async ({ page, portal }) => {
        await signedInMember(page, portal, progress);
        await expectStill(page, paths);
      });
    }

    onPhone?.('for members of a club with dates, also after signing in', async ({ page, ownPortal }) => {
      const portal = await ownPortal();
      const pages = ['/dashboard', '/timeline', '/user-tasks', '/contact'].map((path) => portal.url + path);
      await signedInAdmin(page, portal);
      await saveDates(page, portal);
      await page.context().clearCookies();
      const { registration } = await signedInMember(page, portal, { track: 'web' });
      await expectStill(page, pages);
      await page.context().clearCookies();
      await signedInMember(page, portal, submitted);
      await expectStill(page, pages);
      await page.context().clearCookies();
      await page.goto(`${portal.url}/login`);
      await page.getByLabel('Email').fill(registration.email);
      await page.getByLabel('Password', { exact: true }).fill(registration.password);
      await page.getByRole('button', { name: 'Sign In' }).click();
      await expect(page.getByText(/^Due /)).toBeVisible();
      const { value, moved } = await shiftOf(page);
      expect(value, moved.join('\n')).toBeLessThanOrEqual(bounds.data);
    });
  });
}

import { setTimeout as wait } from 'node:timers/promises';
import { type BrowserContext, test as base, type ConsoleMessage, expect, type Page } from '@playwright/test';
import type { Registration } from '#domain/registration.ts';
import type { Engine } from '#server/store/open.ts';
import { addJitter } from '#tests/helpers/jitter.ts';
import { type Portal, type PortalOptions, startPortal } from '#tests/helpers/portal.ts';
import { type PostgresServer, startPostgres } from '#tests/helpers/postgres-server.ts';
import { startedUp } from '#tests/helpers/requests.ts';
import { registerRemotely } from './remote-visitor.ts';

/** Problems in the browser: console errors, uncaught exceptions, blocked content. */
interface PageProblems {
  /** Allows matching problems for the rest of the test: `problems.allow(/status of 401/)`. */
  allow(pattern: RegExp): void;
  /** Allows everything that a lost server or network causes, for the rest of the test. */
  allowLostServer(): void;
  /** Watches the pages of another context too. */
  watch(context: BrowserContext): void;
  /** The problems that were not allowed. */
  unexpected(): string[];
}

/**
 * A session may end while a page requests its data, or just when its stream begins. The page leaves for /login then,
 * which the tests of ended sessions check; the browser reports the refusal.
 */
const sessionEnded = /status of 401 .*\/api\/(me|admin|diagnostics)\b[^)]*\)$/;

/**
 * A connection breaks in several ways (refused, reset, closed, aborted), by what it was doing at that moment. A server
 * that shuts down answers 503, a proxy without one 502 or 504. Responses that the browser blocks stay problems.
 */
const lostServer = /net::ERR_(?!BLOCKED)[A-Z_0-9]+|status of 50[234]/;

/** Whether the page has been hydrated or rendered; true for a document that is not one of the portal's pages. */
const isAlive = `(() => {
  const root = document.getElementById('root');
  return !root || Object.keys(root.firstElementChild ?? {}).some((key) => key.startsWith('__react'));
})()`;

/** Lets `goto` and `reload` wait until the page answers: nobody presses a button within its first tenth of a second. */
function awaitHydration(page: Page): Page {
  async function alive(): Promise<void> {
    // A page whose scripts are held back or fail never is.
    for (let tries = 0; tries < 100; tries += 1) {
      if (await page.evaluate(isAlive).catch(() => true)) return;
      await wait(20);
    }
  }
  const { goto, reload } = page;
  page.goto = async (url, options) => {
    const response = await goto.call(page, url, options);
    if (options?.waitUntil !== 'commit') await alive();
    return response;
  };
  page.reload = async (options) => {
    const response = await reload.call(page, options);
    if (options?.waitUntil !== 'commit') await alive();
    return response;
  };
  return page;
}

/** Chromium reports policy violations and responses of 4xx and 5xx on the console. */
function watchProblems(): PageProblems {
  const allowed: RegExp[] = [sessionEnded];
  const seen: string[] = [];
  return {
    allow: (pattern) => void allowed.push(pattern),
    allowLostServer: () => void allowed.push(lostServer),
    watch(context) {
      context.on('console', (message) => {
        if (message.type() === 'error') seen.push(inWords(message));
      });
      context.on('weberror', (uncaught) => void seen.push(`uncaught: ${uncaught.error().stack ?? ''}`));
    },
    unexpected: () => seen.filter((problem) => !allowed.some((pattern) => pattern.test(problem))),
  };
}

function inWords(message: ConsoleMessage): string {
  return `console: ${message.text()} (${message.location().url})`;
}

export interface EngineOption {
  /** Chosen by the project in playwright.config.ts. */
  engine: Engine;
}

interface WorkerFixtures extends EngineOption {
  /** The database server of this worker's portals; undefined on SQLite. */
  postgres: PostgresServer | undefined;
  /** Shared by this worker's tests: each test creates its own members and relies on no others. */
  portal: Portal;
}

interface TestFixtures {
  /** Fails the test for any problem in the browser that the test does not allow. */
  problems: PageProblems;
  /** Registers a new member by the API; the page stays signed out. */
  newMember: (overrides?: Partial<Registration>) => Promise<Registration>;
  /** A page with separate cookies: a second person, or a second device. */
  newPage: () => Promise<Page>;
  /** Starts a portal for this test only, on the same engine, for tests that would disturb others. */
  ownPortal: (env?: PortalOptions['env']) => Promise<Portal>;
}

export const test = base.extend<TestFixtures, WorkerFixtures>({
  engine: ['sqlite', { option: true, scope: 'worker' }],

  postgres: [
    async ({ engine }, provide) => {
      const postgres = engine === 'postgres' ? await startPostgres() : undefined;
      await provide(postgres);
      await postgres?.stop();
    },
    { scope: 'worker', timeout: 120_000 },
  ],

  portal: [
    async ({ postgres }, provide) => {
      const portal = await startPortal({ postgresUrl: postgres?.url });
      await provide(portal);
      await portal.discard();
    },
    { scope: 'worker', timeout: 120_000 },
  ],

  baseURL: async ({ portal }, provide) => provide(portal.url),

  problems: [
    async ({ context, portal }, provide, testInfo) => {
      const logged = portal.logs().length;
      const problems = watchProblems();
      problems.watch(context);
      await addJitter(context);
      await provide(problems);
      const unexpected = problems.unexpected();
      // Requests that a route still holds are let go only now, because the server's answers to them are of no interest.
      await Promise.all(context.pages().map((page) => page.unrouteAll({ behavior: 'ignoreErrors' })));
      if (testInfo.status !== testInfo.expectedStatus) {
        const body = portal.logs().slice(logged);
        await testInfo.attach('portal log', { body, contentType: 'text/plain' });
      }
      expect(unexpected, 'problems in the browser').toEqual([]);
    },
    { auto: true },
  ],

  page: async ({ page }, provide) => provide(awaitHydration(page)),

  newMember: async ({ portal }, provide) =>
    provide(async (overrides) => (await registerRemotely(portal.url, portal.url, overrides)).registration),

  newPage: async ({ browser, contextOptions, baseURL, problems }, provide) => {
    const contexts: { close(): Promise<void> }[] = [];
    await provide(async () => {
      const context = await browser.newContext({ ...contextOptions, ...(baseURL && { baseURL }) });
      contexts.push(context);
      problems.watch(context);
      await addJitter(context);
      return awaitHydration(await context.newPage());
    });
    for (const context of contexts) await context.close();
  },

  ownPortal: async ({ postgres, browser }, provide) => {
    const portals: Portal[] = [];
    await provide(async (env = {}) => {
      const portal = await startPortal({ postgresUrl: postgres?.url, env });
      portals.push(portal);
      return portal;
    });
    // Close open pages first: losing the portal would count as a problem in the browser.
    const pages = browser.contexts().flatMap((context) => context.pages());
    await Promise.all(pages.map((page) => page.goto('about:blank')));
    for (const portal of portals) await portal.discard();
  },
});

export { expect };

/** Signs in on the login page and waits until it has redirected. */
export async function signIn(page: Page, member: { email: string; password: string }): Promise<void> {
  await page.goto('/login');
  // Before that the button does nothing.
  await startedUp(page);
  await page.getByLabel('Email').fill(member.email);
  await page.getByLabel('Password', { exact: true }).fill(member.password);
  await page.getByRole('button', { name: 'Sign In', exact: true }).click();
  await page.waitForURL((url) => url.pathname !== '/login');
}

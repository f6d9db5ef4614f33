import { test as base, expect, type Page } from '@playwright/test';
import type { Registration } from '#domain/registration.ts';
import type { Engine } from '#server/store/open.ts';
import { registerMember } from './members.ts';
import { type PageProblems, watchProblems } from './page-problems.ts';
import { type Portal, type PortalOptions, startPortal } from './portal.ts';
import { type PostgresServer, startPostgres } from './postgres-server.ts';

export interface EngineOption {
  /** Chosen by the project in playwright.config.ts. */
  engine: Engine;
}

interface WorkerFixtures extends EngineOption {
  /** The server that this worker's portals have their databases on; none on SQLite. */
  postgres: PostgresServer | undefined;
  /** A portal that this worker's tests share: a test makes its own members and counts on no other's. */
  portal: Portal;
}

interface TestFixtures {
  /** Fails the test for anything that went wrong in the browser, unless the test allows it. */
  problems: PageProblems;
  /** Registers somebody new by the API; the page stays signed out. */
  newMember: (overrides?: Partial<Registration>) => Promise<Registration>;
  /** A page with cookies of its own: a second person, or a second device. */
  newPage: () => Promise<Page>;
  /** Starts a portal that is this test's only, on the same engine: for what the others must not feel. */
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
    async ({ engine, postgres }, provide) => {
      const portal = await startPortal(onEngine(engine, postgres));
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
      await provide(problems);
      if (testInfo.status !== testInfo.expectedStatus) {
        const body = portal.logs().slice(logged);
        await testInfo.attach('portal log', { body, contentType: 'text/plain' });
      }
      expect(problems.unexpected(), 'problems in the browser').toEqual([]);
    },
    { auto: true },
  ],

  newMember: async ({ portal }, provide) => provide((overrides) => registerMember(portal.url, overrides)),

  newPage: async ({ browser, contextOptions, baseURL, problems }, provide) => {
    const contexts: { close(): Promise<void> }[] = [];
    await provide(async () => {
      const context = await browser.newContext({ ...contextOptions, ...(baseURL && { baseURL }) });
      contexts.push(context);
      problems.watch(context);
      return context.newPage();
    });
    for (const context of contexts) await context.close();
  },

  ownPortal: async ({ engine, postgres, browser }, provide) => {
    const portals: Portal[] = [];
    await provide(async (env = {}) => {
      const portal = await startPortal({ ...onEngine(engine, postgres), env });
      portals.push(portal);
      return portal;
    });
    // An open page would miss it, which counts as a problem in the browser.
    const pages = browser.contexts().flatMap((context) => context.pages());
    await Promise.all(pages.map((page) => page.goto('about:blank')));
    for (const portal of portals) await portal.discard();
  },
});

function onEngine(engine: Engine, postgres: PostgresServer | undefined): PortalOptions {
  return { engine, ...(postgres && { postgresUrl: postgres.url }) };
}

export { expect };

/** Signs in on the login screen, as a person does, and waits until that has led away from it. */
export async function signIn(page: Page, member: { email: string; password: string }): Promise<void> {
  await page.goto('/login');
  await page.getByLabel('Email').fill(member.email);
  await page.getByLabel('Password', { exact: true }).fill(member.password);
  await page.getByRole('button', { name: 'Sign In', exact: true }).click();
  await expect(page).not.toHaveURL(/\/login/);
}

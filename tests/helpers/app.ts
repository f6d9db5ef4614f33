import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Hono } from 'hono';
import type { Registration } from '#domain/registration.ts';
import { ensureAdministrator } from '#server/accounts/administrator.ts';
import { hashPassword } from '#server/accounts/password.ts';
import { insertAccounts } from '#server/accounts/registration.ts';
import { makeReviewer } from '#server/accounts/staff.ts';
import { buildApp } from '#server/app.ts';
import { compose } from '#server/compose.ts';
import { readConfig } from '#server/config/config.ts';
import type { Content } from '#server/config/content.ts';
import type { Deps } from '#server/deps.ts';
import type { Access } from '#server/http/access.ts';
import type { PortalEnv } from '#server/http/env.ts';
import { createLog } from '#server/log/log.ts';
import { builtClient } from '#server/pages/built-client.ts';
import { pageTexts } from '#server/settings/page-texts.ts';
import { openStore, type Store } from '#server/store/open.ts';
import { cleanUpAfterwards } from './clean-up.ts';
import { type DatabasePlace, freshDatabase, type TestEngine } from './engines.ts';
import { newRegistration } from './members.ts';
import { type ReceivedMail, readOutbox } from './sent-mails.ts';
import { createVisitor, type Visitor } from './visitor.ts';

export const portalUrl = 'http://portal.test';
export const adminPassword = 'administrator-password';

/** Parts that `compose` lets a test replace; by default those of production. */
type Parts = NonNullable<Parameters<typeof compose>[4]>;

export interface TestAppOptions extends Parts {
  /** Variables in addition to those below. */
  env?: Record<string, string>;
  /** Replaces the store, for instance with one that fails on purpose. */
  wrapStore?: (store: Store) => Store;
  /** The club's content; by default the one in the repository. */
  content?: Content;
  /** An existing database; by default a new one. */
  place?: DatabasePlace;
}

export interface LogLine {
  level: number;
  msg: string;
  [name: string]: unknown;
}

/** The portal in this process, without a port. */
export interface TestApp {
  app: Hono<PortalEnv>;
  deps: Deps;
  /** The real store, even with `wrapStore`. */
  store: Store;
  visitor(address?: string): Visitor;
  /** The mails sent so far. Waits for background work to finish. */
  mails(): Promise<ReceivedMail[]>;
  /** The raw log so far. */
  logText(): string;
  /** Takes the errors logged so far, for a test that provokes them. Any other error fails the test. */
  takeErrors(): LogLine[];
  /** Closes it early, as the end of the test would. */
  close(): Promise<void>;
}

/**
 * Builds the portal on a scratch database, with a client of one page and one asset. It is closed and removed when the
 * test, or otherwise its file, ends. An error in the log that the test did not take fails the test.
 */
export async function openTestApp(engine: TestEngine, options: TestAppOptions = {}): Promise<TestApp> {
  const { dataDir, databaseUrl } = options.place ?? (await freshDatabase(engine));
  const config = readConfig({
    PORTAL_URL: portalUrl,
    DATA_DIR: dataDir,
    ...(databaseUrl && { DATABASE_URL: databaseUrl }),
    AUTH_SECRET: 'a secret of the tests, long enough to be taken',
    ADMIN_PASSWORD: adminPassword,
    LOG_LEVEL: 'trace',
    ...options.env,
  });
  const lines: string[] = [];
  let taken = 0;
  const log = createLog(config.logLevel, { write: (line) => lines.push(line) });
  function takeErrors(): LogLine[] {
    const fresh = lines.slice(taken).map((line) => JSON.parse(line) as LogLine);
    taken = lines.length;
    return fresh.filter((line) => line.level >= 50);
  }

  const store = openStore({ dataDir, databaseUrl });
  const composed = compose(config, log, options.wrapStore?.(store) ?? store, options.content, options);
  const deps = { ...composed, client: builtClient(await smallClient(dataDir), pageTexts(composed), log) };
  let closed: Promise<void> | undefined;
  async function end(): Promise<void> {
    await deps.background.idle();
    await deps.outbox.stop();
    deps.streams.close();
    await store.close();
    const errors = takeErrors();
    if (errors.length > 0)
      throw new Error(`Unexpected errors were logged: ${JSON.stringify(errors, null, 2)}`);
  }
  const close = () => (closed ??= end());
  cleanUpAfterwards(close);
  // A store that fails on purpose would fail here.
  if (!options.wrapStore) await deps.settings.start();
  const app = buildApp(deps);
  return {
    app,
    deps,
    store,
    visitor: (address) => createVisitor(app, config.portalUrl, address),
    async mails() {
      await deps.background.idle();
      await deps.outbox.deliverDue();
      return readOutbox(dataDir);
    },
    logText: () => lines.join(''),
    takeErrors,
    close,
  };
}

/** A minimal build of the client, so that no test depends on a real build. */
async function smallClient(dataDir: string): Promise<string> {
  const folder = join(dataDir, 'client');
  await mkdir(join(folder, 'assets'), { recursive: true });
  await mkdir(join(folder, '.vite'), { recursive: true });
  const state = '<script type="application/json" id="portal-state"></script>';
  const script = '<script type="module" crossorigin src="/assets/main-abcd1234.js"></script>';
  await writeFile(
    join(folder, 'index.html'),
    `<!doctype html><html lang="en"><head><title>Portal</title>${state}${script}</head><body><div id="root"></div></body></html>`,
  );
  await writeFile(join(folder, 'assets', 'main-abcd1234.js'), 'export {};\n');
  await writeFile(join(folder, '.vite', 'manifest.json'), JSON.stringify(smallManifest));
  await mkdir(join(folder, '.prerender'), { recursive: true });
  await writeFile(join(folder, '.prerender', 'prerender-1.js'), smallPrerender);
  return folder;
}

const smallPrerender = `
exports.renderPage = async (address, { club, session, timeZone }) => {
  if (session.user?.displayName === 'not renderable') throw new Error('no');
  return   session.user ? '<p>' + [session.user.displayName.replaceAll('<', '&lt;'), address, timeZone] + '</p>' :
  address === '/terms' ? '<h1>Terms of ' + club.shortName + '</h1>' : '';
};
`;

/** The manifest of a client with an entry, two pages, a layout, and a module that all of them share. */
const smallManifest = {
  'index.html': { file: 'assets/main-abcd1234.js', isEntry: true },
  '_part-1.js': {
    file: 'assets/part-1.js',
    name: 'part',
    imports: ['index.html'],
    css: ['assets/part-1.css'],
  },
  '_portal-layout-1.js': {
    file: 'assets/portal-layout-1.js',
    name: 'portal-layout',
    imports: ['_part-1.js'],
  },
  'features/accounts/login-page.tsx': {
    file: 'assets/login-page-1.js',
    imports: ['_part-1.js', 'index.html'],
    dynamicImports: ['../domain/accounts.ts'],
  },
  '_members-1.js': {
    file: 'assets/members-1.js',
    name: 'members',
    imports: ['_part-1.js'],
    css: ['assets/members-1.css'],
  },
  '../domain/accounts.ts': { file: 'assets/accounts-1.js', isDynamicEntry: true },
};

/** A signed-in user. */
export interface Person extends Visitor {
  uid: string;
  /** The data they registered with. */
  registration: Registration;
}

/** Registers a new user, as the page does. */
export async function registerPerson(
  portal: TestApp,
  overrides: Partial<Registration> = {},
  address?: string,
): Promise<Person> {
  const registration = newRegistration(overrides);
  const visitor = portal.visitor(address);
  const { status, body, text } = await visitor.post('/api/register', registration);
  if (status !== 201) throw new Error(`Registration was refused: ${status} ${text}`);
  return { ...visitor, uid: (body as { user: { uid: string } }).user.uid, registration };
}

/** A portal and somebody who has registered there. */
export async function openWithMember(engine: TestEngine, options: TestAppOptions = {}) {
  const portal = await openTestApp(engine, options);
  const person = await registerPerson(portal);
  const { registration } = person;
  return { portal, person, registration, email: registration.email, password: registration.password };
}

/** Signs in with e-mail and password; throws if that is rejected. */
export async function signIn(portal: TestApp, email: string, password: string): Promise<Visitor> {
  const visitor = portal.visitor();
  const { status, text } = await visitor.post('/api/auth/sign-in/email', { email, password });
  if (status !== 200) throw new Error(`Signing in was refused: ${status} ${text}`);
  return visitor;
}

export async function signInAdministrator(portal: TestApp): Promise<Visitor> {
  await ensureAdministrator(portal.store, portal.deps.config);
  return signIn(portal, portal.deps.config.adminEmail, adminPassword);
}

/** A reviewer who is signed in. */
export interface Reviewer extends Visitor {
  uid: string;
  email: string;
  name: string;
}

let reviewers = 0;

/** Makes a reviewer who is no member, and signs them in. */
export async function signInReviewer(portal: TestApp, name = 'Ravi Reviewer'): Promise<Reviewer> {
  reviewers += 1;
  const account = { uid: `reviewer${reviewers}`, name, email: `reviewer${reviewers}@club.example` };
  const password = await hashPassword(adminPassword);
  await portal.store.transact(async (trx) => {
    await insertAccounts(trx, [{ ...account, password }]);
    await makeReviewer(trx, account);
  });
  return { ...(await signIn(portal, account.email, adminPassword)), ...account };
}

/** Confirms the address of an account, as the mailed link does. */
export async function confirmEmail({ store }: Pick<TestApp, 'store'>, uid: string): Promise<void> {
  await store.db.updateTable('user').set({ emailVerified: true }).where('id', '=', uid).execute();
}

/** Expires the sessions of an account without touching cookies. */
export async function expireSessions(portal: TestApp, uid: string): Promise<void> {
  const past = new Date(Date.now() - 1000);
  await portal.store.db.updateTable('session').set({ expiresAt: past }).where('userId', '=', uid).execute();
}

export const actorNames = ['nobody', 'member', 'another', 'reviewer', 'administrator', 'expired'] as const;
export type ActorName = (typeof actorNames)[number];

/** All kinds of callers of a route; `expired` has the cookie of an expired session. */
export interface Actors extends Record<ActorName, Visitor> {
  member: Person;
  another: Person;
  reviewer: Reviewer;
  expired: Person;
}

/** The actor with the least rights who gets past the guard of a route. */
export function callerFor(access: Access, { nobody, member, reviewer, administrator }: Actors): Visitor {
  return { public: nobody, member, reviewer, admin: administrator }[access];
}

export async function openActors(portal: TestApp): Promise<Actors> {
  const [member, another, expired] = await Promise.all([
    registerPerson(portal),
    registerPerson(portal, { fullName: 'Another Member' }),
    registerPerson(portal, { fullName: 'Expired Member' }),
  ]);
  await expireSessions(portal, expired.uid);
  return {
    nobody: portal.visitor(),
    member,
    another,
    reviewer: await signInReviewer(portal),
    administrator: await signInAdministrator(portal),
    expired,
  };
}

import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { serveStatic } from '@hono/node-server/serve-static';
import { type Context, Hono, type MiddlewareHandler } from 'hono';
import { compress } from 'hono/compress';
import { createMiddleware } from 'hono/factory';
import { getMimeType } from 'hono/utils/mime';
import { isMember, type Session } from '#domain/accounts.ts';
import type { AdminSummary } from '#domain/admin.ts';
import type { MemberSeason } from '#domain/dates.ts';
import type { OwnMessages } from '#domain/group-messages.ts';
import type { Member } from '#domain/members.ts';
import {
  canonicalPath,
  notFoundPage,
  type Page,
  type PagePath,
  pageAt,
  pages,
  redirectFor,
} from '#domain/pages.ts';
import type { ResultPanel } from '#domain/results.ts';
import { somebodyHasPasskey } from '#server/accounts/passkeys.ts';
import { timeZoneOf } from '#server/config/config.ts';
import { countUnread } from '#server/forms/inbox-store.ts';
import { listOwnMessages } from '#server/group-messages/own-messages.ts';
import { requires } from '#server/http/access.ts';
import type { PortalEnv } from '#server/http/env.ts';
import type { Log } from '#server/log/log.ts';
import { findMember } from '#server/members/member-store.ts';
import { readSeason } from '#server/members/season.ts';
import { summarize } from '#server/members/summary.ts';
import { readPanel } from '#server/results/my-result.ts';
import { logoOf } from '#server/settings/logo.ts';
import { appManifest } from './app-manifest.ts';
import type { Build } from './built-client.ts';
import type { CertificateDeps } from './certificate-routes.ts';
import { withHead } from './page-head.ts';
import { tasksOf } from './task-routes.ts';

interface PageDeps extends CertificateDeps {
  log: Log;
}

const rootElement = '<div id="root"></div>';
const scriptTag = /<script type="module"|<link rel="modulepreload"/g;
const demoMark =
  '<link rel="stylesheet" href="/demo.css"><aside class="demo-mark" data-tone="warning" aria-label="Demo">Demo: the members are made up, and no emails are sent.</aside>';
const stateBlock = '<script type="application/json" id="portal-state"></script>';

/**
 * Serves the built client: hashed assets, and one HTML page for every path. The page carries the session, the
 * member's own record as a JSON data block, and preloads the files that its path needs. Pages of visitors and members
 * include their markup (client/prerender.tsx). Redirects of the spec's route table come first.
 */
export function pageRoutes(deps: PageDeps): Hono<PortalEnv> {
  const { client, config, content } = deps;
  const routes = new Hono<PortalEnv>();
  // A null endpoint stands for the portal's own form service.
  const formService = { endpoint: config.formEndpoint ?? null, contactForm: config.contactFormId };

  async function servePage(c: Context<PortalEnv>, status: 200 | 404): Promise<Response> {
    c.header('Cache-Control', 'no-store');
    const { session, ...records } = await pageData(c, deps);
    const to = session && redirectFor(new URL(c.req.url), session.user);
    if (to) return c.redirect(to);
    const build = await client.current();
    const tasks = tasksOf(c.req.path, records.member, content);
    const state = {
      session,
      ...records,
      ...(tasks && { tasks }),
      build: build.id,
      formService,
      club: { ...build.texts, passkeys: await offersPasskeys() },
      timeZone: timeZoneOf(deps),
    };
    return c.html(await pageOf(c, build, state, deps), status);
  }

  const offersPasskeys = () => somebodyHasPasskey(deps.store.db).catch(() => false);

  routes.get('/logo/:file', requires('public'), (c) => {
    const logo = logoOf(content.club.logo);
    if (logo?.path !== c.req.path) return missingFile(c);
    c.header('Cache-Control', 'public, max-age=31536000, immutable');
    c.header('Content-Security-Policy', "default-src 'none'; sandbox");
    return c.body(new Uint8Array(logo.bytes), 200, { 'Content-Type': logo.type });
  });
  routes.get('/assets/:file', requires('public'), hashedFiles(client.folder));
  routes.use(compress());
  for (const path of ['/', ...pages.map(({ path }) => path)]) {
    routes.get(path, requires('public'), (c) => servePage(c, 200));
  }
  routes.get('/manifest.webmanifest', requires('public'), cacheFiles, (c) =>
    c.json(appManifest(content.club), 200, { 'Content-Type': 'application/manifest+json' }),
  );
  routes.get('/*', requires('public'), cacheFiles, clientFiles(client.folder), (c) => {
    if (filePath.test(c.req.path)) return missingFile(c);
    // Another spelling of a page's path: `/Login`, `/login/`.
    const canonical = canonicalPath(c.req.path);
    return canonical ? c.redirect(`${canonical}${new URL(c.req.url).search}`, 301) : servePage(c, 404);
  });
  return routes;
}

interface PageData {
  session?: Session;
  member?: Member;
  season?: MemberSeason;
  result?: { panel: ResultPanel | null };
  summary?: AdminSummary;
  unread?: number;
  messages?: OwnMessages;
}

const dashboard = '/dashboard' satisfies PagePath;

/**
 * The session and the data that most pages show first. If the database is unavailable the page is served without it,
 * and the client fetches it.
 */
async function pageData(c: Context<PortalEnv>, deps: PageDeps): Promise<PageData> {
  const { store, log } = deps;
  try {
    const user = await c.var.readSession();
    if (user?.role === 'administrator') {
      const unread = await countUnread(store.db);
      return { session: { user }, summary: await summarize(store.db, user.uid, deps), unread };
    }
    const member = user && (await findMember(store.db, user.uid));
    const messages = user && c.req.path === dashboard && (await listOwnMessages(store.db, deps, user.uid));
    const own = member && {
      member,
      result: { panel: await readPanel(store.db, deps, member.uid) },
      season: await readSeason(store.db, deps, member.uid),
    };
    return { session: { user }, ...own, ...(messages && { messages }) };
  } catch (error) {
    log.warn({ err: error }, 'session not known for a page');
    return {};
  }
}

const layoutModules: Record<Page['layout'], string | null> = {
  // Part of the entry chunk.
  auth: null,
  portal: 'layouts/portal-layout.tsx',
  admin: 'layouts/admin-layout.tsx',
};

/** The modules that a page needs besides the entry chunk. Those of members are one chunk (vite.config.ts). */
function modulesOf({
  audience,
  layout,
  module,
}: Pick<Page, 'audience' | 'layout' | 'module'> = notFoundPage): string[] {
  return [layoutModules[layout], audience === 'member' ? 'members' : module].filter((name) => name !== null);
}

/** The built files, except index.html, which needs its state, and files that only the server reads. */
function clientFiles(clientFolder: string): MiddlewareHandler<PortalEnv> {
  const files = serveStatic<PortalEnv>({ root: clientFolder, precompressed: true });
  return async (c, next) =>
    c.req.path === '/index.html' || c.req.path.includes('/.') ? next() : files(c, next);
}

/** A page must not be served for a file: it would be taken for the script or picture. */
const filePath =
  /^\/assets\/|\.(?:js|mjs|css|map|json|txt|xml|svg|png|jpe?g|gif|webp|avif|ico|woff2?|webmanifest)$/i;

/** Not cached: during a release the file may appear a moment later. */
function missingFile(c: Context<PortalEnv>): Response {
  c.header('Cache-Control', 'no-store');
  return c.text('Not found', 404);
}

/** Files whose name has no hash must be revalidated. */
const cacheFiles = createMiddleware<PortalEnv>(async (c, next) => {
  await next();
  if (!c.res.headers.has('cache-control')) c.header('Cache-Control', 'no-cache');
});

async function pageOf(
  c: Context<PortalEnv>,
  build: Build,
  state: { session: Session | undefined },
  { config, content, log }: PageDeps,
): Promise<string> {
  const markup = await pageMarkup(c, build, state).catch((error: unknown) => {
    log.error({ err: error }, 'a page is served without its markup');
    return null;
  });
  const links = preloads(build.filesOf(modulesOf(pageAt(c.req.path))));
  const whole = withState(build, state).replace('</head>', (end) => `${links}${end}`);
  const shown = markup ? withMarkup(whole, markup) : whole;
  // A demo says on every page that it is one.
  const marked = config.demo ? shown.replace('<body>', (body) => `${body}${demoMark}`) : shown;
  return withHead(marked, c.req.path, content.club, config.portalUrl);
}

/** The content that a page shows first: a visitor's as it was prerendered, a member's own. Null for other pages. */
async function pageMarkup(
  c: Context<PortalEnv>,
  { prerendered, renderPage }: Build,
  state: { session: Session | undefined },
): Promise<string | null> {
  const { pathname, search } = new URL(c.req.url);
  if (!state.session) return null;
  const { user } = state.session;
  // A query string may change a page.
  const shared = !user && search === '' && prerendered.get(pathname);
  if (shared) return shared;
  const isMemberPage = user && isMember(user) && pageAt(pathname)?.layout === 'portal';
  if (!isMemberPage || !renderPage || canonicalPath(pathname) !== pathname) return null;
  return renderPage(`${pathname}${search}`, state);
}

/** The page with its content; its scripts can then load after it. */
function withMarkup(html: string, markup: string): string {
  return html
    .replace(rootElement, () => `<div id="root">${markup}</div>`)
    .replaceAll(scriptTag, (tag) => `${tag} fetchpriority="low"`);
}

function withState({ html }: Build, state: object): string {
  // With replacer functions, because a replacement string could contain `$&` and other patterns.
  return html.replace(stateBlock, (block) => block.replace('></', () => `>${scriptSafeJson(state)}</`));
}

/** Preload links for the page's chunks, which the browser would otherwise discover only after the entry. */
function preloads({ scripts, styles }: ReturnType<Build['filesOf']>): string {
  const links = [
    ...styles.map((href) => `<link rel="stylesheet" crossorigin href="${href}">`),
    ...scripts.map((href) => `<link rel="modulepreload" crossorigin href="${href}">`),
  ];
  return links.join('');
}

/** JSON that cannot close the script element around it. */
function scriptSafeJson(value: unknown): string {
  return JSON.stringify(value).replaceAll('<', '\\u003c');
}

/** The encodings that the build makes of its files, the smallest first, and what they add to the name. */
const encodings = [
  ['br', '.br'],
  ['gzip', '.gz'],
] as const;

/** A file that was changed this recently, in milliseconds, may still be being written. */
const settledAfter = 5_000;

const plainName = /^\w[\w.-]*$/;

/**
 * Serves `/assets/:file`: names that contain a hash of the content, so each file is read once and kept in memory.
 * Reading it for every request took most of the time of opening a page (docs/performance.md). Memory is bounded by the
 * build, because a name without a file is not kept.
 */
function hashedFiles(clientFolder: string): MiddlewareHandler<PortalEnv, '/assets/:file'> {
  const folder = join(clientFolder, 'assets');
  const kept = new Map<string, Uint8Array<ArrayBuffer>>();

  async function read(name: string): Promise<Uint8Array<ArrayBuffer> | null> {
    const known = kept.get(name);
    if (known) return known;
    const path = join(folder, name);
    const [content, info] = await Promise.all([readFile(path), stat(path)]).catch(() => []);
    if (!content || !info) return null;
    if (Date.now() - info.mtimeMs > settledAfter) kept.set(name, content);
    return content;
  }

  return async (c, next) => {
    const name = c.req.param('file');
    if (!plainName.test(name)) return next();
    const accepted = (c.req.header('accept-encoding') ?? '').split(',').map((encoding) => encoding.trim());
    const headers = {
      'Content-Type': getMimeType(name) ?? 'application/octet-stream',
      'Cache-Control': 'public, max-age=31536000, immutable',
      Vary: 'Accept-Encoding',
    };
    for (const [encoding, suffix] of encodings) {
      const encoded = accepted.includes(encoding) ? await read(`${name}${suffix}`) : null;
      if (encoded) return c.body(encoded, 200, { ...headers, 'Content-Encoding': encoding });
    }
    const content = await read(name);
    return content ? c.body(content, 200, headers) : next();
  };
}

import { serveStatic } from '@hono/node-server/serve-static';
import { type Context, Hono, type MiddlewareHandler } from 'hono';
import { compress } from 'hono/compress';
import { createMiddleware } from 'hono/factory';
import type { Session } from '#domain/accounts.ts';
import type { AdminSummary } from '#domain/admin.ts';
import type { Member } from '#domain/members.ts';
import { notFoundPage, type Page, pageAt, pages, redirectFor, styleNoncePlaceholder } from '#domain/pages.ts';
import { summarize } from '#server/admin/summary.ts';
import type { Deps } from '#server/deps.ts';
import { requires } from '#server/http/access.ts';
import type { PortalEnv } from '#server/http/env.ts';
import { findMember } from '#server/members/member-store.ts';
import { appManifest } from './app-manifest.ts';
import type { Build } from './built-client.ts';
import { withHead } from './page-head.ts';

const rootElement = '<div id="root"></div>';
const scriptTag = /<script type="module"|<link rel="modulepreload"/g;
const demoMark =
  '<aside class="demo-mark" aria-label="Demo">Demo: the members are made up, and nothing is mailed to anybody.</aside>';
const stateBlock = '<script type="application/json" id="portal-state"></script>';

/**
 * The built client: hashed assets that never change, and one page for every path. The page carries the session, the
 * own record and the style nonce as a JSON data block, so that the client knows at once who is signed in; and it
 * names the files that the path needs. Where what it shows to whoever is signed out was drawn beforehand
 * (client/prerender.tsx), it has that too. Whom the spec's route table leads on is led on before any page is sent.
 */
export function pageRoutes({ client, config, content, log, store }: Deps): Hono<PortalEnv> {
  const routes = new Hono<PortalEnv>();
  // Which form service the contact form talks to: null is this portal's own.
  const formService = { endpoint: config.formEndpoint ?? null, contactForm: config.contactFormId };

  async function page(c: Context<PortalEnv>, status: 200 | 404): Promise<Response> {
    c.header('Cache-Control', 'no-store');
    const { session, ...records } = await known(c);
    const to = session && redirectFor(new URL(c.req.url), session.user);
    if (to) return c.redirect(to);
    const build = await client.current();
    const html = filled(build, { session, ...records, ...common(c, build) });
    const links = preloads(build.filesOf(modulesOf(pageAt(c.req.path))));
    const whole = html.replace('</head>', (end) => `${links}${end}`);
    const shown = session && !session.user ? withContent(c, whole, build) : whole;
    return c.html(withHead(marked(shown), c.req.path, content.club, config.portalUrl), status);
  }

  /** With what the page shows, where that was drawn beforehand; its scripts may then come after it. */
  function withContent(c: Context<PortalEnv>, html: string, build: Build): string {
    // What is behind the question mark may change the page: it was drawn without.
    const drawn = new URL(c.req.url).search === '' && build.drawn.get(c.req.path);
    if (!drawn) return html;
    c.set('styleHashes', drawn.styleHashes);
    const content = drawn.html.replaceAll(styleNoncePlaceholder, c.var.styleNonce());
    return html
      .replace(rootElement, (root) => root.replace('></', () => `>${content}</`))
      .replaceAll(scriptTag, (tag) => `${tag} fetchpriority="low"`);
  }

  /** What the service worker keeps for when no page can be had: the same for all, so nothing of anybody. */
  async function shell(c: Context<PortalEnv>): Promise<Response> {
    c.header('Cache-Control', 'no-store');
    const build = await client.current();
    const html = filled(build, { offline: true, ...common(c, build) });
    return c.html(withHead(marked(html), c.req.path, content.club, config.portalUrl));
  }

  /** A demo says on every page that it is one. */
  function marked(html: string): string {
    return config.demo ? html.replace('<body>', (body) => `${body}${demoMark}`) : html;
  }

  function common(c: Context<PortalEnv>, build: Build) {
    return { styleNonce: c.var.styleNonce(), build: build.id, formService };
  }

  /**
   * Who is signed in, and what most of their pages show. A page shows even when the database does not answer; the
   * client then asks for itself.
   */
  async function known(c: Context<PortalEnv>): Promise<Known> {
    try {
      const user = await c.var.readSession();
      if (user?.role === 'administrator') {
        return { session: { user }, summary: await summarize(store.db, user.uid) };
      }
      const member = user && (await findMember(store.db, user.uid));
      return { session: { user }, ...(member && { member }) };
    } catch (error) {
      log.warn({ err: error }, 'session not known for a page');
      return {};
    }
  }

  routes.use(compress());
  for (const path of ['/', ...pages.map(({ path }) => path)]) {
    routes.get(path, requires('public'), (c) => page(c, 200));
  }
  routes.get('/shell', requires('public'), shell);
  routes.get('/manifest.webmanifest', requires('public'), cacheFiles, (c) =>
    c.json(appManifest(content.club), 200, { 'Content-Type': 'application/manifest+json' }),
  );
  routes.get('/*', requires('public'), cacheFiles, clientFiles(client.folder), (c) => {
    if (isFilePath(c.req.path)) return noFile(c);
    // The same page by another spelling: `/Login`, `/login/`.
    const canonical = pageAt(c.req.path)?.path;
    return canonical ? c.redirect(`${canonical}${new URL(c.req.url).search}`, 301) : page(c, 404);
  });
  return routes;
}

const layoutModules: Record<Page['layout'], string | null> = {
  // Part of the entry.
  auth: null,
  portal: 'layouts/portal-layout.tsx',
  admin: 'features/admin/admin-area.tsx',
};

/** The modules that a page is made of beside the entry. */
function modulesOf(page: Pick<Page, 'layout' | 'module'> = notFoundPage): string[] {
  return [layoutModules[page.layout], page.module].filter((module) => module !== null);
}

/** What was built, but for the page itself, which is nothing without its state, and what only the server reads. */
function clientFiles(clientFolder: string): MiddlewareHandler<PortalEnv> {
  const files = serveStatic<PortalEnv>({ root: clientFolder, precompressed: true });
  return async (c, next) =>
    c.req.path === '/index.html' || c.req.path.includes('/.') ? next() : files(c, next);
}

/** Whether somebody asks for a file, not for a page: a page in its place would be taken for the script or picture. */
function isFilePath(path: string): boolean {
  return path.startsWith('/assets/') || fileName.test(path);
}

/** What a page says of whoever it is for. */
interface Known {
  session?: Session;
  /** A member's own record. */
  member?: Member;
  /** The administrator's counts. */
  summary?: AdminSummary;
}

const fileName = /\.(?:js|mjs|css|map|json|txt|xml|svg|png|jpe?g|gif|webp|avif|ico|woff2?|webmanifest)$/i;

/** Kept by no cache: the file may be there a moment later, when a release is under way. */
function noFile(c: Context<PortalEnv>): Response {
  c.header('Cache-Control', 'no-store');
  return c.text('Not found', 404);
}

/** Hashed names never mean another content; other files are asked for each time. */
const cacheFiles = createMiddleware<PortalEnv>(async (c, next) => {
  await next();
  if (c.res.headers.has('cache-control')) return;
  const hashed = c.req.path.startsWith('/assets/');
  c.header('Cache-Control', hashed ? 'public, max-age=31536000, immutable' : 'no-cache');
});

/** The page with its state. */
function filled({ html }: Build, state: object): string {
  // By functions: a text in their place could hold `$&` and its like, which stand for something else there.
  return html.replace(stateBlock, (block) => block.replace('></', () => `>${inScript(state)}</`));
}

/** Has the browser fetch the page's own files beside the entry, which would only then ask for them. */
function preloads({ scripts, styles }: ReturnType<Build['filesOf']>): string {
  const links = [
    ...styles.map((href) => `<link rel="stylesheet" crossorigin href="${href}">`),
    ...scripts.map((href) => `<link rel="modulepreload" crossorigin href="${href}">`),
  ];
  return links.join('');
}

/** JSON that cannot end the script element it stands in. */
function inScript(value: unknown): string {
  return JSON.stringify(value).replaceAll('<', '\\u003c');
}

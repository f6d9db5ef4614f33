import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { serveStatic } from '@hono/node-server/serve-static';
import { type Context, Hono, type MiddlewareHandler } from 'hono';
import { compress } from 'hono/compress';
import { createMiddleware } from 'hono/factory';
import { pagePaths } from '#domain/pages.ts';
import { requires } from './access.ts';
import type { Deps } from './deps.ts';
import type { PortalEnv } from './http/env.ts';

const stateBlock = '<script type="application/json" id="portal-state"></script>';

/**
 * The built client: hashed assets that never change, and one page for every path. The page carries the session
 * and the style nonce as a JSON data block, so that the client knows at once who is signed in.
 */
export function pageRoutes({ clientFolder, config, log }: Deps): Hono<PortalEnv> {
  const routes = new Hono<PortalEnv>();
  let template: Promise<string> | undefined;
  // Which form service the contact form talks to: null is this portal's own.
  const formService = { endpoint: config.formEndpoint ?? null, contactForm: config.contactFormId };

  async function page(c: Context<PortalEnv>, status: 200 | 404): Promise<Response> {
    template ??= readTemplate();
    const state = { session: await knownSession(c), styleNonce: c.var.styleNonce(), formService };
    // By functions: a text in their place could hold `$&` and its like, which stand for something else there.
    const filled = stateBlock.replace('></', () => `>${inScript(state)}</`);
    const html = (await template).replace(stateBlock, () => filled);
    c.header('Cache-Control', 'no-store');
    return c.html(html, status);
  }

  async function readTemplate(): Promise<string> {
    try {
      return await readFile(join(clientFolder, 'index.html'), 'utf8');
    } catch (error) {
      // Not built yet: the next request looks again.
      template = undefined;
      throw error;
    }
  }

  /** A page shows even when the database does not answer; the client then asks for the session itself. */
  async function knownSession(c: Context<PortalEnv>) {
    try {
      return { user: await c.var.readSession() };
    } catch (error) {
      log.warn({ err: error }, 'session not known for a page');
      return undefined;
    }
  }

  routes.use(compress());
  for (const path of pagePaths) routes.get(path, requires('public'), (c) => page(c, 200));
  routes.get('/*', requires('public'), cacheFiles, clientFiles(clientFolder), (c) =>
    isFilePath(c.req.path) ? noFile(c) : page(c, 404),
  );
  return routes;
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

/** JSON that cannot end the script element it stands in. */
function inScript(value: unknown): string {
  return JSON.stringify(value).replaceAll('<', '\\u003c');
}

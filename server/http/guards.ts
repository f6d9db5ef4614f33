import { bodyLimit } from 'hono/body-limit';
import { createMiddleware } from 'hono/factory';
import { limits } from '#domain/limits.ts';
import type { PortalEnv } from './env.ts';
import { Refusal } from './refusal.ts';

const reading = new Set(['GET', 'HEAD', 'OPTIONS']);

/** State changes only from the portal's own pages: the browser names them in `Origin`, others cannot forge it there. */
export function sameOriginWrites(origins: readonly string[]) {
  return createMiddleware<PortalEnv>(async (c, next) => {
    if (!reading.has(c.req.method) && !origins.includes(c.req.header('origin') ?? '')) {
      throw new Refusal(
        403,
        'ORIGIN_REFUSED',
        `Requests that change something must come from ${origins[0]}.`,
      );
    }
    await next();
  });
}

/** A body that is not JSON could come from a plain cross-site form; the API takes none. */
export const jsonOnly = createMiddleware<PortalEnv>(async (c, next) => {
  const type = c.req.header('content-type')?.split(';')[0]?.trim().toLowerCase();
  if (!reading.has(c.req.method) && type !== 'application/json') {
    throw new Refusal(415, 'JSON_EXPECTED', 'The request body must be JSON.');
  }
  await next();
});

export const bodyCap = bodyLimit({
  maxSize: limits.body,
  onError: () => {
    throw new Refusal(413, 'BODY_TOO_LARGE', `The request body may have at most ${limits.body} bytes.`);
  },
});

/** Answers under `/api` are for one person at one time. */
export const noStore = createMiddleware<PortalEnv>(async (c, next) => {
  await next();
  if (!c.res.headers.has('cache-control')) c.header('Cache-Control', 'no-store');
});

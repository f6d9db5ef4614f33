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

function tooLarge(): never {
  throw new Refusal(413, 'BODY_TOO_LARGE', `The request body may have at most ${limits.body} bytes.`);
}

const streamedBodyCap = bodyLimit({ maxSize: limits.body, onError: tooLarge });

/** HTTP ends a body of a declared length there, so that only one of unknown length is counted as it comes. */
export const bodyCap = createMiddleware<PortalEnv>(async (c, next) => {
  if (reading.has(c.req.method)) return next();
  const declared = c.req.header('transfer-encoding') ? undefined : c.req.header('content-length');
  if (declared === undefined) return streamedBodyCap(c, next);
  if (Number(declared) > limits.body) tooLarge();
  return next();
});

/** Answers under `/api` are for one person at one time. */
export const noStore = createMiddleware<PortalEnv>(async (c, next) => {
  await next();
  // Not by `c.header`, which makes a new answer, with a stream for its body, of the one that is there.
  if (!c.res.headers.has('cache-control')) c.res.headers.set('Cache-Control', 'no-store');
});

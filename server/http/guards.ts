import { bodyLimit } from 'hono/body-limit';
import { createMiddleware } from 'hono/factory';
import { limits } from '#domain/limits.ts';
import type { PortalEnv } from './env.ts';
import { Refusal } from './refusal.ts';

const reading = new Set(['GET', 'HEAD', 'OPTIONS']);

/** Allows state changes only from the portal's own pages. Browsers set `Origin` and other sites cannot forge it. */
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

/** Rejects bodies that are not JSON, because a cross-site form could send them. */
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

/** A declared length is enforced by HTTP, so only a body of unknown length is counted while it arrives. */
export const bodyCap = createMiddleware<PortalEnv>(async (c, next) => {
  if (reading.has(c.req.method)) return next();
  const declared = c.req.header('transfer-encoding') ? undefined : c.req.header('content-length');
  if (declared === undefined) return streamedBodyCap(c, next);
  if (Number(declared) > limits.body) tooLarge();
  return next();
});

/** Responses under `/api` are personal and must not be cached. */
export const noStore = createMiddleware<PortalEnv>(async (c, next) => {
  await next();
  // Not `c.header`, which would rebuild the response with a stream as its body.
  if (!c.res.headers.has('cache-control')) c.res.headers.set('Cache-Control', 'no-store');
});

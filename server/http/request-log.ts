import { randomBytes } from 'node:crypto';
import type { MiddlewareHandler } from 'hono';
import { routePath } from 'hono/route';
import type { Log } from '#server/log/log.ts';
import type { PortalEnv } from './env.ts';

/** A slower request gets a line at `info`, in milliseconds. */
const slow = 1_000;

/** A failed sign-in is logged with the address it came from, which tells an attack from a forgotten password. */
const signInRoutes = new Set(['/api/auth/sign-in/email', '/api/admin/sign-in']);

/**
 * Logs one line for each request: method, route pattern, status, time and an id that its errors share; no address and
 * no account. Refused and slow requests are logged at
 * `info`, all others at `debug`; a request that failed has its error line already.
 */
export function requestLog(log: Log): MiddlewareHandler<PortalEnv> {
  const processId = randomBytes(4).toString('hex');
  let requests = 0;
  return async (c, next) => {
    requests += 1;
    const requestId = `${processId}-${requests}`;
    const started = performance.now();
    c.set('log', log);
    c.set('requestId', requestId);
    await next();
    const ms = Math.round(performance.now() - started);
    const { status } = c.res;
    // Nearly all requests end here, before a line is built that no log keeps.
    if (status < 400 && ms < slow && !log.isLevelEnabled('debug')) return;
    const line = { requestId, method: c.req.method, route: routePath(c), status, ms };
    if (c.get('failureLogged')) return;
    if (signInRoutes.has(line.route) && (status === 401 || status === 429))
      log.warn({ address: c.get('clientAddress')(), status }, 'sign-in failed');
    else if (status >= 400) log.info(line, 'request refused');
    else if (ms >= slow) log.info(line, 'slow request');
    else log.debug(line, 'request');
  };
}

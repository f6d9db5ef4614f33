import { randomBytes } from 'node:crypto';
import type { MiddlewareHandler } from 'hono';
import { routePath } from 'hono/route';
import type { Log } from '#server/log.ts';
import type { PortalEnv } from './env.ts';
import type { Metrics } from './metrics.ts';

/** A request that took longer is worth a line of its own, in milliseconds. */
const slow = 1_000;
/** Anybody can make requests that fail; past so many lines a minute, they are only counted. */
const linesPerMinute = 120;
const minute = 60_000;

/** Where people sign in: a failure is logged with the address it came from, for fail2ban (deploy/fail2ban). */
const signInRoutes = new Set(['/api/auth/sign-in/email', '/api/admin/sign-in']);

/**
 * One line a request: method, route pattern, status, time and an id that its errors carry too; neither address nor
 * account. At `info` what failed or was slow, at `debug` the rest.
 */
export function requestLog(log: Log, metrics: Metrics | null): MiddlewareHandler<PortalEnv> {
  const process = randomBytes(4).toString('hex');
  const budget = createBudget((leftOut) => log.info({ leftOut }, 'lines about requests were left out'));
  let requests = 0;
  return async (c, next) => {
    requests += 1;
    const requestId = `${process}-${requests}`;
    const started = performance.now();
    c.set('log', log.child({ requestId }));
    await next();
    const ms = Math.round(performance.now() - started);
    const line = { requestId, method: c.req.method, route: routePath(c), status: c.res.status, ms };
    metrics?.observe(line);
    if (signInRoutes.has(line.route) && (line.status === 401 || line.status === 429)) {
      metrics?.signInFailed();
      if (budget()) log.warn({ address: c.var.clientAddress, status: line.status }, 'sign-in failed');
    } else if (line.status >= 400) {
      if (budget()) log.info(line, 'request failed');
    } else if (ms >= slow) {
      if (budget()) log.info(line, 'slow request');
    } else log.debug(line, 'request');
  };
}

/** Says of each line whether it may still be written in this minute, and of a minute that is over what was left out. */
function createBudget(onLeftOut: (lines: number) => void): () => boolean {
  let until = 0;
  let written = 0;
  return () => {
    const now = performance.now();
    if (now >= until) {
      if (written > linesPerMinute) onLeftOut(written - linesPerMinute);
      until = now + minute;
      written = 0;
    }
    written += 1;
    return written <= linesPerMinute;
  };
}

import type { Context, MiddlewareHandler } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { limits } from '#domain/limits.ts';
import { largestPart } from '#domain/settings.ts';
import type { Config } from '#server/config/config.ts';
import type { PortalEnv } from './env.ts';
import { Refusal } from './refusal.ts';

/** The settings of the portal's public address. */
type Address = Pick<Config, 'origins' | 'portalUrl' | 'setVariables'>;

const reading = new Set(['GET', 'HEAD', 'OPTIONS', 'TRACE']);

/**
 * Guards everything under `/api`: responses are personal and must not be cached, and a request that may change
 * something must come from the portal's own pages, as JSON, with a bounded body.
 */
export function apiGuard(config: Address): MiddlewareHandler<PortalEnv> {
  return (c, next) => {
    c.env?.outgoing?.setHeader('Cache-Control', 'no-store');
    refuseNul(c);
    if (reading.has(c.req.method)) return next();
    requireOrigin(c, config);
    requireJson(c);
    return boundBody(c, next);
  };
}

/** No address of ours has a NUL, and PostgreSQL takes none in a text, so that each route with an id would have to look for it. */
function refuseNul(c: Context<PortalEnv>): void {
  const [path = ''] = c.req.url.split('?', 1);
  if (path.includes('%00')) throw new Refusal(404, 'NOT_FOUND', 'There is no such address.');
}

/** Browsers set `Origin` and other sites cannot forge it. */
function requireOrigin(c: Context<PortalEnv>, { origins, portalUrl, setVariables }: Address): void {
  const origin = c.req.header('origin') ?? '';
  if (origins.includes(origin)) return;
  c.var.log.warn(
    { origin: origin.slice(0, limits.url), portalUrl },
    'refused a request from a page of another address; if people use that address, set PORTAL_URL to it',
  );
  c.set('failureLogged', true);
  const remedy = setVariables.includes('PORTAL_URL')
    ? `Please use the portal at ${portalUrl}.`
    : 'Its address is not set up yet. Please tell the club.';
  throw new Refusal(403, 'ORIGIN_REFUSED', `The portal accepts nothing from this address. ${remedy}`);
}

/** A cross-site form could send a body that is not JSON. */
function requireJson(c: Context<PortalEnv>): void {
  const type = c.req.header('content-type')?.split(';')[0]?.trim().toLowerCase();
  if (type !== 'application/json') throw new Refusal(415, 'JSON_EXPECTED', 'The request body must be JSON.');
}

const boundStreamedBody = (max: number) => bodyLimit({ maxSize: max, onError: () => tooLarge(max) });

function tooLarge(max: number): never {
  throw new Refusal(413, 'BODY_TOO_LARGE', `The request body may have at most ${max} bytes.`);
}

function largestBody(path: string): number {
  return path.startsWith('/api/admin/settings/') ? largestPart : limits.body;
}

/** A declared length is enforced by HTTP, so only a body of unknown length is counted while it arrives. */
const boundBody: MiddlewareHandler<PortalEnv> = (c, next) => {
  const declared = c.req.header('transfer-encoding') ? undefined : c.req.header('content-length');
  const max = largestBody(c.req.path);
  if (declared === undefined) return boundStreamedBody(max)(c, next);
  if (Number(declared) > max) tooLarge(max);
  return next();
};

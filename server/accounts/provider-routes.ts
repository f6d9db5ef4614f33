import { type Context, Hono } from 'hono';
import { deleteCookie, getCookie, setCookie } from 'hono/cookie';
import * as z from 'zod/mini';
import { type Session, session } from '#domain/accounts.ts';
import { boundedString } from '#domain/bounded.ts';
import { limits as lengths } from '#domain/limits.ts';
import { keepReturnPath, returnPath } from '#domain/pages.ts';
import { newcomer, newcomerParameter, providerTexts } from '#domain/provider.ts';
import { newcomerRegistration } from '#domain/registration.ts';
import { seal, unseal } from '#server/config/sealed-text.ts';
import { requires } from '#server/http/access.ts';
import { cookieName } from '#server/http/cookie-name.ts';
import { describeJson, describeStream } from '#server/http/describe.ts';
import type { PortalEnv } from '#server/http/env.ts';
import { loggedRefusal } from '#server/http/error-handler.ts';
import { jsonBody, queryString } from '#server/http/input.ts';
import { type MessagePageDeps, messagePage } from '#server/http/message-page.ts';
import { Refusal } from '#server/http/refusal.ts';
import type { Log } from '#server/log/log.ts';
import type { AccountDeps } from './deps.ts';
import { type Begun, createProvider, type Identity, requireProvider } from './provider.ts';
import { isUnconfirmed, signInByProvider } from './provider-sign-in.ts';
import { register } from './registration.ts';

type Deps = AccountDeps & MessagePageDeps & { log: Log };

/** The browser keeps this between the portal's pages and the provider's, so that the portal stores nothing. */
interface Kept {
  begun: Begun & { from: string };
  newcomer: Identity;
}
const lifetimes = { begun: 10 * 60 * 1000, newcomer: 60 * 60 * 1000 } as const;

/** Signing in by the university's account (docs/decisions/provider.md). */
export function providerRoutes(deps: Deps): Hono<PortalEnv> {
  const { limits } = deps;
  const routes = new Hono<PortalEnv>();
  const provider = createProvider(deps);
  const cookie = keptCookie(deps.config);

  routes.get(
    '/api/auth/provider',
    requires('public'),
    queryString(z.object({ from: z.optional(boundedString(lengths.url)) })),
    describeStream('Goes to the provider’s page, where a browser signs in.', 'text/html'),
    async (c) => {
      showErrors(deps, c);
      await limits.takeRequest('sign-in', c.var.sender());
      const { url, begun } = await provider.begin();
      cookie.keep(c, 'begun', { ...begun, from: c.req.valid('query').from ?? '' }, begun.state);
      return c.redirect(url);
    },
  );

  routes.get(
    '/api/auth/provider/return',
    requires('public'),
    describeStream('Signs in somebody who comes back from the provider.', 'text/html'),
    async (c) => {
      showErrors(deps, c);
      await limits.takeRequest('sign-in', c.var.sender());
      const { search, searchParams } = new URL(c.req.url);
      // An empty state would name the newcomer's cookie, which stays.
      const begun = cookie.take(c, 'begun', searchParams.get('state') || 'none');
      if (!begun) throw await expired(deps);
      const identity = await provider.finish(search, begun);
      const user = await signInByProvider(deps, c, identity);
      const query = new URLSearchParams({ from: begun.from });
      if (user) return c.redirect(returnPath(query, user));
      cookie.keep(c, 'newcomer', identity);
      const kept = keepReturnPath(query);
      return c.redirect(`/register${kept}${kept ? '&' : '?'}${newcomerParameter}=provider`);
    },
  );

  addNewcomers(routes, deps, cookie);
  return routes;
}

/** Registration of somebody whom the provider knows. */
function addNewcomers(routes: Hono<PortalEnv>, deps: Deps, cookie: ReturnType<typeof keptCookie>): void {
  const { content, limits, store } = deps;

  routes.get(
    '/api/auth/provider/newcomer',
    requires('public'),
    describeJson('Somebody whom the provider knows, and who has no account yet.', newcomer),
    async (c) => {
      const identity = cookie.read(c, 'newcomer');
      if (identity?.issuer !== content.accounts.issuer) throw await expired(deps);
      const { email, name } = identity;
      return c.json({
        provider: content.accounts.provider,
        ...{ email, name, isTaken: await isUnconfirmed(store.db, email) },
      });
    },
  );

  routes.post(
    '/api/auth/provider/register',
    requires('public'),
    limits.registration,
    jsonBody(newcomerRegistration),
    describeJson('Makes account and record of somebody whom the provider knows, and signs in.', session, 201),
    async (c) => {
      const identity = cookie.read(c, 'newcomer');
      if (identity?.issuer !== content.accounts.issuer) throw await expired(deps);
      const { agreeToTerms: _, ...form } = c.req.valid('json');
      const user = await register(deps, c, { ...form, email: identity.email, identity });
      cookie.take(c, 'newcomer');
      return c.json<Session>({ user }, 201);
    },
  );
}

/** Throws 404 NOT_FOUND without a provider, where nothing was begun. */
async function expired(deps: Deps): Promise<Refusal> {
  await requireProvider(deps);
  const { content } = deps;
  return new Refusal(400, 'PROVIDER_REFUSED', providerTexts.expired(content.accounts.provider));
}

/** An error is a page for a browser, which shows the response. */
function showErrors(deps: Deps, c: Context<PortalEnv>): void {
  if (!c.req.header('accept')?.includes('text/html')) return;
  c.set('answerError', async (error) => {
    const { headers, message, status } = loggedRefusal(error, c);
    for (const [name, value] of Object.entries(headers)) c.header(name, value);
    return c.html(await messagePage(deps, c, providerTexts.title, [message]), status);
  });
}

/** How many sign-ins of one browser may be under way, in as many tabs. The cookies of more could be too much for a request. */
const mostBegun = 3;

/** Cookies, sealed for their purpose: one for each sign-in that has begun, since another tab may begin one meanwhile. */
function keptCookie(config: Deps['config']) {
  const name = cookieName('provider', config);
  const nameOf = (state: string) => (state ? `${name}-${state.replace(/[^\w-]/g, '').slice(0, 12)}` : name);
  const attributes = { path: '/', httpOnly: true, sameSite: 'Lax', secure: config.https } as const;
  const sealOf = (about: keyof Kept) => ({
    ...{ secret: config.authSecret, purpose: 'portal: signing in by the provider', about },
  });

  function read<Purpose extends keyof Kept>(c: Context, purpose: Purpose, of = ''): Kept[Purpose] | null {
    const text = unseal(sealOf(purpose), getCookie(c, nameOf(of)) ?? '');
    const { until, kept } = text === null ? { until: 0, kept: null } : JSON.parse(text);
    return until > Date.now() ? kept : null;
  }
  return {
    read,
    /** Reads it for the last time. */
    take<Purpose extends keyof Kept>(c: Context, purpose: Purpose, of = ''): Kept[Purpose] | null {
      deleteCookie(c, nameOf(of), attributes);
      return read(c, purpose, of);
    },
    keep<Purpose extends keyof Kept>(c: Context, purpose: Purpose, kept: Kept[Purpose], of = ''): void {
      const until = Date.now() + lifetimes[purpose];
      const sealed = seal(sealOf(purpose), JSON.stringify({ until, kept }));
      const begun = Object.keys(getCookie(c)).filter((each) => each.startsWith(`${name}-`));
      // Browsers send the oldest first.
      for (const oldest of begun.slice(0, 1 - mostBegun)) deleteCookie(c, oldest, attributes);
      setCookie(c, nameOf(of), sealed, { ...attributes, maxAge: lifetimes[purpose] / 1000 });
    },
  };
}

import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Configuration, Provider } from 'oidc-provider';
import { cookieHeader, keepCookies } from './cookies.ts';
import type { Answer, Visitor } from './visitor.ts';

export const clientId = 'portal';
export const clientSecret = 'a secret of the provider';

const lifetimes = ['Interaction', 'Grant', 'Session', 'AccessToken', 'IdToken', 'AuthorizationCode'];

/** A person at the provider. */
interface Person {
  email?: string;
  email_verified?: boolean;
  name?: string;
}

/** It warns of keys and a store that are for tests, and of a Node that it does not know yet. */
async function openProvider(issuer: string, configuration: Configuration): Promise<Provider> {
  const { warn } = console;
  console.warn = () => {};
  try {
    const library = await import('oidc-provider');
    return new library.Provider(issuer, configuration);
  } finally {
    console.warn = warn;
  }
}

/** A real OpenID provider on loopback, at which a browser is signed in as the person whom the test names. */
export async function startProvider(portalUrl: string) {
  const people = new Map<string, Person>();
  let signedIn = '';
  let handle: ReturnType<Provider['callback']> | undefined;
  const server = createServer((request, response) => void handle?.(request, response));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const configuration: Configuration = {
    clients: [
      {
        client_id: clientId,
        client_secret: clientSecret,
        redirect_uris: [`${portalUrl}/api/auth/provider/return`],
      },
    ],
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name'] },
    cookies: { keys: ['a key of the tests'] },
    features: { devInteractions: { enabled: false } },
    findAccount: (_context, accountId) => ({
      accountId,
      claims: () => ({ sub: accountId, ...people.get(accountId) }),
    }),
    ttl: Object.fromEntries(lifetimes.map((name) => [name, 600])),
    interactions: { url: (_context, { uid }) => `/interaction/${uid}` },
    async loadExistingGrant({ oidc }) {
      const grant = new provider.Grant({ clientId, accountId: oidc.session?.accountId ?? '' });
      grant.addOIDCScope('openid email profile');
      await grant.save();
      return grant;
    },
  };
  const provider = await openProvider(issuer, configuration);
  provider.use(async (context, next) => {
    if (!context.path.startsWith('/interaction/')) return next();
    context.respond = false;
    await provider.interactionFinished(context.req, context.res, { login: { accountId: signedIn } });
  });
  handle = provider.callback();

  /** Follows the provider's pages until it sends the browser back. @returns where to */
  async function follow(url: string, cookies = new Map<string, string>()): Promise<URL> {
    const headers = { Cookie: cookieHeader(cookies) };
    const response = await fetch(url, { redirect: 'manual', headers });
    keepCookies(cookies, response.headers);
    const next = new URL(response.headers.get('location') ?? 'none:', url);
    return next.origin === issuer ? follow(next.href, cookies) : next;
  }

  return {
    issuer,
    /** The person has these claims from now on. */
    tell: (id: string, person: Person) => void people.set(id, person),
    /** A browser that comes from now on is this person's. */
    expect: (id: string) => {
      signedIn = id;
    },
    /** Begins at the portal and signs in at the provider. @returns the address at the portal with the answer */
    async answerFor(browser: Visitor, id: string, change = (url: URL) => url): Promise<string> {
      signedIn = id;
      const begun = await browser.get('/api/auth/provider?from=%2Fcontact');
      const { pathname, search } = await follow(change(new URL(begun.headers.get('location') ?? '')).href);
      return `${pathname}${search}`;
    },
    async signIn(browser: Visitor, id: string): Promise<Answer> {
      return browser.get(await this.answerFor(browser, id));
    },
    stop(): Promise<void> {
      const closed = new Promise<void>((done) => server.close(() => done()));
      server.closeAllConnections();
      return closed;
    },
  };
}

import type { Context, MiddlewareHandler } from 'hono';
import type { SessionUser } from '#domain/accounts.ts';
import { limits as lengths } from '#domain/limits.ts';
import type { Config } from '#server/config/config.ts';
import type { Trx } from '#server/store/open.ts';
import { createAddressReader, senderOf } from './client-address.ts';
import type { PortalEnv } from './env.ts';
import { Refusal } from './refusal.ts';
import { securityHeaders } from './security-headers.ts';

interface ContextDeps {
  config: Config;
  limits: { person: MiddlewareHandler<PortalEnv> };
  sessions: {
    read(c: Context<PortalEnv>): Promise<SessionUser | null>;
    isStillOf(c: Context<PortalEnv>, user: SessionUser, trx: Trx): Promise<boolean>;
  };
}

/**
 * Sets the headers of every response and the variables of every handler, and bounds everything that an address can
 * carry: its path with every parameter, and its query.
 */
export function requestContext({ config, limits, sessions }: ContextDeps): MiddlewareHandler<PortalEnv> {
  const readAddress = createAddressReader(config.trustedProxies);
  const headers = securityHeaders(config);
  return (c, next) => {
    // On Node's response, where a handler's own headers replace them: Hono would copy and sort all of them again.
    for (const [name, value] of headers) c.env?.outgoing?.setHeader(name, value);
    const address = () => readAddress(c.env?.incoming?.socket.remoteAddress, c.req.header('x-forwarded-for'));
    c.set('clientAddress', address);
    c.set('sender', () => senderOf(address()));
    c.set('limitWrite', limits.person);
    let session: ReturnType<typeof sessions.read> | undefined;
    c.set('readSession', () => {
      session ??= sessions.read(c);
      return session;
    });
    c.set('isSessionOf', (user, trx) => sessions.isStillOf(c, user, trx));
    if (c.req.url.length > lengths.address) {
      throw new Refusal(
        414,
        'ADDRESS_TOO_LONG',
        `The address of a request may have at most ${lengths.address} characters.`,
      );
    }
    return next();
  };
}

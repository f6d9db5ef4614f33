import type { HttpBindings } from '@hono/node-server';
import type { MiddlewareHandler } from 'hono';
import type { SessionUser } from '#domain/accounts.ts';
import type { Log } from '#server/log/log.ts';
import type { Trx } from '#server/store/open.ts';

export interface PortalEnv {
  Bindings: Partial<HttpBindings>;
  Variables: {
    log: Log;
    /** In every line that the log has about this request. */
    requestId: string;
    /** An error line says what happened to this request: there is no second one. */
    failureLogged: boolean | undefined;
    /** The client's address, from the connection or a trusted proxy. Few requests need it. */
    clientAddress: () => string;
    /** The key that limits count the request against: the address, or its network for IPv6. */
    sender: () => string;
    /** The signed-in user or null, read at most once per request. */
    readSession: () => Promise<SessionUser | null>;
    /** Whether the request's session is still this user's; it cannot end before the transaction does. */
    isSessionOf: (user: SessionUser, trx: Trx) => Promise<boolean>;
    /** Counts a write against the person signed in. */
    limitWrite: MiddlewareHandler<PortalEnv>;
    /** Set by `requires(…)` of every route that is not public. */
    user: SessionUser;
    /** Formats an error in a route's own format; unset means the API's. */
    answerError: ((error: unknown) => Response | Promise<Response>) | undefined;
  };
}

import type { HttpBindings } from '@hono/node-server';
import type { SessionUser } from '#domain/accounts.ts';
import type { Log } from '#server/log.ts';

/** What every handler finds in its context. */
export interface PortalEnv {
  Bindings: Partial<HttpBindings> & {
    /** Set by the proof of access, in this process only: who is let in gets 204 in place of the work. */
    accessProbe?: true;
  };
  Variables: {
    log: Log;
    /** Where the request came from: the client's address, or the one a trusted proxy names. */
    clientAddress: string;
    /** Whom limits count the request against: the address, and of IPv6 its network. */
    sender: string;
    /** Who is signed in, checked at most once a request; null for nobody. */
    readSession: () => Promise<SessionUser | null>;
    /** Set by `requires('member')` and `requires('admin')`. */
    user: SessionUser;
    /** For the style elements of the page (Content-Security-Policy); the same at each call. */
    styleNonce: () => string;
    /** Style attributes that this page's markup may have, as the Content-Security-Policy names them. */
    styleHashes: readonly string[] | undefined;
    /** Answers an error in a format of the route's own; unset is the API's. */
    answerError: ((error: unknown) => Response | Promise<Response>) | undefined;
  };
}

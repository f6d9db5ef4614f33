import type { Context, Hono, MiddlewareHandler } from 'hono';
import { uniqueSymbol } from 'hono-openapi';
import type { SessionUser } from '#domain/accounts.ts';
import { factorTexts } from '#domain/factors.ts';
import { accountHeader, shownAccountTexts } from '#domain/shown-account.ts';
import { guardTransactions } from '#server/store/transaction-guard.ts';
import type { PortalEnv } from './env.ts';
import { Refusal } from './refusal.ts';

/** The callers of a route: anyone; everybody signed in, for their own record; reviewers and the administrator; only the administrator. */
export type Access = 'public' | 'member' | 'reviewer' | 'admin';

/** The roles that a route is for, if it is not for all, and what anyone else is told. */
const staff: Partial<Record<Access, { roles: SessionUser['role'][]; refusal: string }>> = {
  reviewer: {
    roles: ['reviewer', 'administrator'],
    refusal: 'Only reviewers and the administrator may do this.',
  },
  admin: { roles: ['administrator'], refusal: 'Only the administrator may do this.' },
};

const declarations = new WeakMap<object, Access>();

/**
 * Declares and enforces a route's access: 401 for visitors, 403 for the wrong role. Every write of a
 * signed-in person counts against their limit, and is decided by the session as it is in the write's transaction. Comes
 * first in every route.
 */
export function requires(access: Access): MiddlewareHandler<PortalEnv> {
  const guard: MiddlewareHandler<PortalEnv> = async (c, next) => {
    if (access === 'public') return next();
    const writes = !['GET', 'HEAD'].includes(c.req.method);
    // A body may follow its head half a minute later, when the session has ended.
    if (writes) await c.req.text();
    const user = await c.get('readSession')();
    if (!user) throw signInRequired();
    refuseOtherAccount(c, user);
    const wanted = staff[access];
    if (wanted && !wanted.roles.includes(user.role)) throw new Refusal(403, 'NOT_ALLOWED', wanted.refusal);
    if (wanted && user.needsSecondFactor)
      throw new Refusal(403, 'SECOND_FACTOR_REQUIRED', factorTexts.required);
    c.set('user', user);
    if (writes) return inSession(c, user, () => c.var.limitWrite(c, next));
    return next();
  };
  declarations.set(guard, access);
  // Documents the access in the generated API description.
  const spec = access === 'public' ? {} : { security: [{ [access]: [] }] };
  return Object.assign(guard, { [uniqueSymbol]: { spec } });
}

export function signInRequired(): Refusal {
  return new Refusal(401, 'SIGN_IN_REQUIRED', 'Sign in first.');
}

/** Runs `work`, whose transactions are refused with 401 once the session of `user` has ended. */
export function inSession<T>(c: Context<PortalEnv>, user: SessionUser, work: () => Promise<T>): Promise<T> {
  return guardTransactions(async (trx) => {
    if (!(await c.var.isSessionOf(user, trx))) throw signInRequired();
  }, work);
}

/**
 * Refuses a request of a page that shows another account than the session's: somebody else signed in meanwhile, in
 * another tab of the same browser. Requests that name no account are not from a page.
 */
export function refuseOtherAccount(
  c: Context<PortalEnv>,
  user: SessionUser | null,
  shown = c.req.header(accountHeader),
): void {
  if (shown !== undefined && user && shown !== user.uid) {
    throw new Refusal(409, 'ACCOUNT_CHANGED', shownAccountTexts.refused);
  }
}

export interface DeclaredRoute {
  method: string;
  path: string;
  access: Access;
}

export function methodsAt(app: Hono<PortalEnv>, address: string): string[] {
  const parts = address.split('/');
  const takes = (path: string) => {
    const declared = path.split('/');
    return (
      declared.length === parts.length &&
      declared.every((part, index) => part.startsWith(':') || part === parts[index])
    );
  };
  const methods = app.routes.filter(({ method, path }) => method !== 'ALL' && takes(path));
  return [...new Set(methods.map(({ method }) => method))];
}

/** The table of routes, read from the app. Throws for a route that does not declare its access first. */
export function declaredRoutes(app: Hono<PortalEnv>): DeclaredRoute[] {
  const table = new Map<string, DeclaredRoute | null>();
  for (const { method, path, handler } of app.routes) {
    // Middleware and catch-all handlers are not routes.
    if (method === 'ALL' && path.endsWith('*')) continue;
    const key = `${method} ${path}`;
    if (table.has(key)) continue;
    const access = declarations.get(handler);
    table.set(key, access ? { method, path, access } : null);
  }
  const undeclared = [...table].filter(([, route]) => route === null).map(([key]) => key);
  if (undeclared.length > 0) throw new Error(`routes without declared access: ${undeclared.join(', ')}`);
  return [...table.values()].filter((route) => route !== null);
}

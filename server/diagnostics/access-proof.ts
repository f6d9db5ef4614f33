import type { Hono } from 'hono';
import {
  type AccessProof,
  type ProbeActor,
  type ProbeOutcome,
  probeActors,
  promisedOutcome,
} from '#domain/diagnostics.ts';
import { apiError } from '#domain/errors.ts';
import type { Deps } from '#server/deps.ts';
import { type DeclaredRoute, declaredRoutes } from '#server/http/access.ts';
import type { PortalEnv } from '#server/http/env.ts';
import { newThrowAway, removeThrowAway, storeThrowAway, type TemporaryAccount } from './temporary-account.ts';

type ProofDeps = Pick<Deps, 'config' | 'sessions' | 'store'>;

/**
 * Calls every declared route as everybody and says whom it let in. Each call goes through all middleware up to the
 * route's access guard, which answers in place of the work (docs/decisions/0011), so nothing is read or changed.
 * The sessions are made for it, one of them the administrator's, and removed whatever happens.
 */
export async function proveAccess(deps: ProofDeps, app: Hono<PortalEnv>): Promise<AccessProof> {
  const started = performance.now();
  const account = newThrowAway();
  const tokens: string[] = [];
  try {
    const cookies = await openSessions(deps, account, tokens);
    const routes: AccessProof['routes'] = [];
    for (const route of declaredRoutes(app)) routes.push(await proveRoute(deps, app, route, cookies));
    return {
      takenAt: new Date().toISOString(),
      milliseconds: Math.round(performance.now() - started),
      routes,
    };
  } finally {
    if (tokens.length > 0) {
      await deps.store.db.deleteFrom('session').where('token', 'in', tokens).execute();
    }
    await removeThrowAway(deps.store, account);
  }
}

type Cookies = Record<ProbeActor, string | null>;

async function openSessions(
  { config, sessions, store }: ProofDeps,
  account: TemporaryAccount,
  tokens: string[],
): Promise<Cookies> {
  await storeThrowAway(store, account);

  async function open(uid: string): Promise<string> {
    const token = await sessions.create(store.db, uid);
    tokens.push(token);
    return token;
  }

  const expired = await open(account.uid);
  await store.db
    .updateTable('session')
    .set({ expiresAt: new Date(Date.now() - 1_000) })
    .where('token', '=', expired)
    .execute();
  return {
    nobody: null,
    expired: sessions.cookieHeader(expired),
    member: sessions.cookieHeader(await open(account.uid)),
    administrator: sessions.cookieHeader(await open(config.adminUid)),
  };
}

async function proveRoute(
  { config }: ProofDeps,
  app: Hono<PortalEnv>,
  { method, path, access }: DeclaredRoute,
  cookies: Cookies,
): Promise<AccessProof['routes'][number]> {
  const address = path.replace(/:\w+/g, 'probe').replace('*', 'probe');
  const outcomes: Partial<Record<ProbeActor, ProbeOutcome>> = {};
  for (const actor of probeActors) {
    const headers = new Headers({ Origin: config.origins[0] ?? '', 'Content-Type': 'application/json' });
    const cookie = cookies[actor];
    if (cookie !== null) headers.set('Cookie', cookie);
    outcomes[actor] = await outcomeOf(await app.request(address, { method, headers }, { accessProbe: true }));
  }
  const all = outcomes as Record<ProbeActor, ProbeOutcome>;
  const asDeclared = probeActors.every((actor) => all[actor] === promisedOutcome(access, actor));
  return { method, path, declared: access, outcomes: all, asDeclared };
}

async function outcomeOf(response: Response): Promise<ProbeOutcome> {
  if (response.status === 204) return 'admitted';
  const refusal = apiError.safeParse(await response.json().catch(() => null));
  const code = refusal.data?.code;
  if (response.status === 401 && code === 'SIGN_IN_REQUIRED') return 'sign-in';
  if (response.status === 403 && code === 'NOT_ALLOWED') return 'refused';
  return 'unexpected';
}

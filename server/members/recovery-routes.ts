import { Hono } from 'hono';
import { isMember } from '#domain/accounts.ts';
import { member, shownRecord } from '#domain/members.ts';
import { placeholderRecord, type RecoveryState, recoveryMessages, recoveryState } from '#domain/recovery.ts';
import { requires } from '#server/http/access.ts';
import { describeJson } from '#server/http/describe.ts';
import type { PortalEnv } from '#server/http/env.ts';
import { jsonBody } from '#server/http/input.ts';
import { Refusal } from '#server/http/refusal.ts';
import type { Store } from '#server/store/open.ts';
import { findMember, recoverMember } from './member-store.ts';

/** The way back for an account whose record is missing (spec, points 2, 3 and 7, "Recovery"). */
export function recoveryRoutes({ store }: { store: Store }): Hono<PortalEnv> {
  const routes = new Hono<PortalEnv>();

  routes.get(
    '/api/me/recovery',
    requires('member'),
    describeJson('The member’s own record, or null.', recoveryState),
    async (c) => c.json<RecoveryState>({ record: await findMember(store.db, c.var.user.uid) }),
  );

  routes.put(
    '/api/me/recovery',
    requires('member'),
    jsonBody(shownRecord),
    describeJson(
      'Makes a placeholder record; replaces one that is there only in the state that the caller has seen.',
      member,
    ),
    async (c) => {
      const { user } = c.var;
      if (!isMember(user)) {
        throw new Refusal(409, 'NO_RECORD_KEPT', recoveryMessages.staff);
      }
      const placeholder = placeholderRecord(user, new Date().toISOString());
      return c.json(await store.transact((trx) => recoverMember(trx, placeholder, c.req.valid('json'))));
    },
  );

  return routes;
}

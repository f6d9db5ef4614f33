import { Hono } from 'hono';
import { trash, trashAnswer, trashCap, trashMessages } from '#domain/trash.ts';
import { requires } from '#server/http/access.ts';
import { describeJson } from '#server/http/describe.ts';
import type { PortalEnv } from '#server/http/env.ts';
import { noBody } from '#server/http/input.ts';
import { Refusal } from '#server/http/refusal.ts';
import { uidOf } from '#server/members/named-member.ts';
import { countRows } from '#server/store/count-rows.ts';
import type { Db } from '#server/store/open.ts';
import { reopenAccount } from './closed-accounts.ts';
import type { AccountDeps } from './deps.ts';
import { assignEmail } from './email-address.ts';
import { removeForGood, settleRemovals } from './removal.ts';

/** The members whom an administrator removed, until they are removed for good (docs/decisions/removal-and-seasons.md). */
export function trashRoutes(deps: AccountDeps): Hono<PortalEnv> {
  const { store } = deps;
  const routes = new Hono<PortalEnv>();

  routes.get(
    '/api/admin/trash',
    requires('admin'),
    describeJson('The removed members who can still be restored, the last ones first.', trash),
    async (c) => {
      const rows = await inTrash(store.db).orderBy('closedAt', 'desc').limit(trashCap).execute();
      const members = rows.map(({ name, closedAt, ...row }) => ({
        ...row,
        fullName: name,
        removedAt: closedAt,
      }));
      return c.json({ members, total: await countRows(inTrash(store.db)) });
    },
  );

  routes.post(
    '/api/admin/trash/:uid/restore',
    requires('admin'),
    noBody(),
    describeJson('Restores a removed member with everything, unless the address was taken.', trashAnswer),
    async (c) => {
      const uid = uidOf(c);
      const restored = await assignEmail(
        store,
        async (trx) =>
          (await inTrash(trx).where('uid', '=', uid).executeTakeFirst()) !== undefined &&
          reopenAccount(trx, uid, c.var.user.uid),
      );
      if (!restored) throw notInTrash();
      await settleRemovals(deps);
      return c.json({ uid });
    },
  );

  routes.delete(
    '/api/admin/trash/:uid',
    requires('admin'),
    noBody(),
    describeJson('Removes a member in the trash for good.', trashAnswer),
    async (c) => {
      const uid = uidOf(c);
      if (!(await removeForGood(deps, uid, c.var.user.uid))) throw notInTrash();
      return c.json({ uid });
    },
  );

  return routes;
}

function inTrash(db: Db) {
  return db
    .selectFrom('closed_accounts')
    .select(['uid', 'name', 'email', 'closedAt', 'until'])
    .where('reason', '=', 'removed');
}

function notInTrash(): Refusal {
  return new Refusal(404, 'MEMBER_NOT_FOUND', trashMessages.missing);
}

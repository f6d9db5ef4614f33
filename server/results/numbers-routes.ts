import { Hono } from 'hono';
import { done, emptyBody } from '#domain/accounts.ts';
import { mailedToken } from '#domain/mailed-links.ts';
import {
  adminNumbers,
  numbersLinkDays,
  numbersRefusals,
  type ShownNumbers,
  sharedNumbers,
  withoutSmallGroups,
} from '#domain/numbers.ts';
import { invitationLink } from '#domain/reviewers.ts';
import type { AccountDeps } from '#server/accounts/deps.ts';
import { dropTokens, findToken, issueToken, unexpiredTokens } from '#server/accounts/mailed-tokens.ts';
import { timeZoneOf } from '#server/config/config.ts';
import { requires } from '#server/http/access.ts';
import { describeJson, doneAfter } from '#server/http/describe.ts';
import type { PortalEnv } from '#server/http/env.ts';
import { jsonBody, noBody } from '#server/http/input.ts';
import { invalidToken } from '#server/http/refusal.ts';
import { lastSeason, seasonNumbers } from '#server/members/season-numbers.ts';
import { readSettings } from './release-state.ts';

/** This season beside the last in numbers, for the administrator and for an advisor with a link (docs/decisions/numbers.md). */
export function numbersRoutes(deps: AccountDeps): Hono<PortalEnv> {
  const { config, limits, store } = deps;
  const { db } = store;
  const { adminUid: uid } = config;
  const routes = new Hono<PortalEnv>();

  async function read(releasedOnly: boolean): Promise<ShownNumbers> {
    const { season: name } = await readSettings(db, deps);
    const numbers = await seasonNumbers(db, timeZoneOf(deps), { releasedOnly });
    return { season: { name, numbers }, last: await lastSeason(db) };
  }

  routes.get(
    '/api/admin/numbers',
    requires('admin'),
    describeJson('This season in numbers, the last one, and the link for an advisor.', adminNumbers),
    async (c) => {
      const link = await unexpiredTokens(db, 'numbers').where('uid', '=', uid).executeTakeFirst();
      const until = link && new Date(link.expiresAt).toISOString();
      return c.json({ ...(await read(false)), link: until ? { until } : null });
    },
  );

  routes.post(
    '/api/admin/numbers/link',
    requires('admin'),
    jsonBody(emptyBody),
    describeJson(
      'Makes the link for an advisor, in place of a former one; the answer alone shows it.',
      invitationLink,
    ),
    async (c) => {
      const expiresAt = new Date(Date.now() + numbersLinkDays * 24 * 60 * 60 * 1000);
      const token = await store.transact(async (trx) => {
        await dropTokens(trx, uid, 'numbers');
        return issueToken(trx, { purpose: 'numbers', uid, expiresAt });
      });
      const url = `${config.portalUrl}/numbers?token=${encodeURIComponent(token)}`;
      return c.json({ url, until: expiresAt.toISOString() });
    },
  );

  routes.delete(
    '/api/admin/numbers/link',
    requires('admin'),
    noBody(),
    describeJson('Revokes the link for an advisor.', done),
    async (c) => c.json(await doneAfter(dropTokens(db, uid, 'numbers'))),
  );

  routes.post(
    '/api/numbers',
    requires('public'),
    limits.token,
    jsonBody(mailedToken),
    describeJson('The numbers for an advisor, without small groups.', sharedNumbers),
    async (c) => {
      if (!(await findToken(db, c.req.valid('json').token, 'numbers')))
        throw invalidToken(numbersRefusals.linkInvalid);
      const { season, last } = await read(true);
      const shared = (one: typeof season) => ({ ...one, numbers: withoutSmallGroups(one.numbers) });
      return c.json({ season: shared(season), last: last && shared(last) });
    },
  );

  return routes;
}

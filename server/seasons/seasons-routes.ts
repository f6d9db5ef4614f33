import { setTimeout as wait } from 'node:timers/promises';
import { type Context, Hono } from 'hono';
import { memberUid } from '#domain/members.ts';
import { ownMembership } from '#domain/membership.ts';
import {
  clubMemberList,
  clubMembersQuery,
  clubMemberWrite,
  pastMembers,
  pastQuery,
  pastRecord,
  seasonEnd,
  seasonList,
  seasonRefusals,
  seasonRehearsal,
} from '#domain/seasons.ts';
import { timeZoneOf, todayOf } from '#server/config/config.ts';
import { requires } from '#server/http/access.ts';
import { csvFile } from '#server/http/csv.ts';
import { describeJson, describeStream } from '#server/http/describe.ts';
import type { PortalEnv } from '#server/http/env.ts';
import { jsonBody, noBody, queryString } from '#server/http/input.ts';
import { Refusal } from '#server/http/refusal.ts';
import { uidOf } from '#server/members/named-member.ts';
import type { ResultDeps } from '#server/results/rounds.ts';
import { changeMembership, clubMembersAsCsv, findMembership, readClubMembers } from './club-members.ts';
import { endSeason } from './end-season.ts';
import { moveSeasons } from './move-season.ts';
import { dropPastLog } from './past-log.ts';
import { listPast, pastMembersAsCsv, readPastRecord, readSeasons } from './past-seasons.ts';
import { rehearseSeasonEnd } from './rehearsal.ts';

export interface SeasonsDeps extends ResultDeps {
  background: { run(name: string, work: () => Promise<unknown>): void };
}

/** Milliseconds for which the end of a season is awaited; a page gives up after 20 seconds. */
const longestWait = 10_000;

/** The end of a season, past seasons and the members of the club, for the administrator (docs/decisions/removal-and-seasons.md). */
export function seasonsRoutes(deps: SeasonsDeps): Hono<PortalEnv> {
  const { store, background } = deps;
  const routes = new Hono<PortalEnv>();

  routes.get(
    '/api/admin/seasons',
    requires('admin'),
    describeJson('This season’s name, and the past seasons.', seasonList),
    async (c) => c.json(await readSeasons(store.db, deps)),
  );

  routes.post(
    '/api/admin/seasons/rehearse',
    requires('admin'),
    noBody(),
    describeJson('Counts what the end of the season would do now; changes nothing.', seasonRehearsal),
    async (c) => c.json(await rehearseSeasonEnd(store.db, deps)),
  );

  routes.post(
    '/api/admin/seasons',
    requires('admin'),
    jsonBody(seasonEnd),
    describeJson('Ends the season: it becomes a past one, and accounts are closed.', seasonList),
    async (c) => {
      await endSeason(deps, c.var.user.uid, c.req.valid('json'));
      // It has ended. Whatever happens to this request, the rest is moved.
      const moving = Promise.withResolvers<void>();
      background.run('end of a season', async () => {
        await moveSeasons(deps).finally(moving.resolve);
        await dropPastLog(store);
      });
      await Promise.race([moving.promise, wait(longestWait, undefined, { ref: false })]);
      deps.outbox.wake();
      return c.json(await readSeasons(store.db, deps));
    },
  );

  addPast(routes, deps);
  addClubMembers(routes, deps);
  return routes;
}

/** The season that the address names. */
function seasonOf(c: Context): string {
  const id = memberUid.safeParse(c.req.param('id'));
  if (!id.success) throw new Refusal(404, 'NOT_FOUND', seasonRefusals.noSeason);
  return id.data;
}

function addPast(routes: Hono<PortalEnv>, deps: SeasonsDeps): void {
  const { db } = deps.store;

  for (const [path, kind] of [
    ['members', 'member'],
    ['messages', 'message'],
  ] as const) {
    routes.get(
      `/api/admin/seasons/:id/${path}`,
      requires('admin'),
      queryString(pastQuery),
      describeJson(`Searches the ${path} of a past season.`, pastMembers),
      async (c) => {
        const season = seasonOf(c);
        return c.json(await listPast(db, { season, kind }, c.req.valid('query')));
      },
    );

    routes.get(
      `/api/admin/seasons/:id/${path}/:uid`,
      requires('admin'),
      describeJson(`One of the ${path} of a past season, whole.`, pastRecord),
      async (c) => c.json(await readPastRecord(db, { season: seasonOf(c), kind }, uidOf(c))),
    );
  }

  routes.get(
    '/api/admin/seasons/:id/members.csv',
    requires('admin'),
    describeStream('The members of a past season as a file for spreadsheets.', 'text/csv'),
    (c) => csvFile(c, 'past-season', pastMembersAsCsv(db, seasonOf(c), timeZoneOf(deps))),
  );
}

function addClubMembers(routes: Hono<PortalEnv>, deps: SeasonsDeps): void {
  const { store } = deps;

  routes.get(
    '/api/admin/club-members',
    requires('admin'),
    queryString(clubMembersQuery),
    describeJson('The members of the club, or those who became one in a past season.', clubMemberList),
    async (c) => c.json({ members: await readClubMembers(store.db, c.req.valid('query').season) }),
  );

  routes.get(
    '/api/admin/club-members.csv',
    requires('admin'),
    queryString(clubMembersQuery),
    describeStream('The members of the club as a file for spreadsheets.', 'text/csv'),
    (c) => {
      const lines = clubMembersAsCsv(store.db, c.req.valid('query').season);
      return csvFile(c, `club-members-${todayOf(deps)}`, lines);
    },
  );

  routes.patch(
    '/api/admin/club-members/:uid',
    requires('admin'),
    jsonBody(clubMemberWrite),
    describeJson('Sets the role of a member of the club, or that they have left it.', ownMembership),
    async (c) => {
      const uid = uidOf(c);
      await changeMembership(store, { uid, actor: c.var.user.uid, write: c.req.valid('json') });
      return c.json({ membership: await findMembership(store.db, uid) });
    },
  );

  routes.get(
    '/api/me/membership',
    requires('member'),
    describeJson('The member’s own membership of the club.', ownMembership),
    async (c) => c.json({ membership: await findMembership(store.db, c.var.user.uid) }),
  );

  routes.delete(
    '/api/me/membership',
    requires('member'),
    noBody(),
    describeJson('The member leaves the club; the account stays.', ownMembership),
    async (c) => {
      const { uid } = c.var.user;
      await changeMembership(store, { uid, actor: uid, write: { left: true } });
      return c.json({ membership: await findMembership(store.db, uid) });
    },
  );
}

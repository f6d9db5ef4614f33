import { Hono } from 'hono';
import { adminSummary, submissionCounts } from '#domain/admin.ts';
import {
  departmentsInUse,
  memberCsvQuery,
  memberFilter,
  memberListQuery,
  memberPage,
} from '#domain/member-list.ts';
import { member } from '#domain/members.ts';
import { type Config, timeZoneOf, todayOf } from '#server/config/config.ts';
import type { Content } from '#server/config/content.ts';
import { requires } from '#server/http/access.ts';
import { csvFile } from '#server/http/csv.ts';
import { describeJson, describeStream } from '#server/http/describe.ts';
import type { PortalEnv } from '#server/http/env.ts';
import { queryString } from '#server/http/input.ts';
import type { Store } from '#server/store/open.ts';
import { membersAsCsv } from './member-export.ts';
import { countSubmissions, listMembers } from './member-list.ts';
import { findMember } from './member-store.ts';
import { noSuchMember, uidOf } from './named-member.ts';
import { summarize } from './summary.ts';

interface ListDeps {
  store: Store;
  content: Content;
  config: Config;
}

/** The administrator's view of the members (spec, points 2 and 6). */
export function memberListRoutes({ store, content, config }: ListDeps): Hono<PortalEnv> {
  const routes = new Hono<PortalEnv>();

  routes.get(
    '/api/admin/summary',
    requires('admin'),
    describeJson('Members and submissions, counted.', adminSummary),
    async (c) => c.json(await summarize(store.db, c.var.user.uid, { config, content })),
  );

  routes.get(
    '/api/admin/members',
    requires('admin'),
    queryString(memberListQuery),
    describeJson('A page of the members: searched, filtered and sorted, with their count.', memberPage),
    async (c) =>
      c.json(await listMembers(store.db, content, { ...c.req.valid('query'), viewer: c.var.user.uid })),
  );

  routes.get(
    '/api/admin/departments',
    requires('admin'),
    describeJson('The departments that members have.', departmentsInUse),
    async (c) => {
      const rows = await store.db.selectFrom('members').select('department').distinct().execute();
      return c.json({ departments: rows.map(({ department }) => department).toSorted() });
    },
  );

  routes.get(
    '/api/admin/submission-counts',
    requires('admin'),
    queryString(memberFilter),
    describeJson('The submissions of a filter, counted by their review.', submissionCounts),
    async (c) =>
      c.json(await countSubmissions(store.db, { ...c.req.valid('query'), viewer: c.var.user.uid })),
  );

  routes.get(
    '/api/admin/members.csv',
    requires('admin'),
    queryString(memberCsvQuery),
    describeStream('The members of the filter as a file for spreadsheets.', 'text/csv'),
    (c) => {
      const context = { tasks: content.tasks, timeZone: timeZoneOf({ config, content }) };
      const lines = membersAsCsv(store.db, context, { ...c.req.valid('query'), viewer: c.var.user.uid });
      return csvFile(c, `members-${todayOf({ config, content })}`, lines);
    },
  );

  routes.get(
    '/api/admin/members/:uid',
    requires('admin'),
    describeJson('One record, whole.', member),
    async (c) => {
      const record = await findMember(store.db, uidOf(c));
      if (!record) throw noSuchMember();
      return c.json(record);
    },
  );

  return routes;
}

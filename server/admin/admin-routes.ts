import { Hono } from 'hono';
import { z } from 'zod';
import { emptyBody, type Session, session, signIn } from '#domain/accounts.ts';
import {
  adminSummary,
  adminVisit,
  review,
  reviewMany,
  reviewManyAnswer,
  submissionCounts,
} from '#domain/admin.ts';
import { changesPage, changesQuery, undoAnswer } from '#domain/changes.ts';
import { memberCsvQuery, memberFilter, memberListQuery, memberPage } from '#domain/member-list.ts';
import { member } from '#domain/members.ts';
import { signInAdministrator } from '#server/accounts/sign-in.ts';
import type { Deps } from '#server/deps.ts';
import { requires } from '#server/http/access.ts';
import { csvFile } from '#server/http/csv.ts';
import { describeJson, describeStream } from '#server/http/describe.ts';
import type { PortalEnv } from '#server/http/env.ts';
import { jsonBody, queryString } from '#server/http/input.ts';
import { findMember } from '#server/members/member-store.ts';
import { listChanges } from './changes-page.ts';
import { membersAsCsv } from './member-export.ts';
import { countSubmissions, listMembers } from './member-list.ts';
import { noSuchMember, reviewMember, reviewMembers, uidOf } from './review.ts';
import { rememberVisit, summarize } from './summary.ts';
import { undoChange } from './undo.ts';

/** The administrator's view of the members, and their reviews (spec, points 2, 4 and 6). */
export function adminRoutes(deps: Deps): Hono<PortalEnv> {
  const routes = new Hono<PortalEnv>();
  addSignIn(routes, deps);
  addMembers(routes, deps);
  addReviews(routes, deps);
  addChanges(routes, deps);
  return routes;
}

function addSignIn(routes: Hono<PortalEnv>, deps: Deps): void {
  routes.post(
    '/api/admin/sign-in',
    requires('public'),
    jsonBody(signIn),
    describeJson('Signs in the administrator; anyone else is refused and not signed in.', session),
    async (c) => c.json<Session>(await signInAdministrator(deps, c, c.req.valid('json'))),
  );
}

function addMembers(routes: Hono<PortalEnv>, { store }: Deps): void {
  routes.get(
    '/api/admin/summary',
    requires('admin'),
    describeJson('Members and submissions, counted.', adminSummary),
    async (c) => c.json(await summarize(store.db, c.var.user.uid)),
  );

  routes.get(
    '/api/admin/members',
    requires('admin'),
    queryString(memberListQuery),
    describeJson('A page of the members: searched, filtered and sorted, with their count.', memberPage),
    async (c) => c.json(await listMembers(store.db, c.req.valid('query'))),
  );

  routes.get(
    '/api/admin/submission-counts',
    requires('admin'),
    queryString(memberFilter),
    describeJson('The submissions of a filter, counted by their review.', submissionCounts),
    async (c) => c.json(await countSubmissions(store.db, c.req.valid('query'))),
  );

  routes.get(
    '/api/admin/members.csv',
    requires('admin'),
    queryString(memberCsvQuery),
    describeStream('The members of the filter as a file for spreadsheets.', 'text/csv'),
    (c) => csvFile(c, 'members', membersAsCsv(store.db, c.req.valid('query'))),
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
}

function addReviews(routes: Hono<PortalEnv>, { store, limits }: Deps): void {
  routes.patch(
    '/api/admin/reviews',
    requires('admin'),
    limits.person,
    jsonBody(reviewMany),
    describeJson('Reviews many submissions at once.', reviewManyAnswer),
    async (c) => c.json(await reviewMembers(store, c.var.user.uid, c.req.valid('json'))),
  );

  routes.patch(
    '/api/admin/members/:uid/review',
    requires('admin'),
    limits.person,
    jsonBody(review),
    describeJson('Marks a submission as reviewed or graded, or takes the mark away.', member),
    async (c) => c.json(await reviewMember(store, c.var.user.uid, uidOf(c), c.req.valid('json'))),
  );
}

const seqParameter = z.coerce.number().int().min(1).max(Number.MAX_SAFE_INTEGER);

function addChanges(routes: Hono<PortalEnv>, { store, limits }: Deps): void {
  routes.get(
    '/api/admin/changes',
    requires('admin'),
    queryString(changesQuery),
    describeJson('The change log, newest first.', changesPage),
    async (c) => c.json(await listChanges(store.db, c.req.valid('query'))),
  );

  routes.post(
    '/api/admin/changes/:seq/undo',
    requires('admin'),
    limits.person,
    jsonBody(emptyBody),
    describeJson('Takes a change back, with all others of its batch.', undoAnswer),
    async (c) => {
      const seq = seqParameter.safeParse(c.req.param('seq'));
      return c.json(await undoChange(store, c.var.user.uid, seq.data ?? 0));
    },
  );

  routes.put(
    '/api/admin/visit',
    requires('admin'),
    limits.person,
    jsonBody(adminVisit),
    describeJson('Remembers up to where the changes have been seen.', adminVisit),
    async (c) => {
      const { seq } = c.req.valid('json');
      await rememberVisit(store.db, c.var.user.uid, seq);
      return c.json({ seq });
    },
  );
}

import { Hono } from 'hono';
import { sql } from 'kysely';
import { done } from '#domain/accounts.ts';
import { claimAnswer, claimWrite } from '#domain/claims.ts';
import { type ReviewFigures, reviewFigures } from '#domain/opinions.ts';
import {
  newSnippet,
  reviewQueue,
  reviewQueueQuery,
  reviewsAnswer,
  reviewsWrite,
  type SnippetKind,
  snippetId,
  snippetList,
  submissionList,
  submissionListQuery,
  submissionReview,
} from '#domain/review.ts';
import { reviewRefusals } from '#domain/review-texts.ts';
import { requires } from '#server/http/access.ts';
import { describeJson } from '#server/http/describe.ts';
import type { PortalEnv } from '#server/http/env.ts';
import { jsonBody, noBody, queryString } from '#server/http/input.ts';
import { Refusal } from '#server/http/refusal.ts';
import { uidOf } from '#server/members/named-member.ts';
import { accountName } from '#server/members/opinions.ts';
import type { Db, Store } from '#server/store/open.ts';
import { claimSubmission, leaveSubmission } from './claims.ts';
import { findInQueue } from './review-queue.ts';
import { listSubmissions } from './reviewers-view.ts';
import { addSnippet, deleteSnippet, listSnippets } from './snippets.ts';
import { type ReviewDeps, readReview } from './submission-review.ts';
import { saveReviews } from './write-review.ts';

/** The review desk: one submission at a time, its queue, and saved texts (docs/decisions/reviews.md). */
export function reviewRoutes(deps: ReviewDeps): Hono<PortalEnv> {
  const { store } = deps;
  const routes = new Hono<PortalEnv>();

  routes.get(
    '/api/admin/review-queue',
    requires('reviewer'),
    queryString(reviewQueueQuery),
    describeJson('Where a submission stands in the queue, oldest first.', reviewQueue),
    async (c) => c.json(await findInQueue(deps, c.var.user, c.req.valid('query'))),
  );

  routes.get(
    '/api/admin/review-queue/submissions',
    requires('reviewer'),
    queryString(submissionListQuery),
    describeJson('A page of the queue’s submissions, oldest first.', submissionList),
    async (c) => c.json(await listSubmissions(store.db, deps.content, c.var.user, c.req.valid('query'))),
  );

  routes.get(
    '/api/admin/reviews/:uid',
    requires('reviewer'),
    describeJson('A submission with all that is needed to judge it.', submissionReview),
    async (c) => c.json(await readReview(deps, uidOf(c), c.var.user)),
  );

  routes.patch(
    '/api/admin/reviews',
    requires('reviewer'),
    jsonBody(reviewsWrite),
    describeJson('Reviews one or many submissions: marks, feedback, note and opinion.', reviewsAnswer),
    async (c) => c.json(await saveReviews(deps, c.var.user, c.req.valid('json').reviews)),
  );

  routes.get(
    '/api/admin/review-figures',
    requires('admin'),
    describeJson(
      'How many opinions each reviewer has given, and how they differ from others.',
      reviewFigures,
    ),
    async (c) => c.json(await readFigures(store.db)),
  );

  addClaims(routes, store);
  addSnippets(routes, store, { path: '/api/admin/review-snippets', access: 'reviewer', kind: 'feedback' });
  addSnippets(routes, store, { path: '/api/admin/answer-snippets', access: 'admin', kind: 'answer' });
  return routes;
}

/** Opening a submission, so that no two reviewers work on one without knowing. */
function addClaims(routes: Hono<PortalEnv>, store: Store): void {
  routes.put(
    '/api/admin/reviews/:uid/claim',
    requires('reviewer'),
    jsonBody(claimWrite),
    describeJson('Opens a submission for ten minutes, or renews that.', claimAnswer),
    async (c) => {
      const { takeOver } = c.req.valid('json');
      const claim = await claimSubmission(store, { uid: uidOf(c), reviewer: c.var.user.uid, takeOver });
      return c.json({ claim });
    },
  );

  routes.delete(
    '/api/admin/reviews/:uid/claim',
    requires('reviewer'),
    noBody(),
    describeJson('Leaves a submission.', done),
    async (c) => {
      await leaveSubmission(store, { uid: uidOf(c), reviewer: c.var.user.uid });
      return c.json({ status: true });
    },
  );
}

/** Saved texts of one kind. */
function addSnippets(
  routes: Hono<PortalEnv>,
  store: Store,
  { path, access, kind }: { path: string; access: 'admin' | 'reviewer'; kind: SnippetKind },
): void {
  routes.get(path, requires(access), describeJson('Saved texts.', snippetList), async (c) =>
    c.json({ snippets: await listSnippets(store.db, kind) }),
  );

  routes.post(
    path,
    requires(access),
    jsonBody(newSnippet),
    describeJson('Saves a text, or replaces one.', snippetList),
    async (c) => {
      const snippet = { ...c.req.valid('json'), kind };
      return c.json({ snippets: await addSnippet(store, c.var.user.uid, snippet) });
    },
  );

  routes.delete(
    `${path}/:id`,
    requires(access),
    noBody(),
    describeJson('Deletes a saved text.', snippetList),
    async (c) => {
      const id = snippetId.safeParse(c.req.param('id'));
      if (!id.success) throw new Refusal(404, 'NOT_FOUND', reviewRefusals.snippetMissing);
      return c.json({ snippets: await deleteSnippet(store, c.var.user.uid, { kind, id: id.data }) });
    },
  );
}

/** Everybody who reviews or has reviewed, the busiest first. */
async function readFigures(db: Db): Promise<ReviewFigures> {
  const ofOthers = sql<number>`(
    select avg(other.score) from opinions as other
    where other.uid = opinions.uid and other."submittedAt" = opinions."submittedAt"
      and other.reviewer <> opinions.reviewer and other.given = 1)`;
  const given = await db
    .selectFrom('opinions')
    .select('reviewer')
    .select(accountName('opinions.reviewer').as('name'))
    .select((is) => is.fn.countAll<number>().as('count'))
    .select([
      sql<number | null>`cast(round(avg(score)) as integer)`.as('mean'),
      sql<number | null>`cast(round(avg(score - ${ofOthers})) as integer)`.as('difference'),
    ])
    .where('given', '=', 1)
    .groupBy('reviewer')
    .orderBy('count', 'desc')
    .orderBy('reviewer')
    .execute();
  const known = given.map(({ reviewer }) => reviewer);
  const idle = await db
    .selectFrom('staff')
    .select(accountName('staff.uid').as('name'))
    .where('role', '=', 'reviewer')
    .$if(known.length > 0, (query) => query.where('uid', 'not in', known))
    .orderBy('since')
    .execute();
  const hundredth = (value: number | null) => (value === null ? null : value / 100);
  return {
    reviewers: [
      ...given.map(({ name, count, mean, difference }) => ({
        ...{ name, count },
        ...{ mean: hundredth(mean), difference: hundredth(difference) },
      })),
      ...idle.map(({ name }) => ({ name, count: 0, mean: null, difference: null })),
    ],
  };
}

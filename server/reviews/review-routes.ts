import { Hono } from 'hono';
import {
  newSnippet,
  oneReview,
  reviewQueue,
  reviewQueueQuery,
  reviewsAnswer,
  reviewsWrite,
  snippetId,
  snippetList,
  submissionReview,
} from '#domain/review.ts';
import { reviewRefusals } from '#domain/review-texts.ts';
import { requires } from '#server/http/access.ts';
import { describeJson } from '#server/http/describe.ts';
import type { PortalEnv } from '#server/http/env.ts';
import { jsonBody, noBody, queryString } from '#server/http/input.ts';
import { Refusal } from '#server/http/refusal.ts';
import { uidOf } from '#server/members/named-member.ts';
import type { Store } from '#server/store/open.ts';
import { findInQueue } from './review-queue.ts';
import { addSnippet, deleteSnippet, listSnippets } from './snippets.ts';
import { type ReviewDeps, readReview } from './submission-review.ts';
import { saveReviews } from './write-review.ts';

/** The review desk: one submission at a time, its queue, and saved texts (docs/decisions/reviews.md). */
export function reviewRoutes(deps: ReviewDeps): Hono<PortalEnv> {
  const { store } = deps;
  const routes = new Hono<PortalEnv>();

  routes.get(
    '/api/admin/review-queue',
    requires('admin'),
    queryString(reviewQueueQuery),
    describeJson('Where a submission stands in the queue, oldest first.', reviewQueue),
    async (c) => c.json(await findInQueue(store.db, c.req.valid('query'))),
  );

  routes.get(
    '/api/admin/reviews/:uid',
    requires('admin'),
    describeJson('A submission with all that is needed to judge it.', submissionReview),
    async (c) => c.json(await readReview(deps, uidOf(c), c.var.user)),
  );

  routes.patch(
    '/api/admin/reviews',
    requires('admin'),
    jsonBody(reviewsWrite),
    describeJson('Reviews one or many submissions: marks, feedback, note and opinion.', reviewsAnswer),
    async (c) => c.json(await saveReviews(deps, c.var.user, c.req.valid('json').reviews)),
  );

  routes.patch(
    '/api/admin/reviews/:uid',
    requires('admin'),
    jsonBody(oneReview),
    describeJson('Reviews one submission, for scripts.', reviewsAnswer),
    async (c) => {
      const { shown, ...set } = c.req.valid('json');
      return c.json(await saveReviews(deps, c.var.user, [{ uid: uidOf(c), shown, set }]));
    },
  );

  addSnippets(routes, store);
  return routes;
}

function addSnippets(routes: Hono<PortalEnv>, store: Store): void {
  routes.get(
    '/api/admin/review-snippets',
    requires('admin'),
    describeJson('Saved texts for feedback.', snippetList),
    async (c) => c.json({ snippets: await listSnippets(store.db) }),
  );

  routes.post(
    '/api/admin/review-snippets',
    requires('admin'),
    jsonBody(newSnippet),
    describeJson('Saves a text for feedback.', snippetList),
    async (c) => c.json({ snippets: await addSnippet(store, c.var.user.uid, c.req.valid('json').text) }),
  );

  routes.delete(
    '/api/admin/review-snippets/:id',
    requires('admin'),
    noBody(),
    describeJson('Deletes a saved text.', snippetList),
    async (c) => {
      const id = snippetId.safeParse(c.req.param('id'));
      if (!id.success) throw new Refusal(404, 'NOT_FOUND', reviewRefusals.snippetMissing);
      return c.json({ snippets: await deleteSnippet(store, c.var.user.uid, id.data) });
    },
  );
}

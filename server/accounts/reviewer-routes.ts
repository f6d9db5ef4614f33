import { Hono } from 'hono';
import { done, type Session, session } from '#domain/accounts.ts';
import { mailedToken } from '#domain/mailed-links.ts';
import {
  acceptance,
  invitationId,
  invitationLink,
  invited,
  reviewerInvitation,
  reviewerList,
  reviewerRefusals,
} from '#domain/reviewers.ts';
import { requires } from '#server/http/access.ts';
import { describeJson, doneAfter } from '#server/http/describe.ts';
import type { PortalEnv } from '#server/http/env.ts';
import { jsonBody, noBody } from '#server/http/input.ts';
import { Refusal } from '#server/http/refusal.ts';
import { uidOf } from '#server/members/named-member.ts';
import type { AccountDeps } from './deps.ts';
import {
  acceptInvitation,
  endReviewer,
  inviteReviewer,
  listReviewers,
  readInvitation,
  revokeInvitation,
} from './reviewers.ts';

/** The administrator's reviewers, and the way in for those whom a link invites (docs/decisions/staff.md). */
export function reviewerRoutes(deps: AccountDeps): Hono<PortalEnv> {
  const { limits } = deps;
  const routes = new Hono<PortalEnv>();

  routes.get(
    '/api/admin/reviewers',
    requires('admin'),
    describeJson('The reviewers, and the invitations that still work.', reviewerList),
    async (c) => c.json(await listReviewers(deps)),
  );

  routes.post(
    '/api/admin/reviewers',
    requires('admin'),
    jsonBody(reviewerInvitation),
    describeJson('Mails an invitation; the answer alone shows its link.', invitationLink),
    async (c) => c.json(await inviteReviewer(deps, c.var.user.uid, c.req.valid('json').email)),
  );

  routes.delete(
    '/api/admin/reviewers/:uid',
    requires('admin'),
    noBody(),
    describeJson('Ends a reviewer’s role and sessions; their reviews stay.', done),
    async (c) => c.json(await doneAfter(endReviewer(deps, c.var.user.uid, uidOf(c)))),
  );

  routes.delete(
    '/api/admin/invitations/:id',
    requires('admin'),
    noBody(),
    describeJson('Revokes an invitation.', done),
    async (c) => {
      const id = invitationId.safeParse(c.req.param('id'));
      if (!id.success) throw new Refusal(404, 'NOT_FOUND', reviewerRefusals.invitationMissing);
      return c.json(await doneAfter(revokeInvitation(deps, c.var.user.uid, id.data)));
    },
  );

  routes.post(
    '/api/reviewers/check',
    requires('public'),
    limits.token,
    jsonBody(mailedToken),
    describeJson('The address that an invitation is for, if it still works; changes nothing.', invited),
    async (c) => c.json(await readInvitation(deps, c.req.valid('json').token)),
  );

  routes.post(
    '/api/reviewers/accept',
    requires('public'),
    limits.token,
    jsonBody(acceptance),
    describeJson('Makes the invited person a reviewer, once, and signs in.', session),
    async (c) => c.json<Session>({ user: await acceptInvitation(deps, c, c.req.valid('json')) }),
  );

  return routes;
}

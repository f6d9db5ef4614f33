import { Hono } from 'hono';
import { waiting } from '#domain/answers.ts';
import { submission } from '#domain/contact-form.ts';
import { type Member, member, taskCompletion, trackMessages, trackSelection } from '#domain/members.ts';
import { profileMessages } from '#domain/profile.ts';
import { canReopenTask, taskMessages } from '#domain/progress.ts';
import { requires } from '#server/http/access.ts';
import { describeJson } from '#server/http/describe.ts';
import type { PortalEnv } from '#server/http/env.ts';
import { jsonBody } from '#server/http/input.ts';
import { Refusal } from '#server/http/refusal.ts';
import type { Store } from '#server/store/open.ts';
import { changeMember, findMember, type MemberChange } from './member-store.ts';
import { readWaiting } from './review-waits.ts';
import { refuseSubmission, type SeasonDeps } from './season.ts';

/** A member's own record: read, track, task and submission (spec, points 4 and 7). */
export function memberRoutes(deps: SeasonDeps & { store: Store }): Hono<PortalEnv> {
  const { store } = deps;
  const routes = new Hono<PortalEnv>();

  async function change(
    uid: string,
    kind: MemberChange['kind'],
    write: MemberChange['write'],
  ): Promise<Member> {
    const changed = await store.change((trx) => changeMember(trx, { uid, actor: uid, kind, write }));
    return memberOr404(changed);
  }

  routes.get('/api/me', requires('member'), describeJson('The member’s own record.', member), async (c) => {
    return c.json(memberOr404(await findMember(store.db, c.get('user').uid)));
  });

  routes.get(
    '/api/me/waiting',
    requires('member'),
    describeJson('The place of the member’s submission in the queue, and how long reviews take.', waiting),
    async (c) => c.json(await readWaiting(store.db, c.get('user').uid)),
  );

  routes.put(
    '/api/me/track',
    requires('member'),
    jsonBody(trackSelection),
    describeJson('Chooses the development track.', member),
    async (c) => {
      const { developmentTrack } = c.req.valid('json');
      const changed = await change(c.get('user').uid, 'track-selected', () => ({ developmentTrack }));
      return c.json(changed);
    },
  );

  routes.put(
    '/api/me/task-completion',
    requires('member'),
    jsonBody(taskCompletion),
    describeJson('Marks the task as done, or undoes that until a project is submitted.', member),
    async (c) => {
      const write = c.req.valid('json').taskCompleted ? completeTask : reopenTask;
      return c.json(await change(c.get('user').uid, write.kind, write.fields));
    },
  );

  routes.put(
    '/api/me/submission',
    requires('member'),
    jsonBody(submission),
    describeJson('Submits a project; replaces the one before and resets its review.', member),
    async (c) => {
      const sent = c.req.valid('json');
      await refuseSubmission(store.db, deps, c.get('user').uid);
      const submit: MemberChange['write'] = ({ developmentTrack, feedback, formerFeedback }, now) => ({
        ...sent,
        ...awaitingReview,
        formerFeedback: feedback ?? formerFeedback,
        submittedAt: now,
        submissionTrack: developmentTrack,
      });
      return c.json(await change(c.get('user').uid, 'submission-sent', submit));
    },
  );

  return routes;
}

interface TaskWrite {
  kind: MemberChange['kind'];
  fields: MemberChange['write'];
}

const completeTask: TaskWrite = {
  kind: 'task-completed',
  fields(current, now) {
    if (!current.developmentTrack) throw new Refusal(409, 'TRACK_REQUIRED', trackMessages.none);
    return current.taskCompleted ? null : { taskCompleted: true, taskCompletedAt: now };
  },
};

const reopenTask: TaskWrite = {
  kind: 'task-reopened',
  fields(current) {
    if (!current.taskCompleted) return null;
    if (!canReopenTask(current)) throw new Refusal(409, 'SUBMITTED', taskMessages.submitted);
    return { taskCompleted: false, taskCompletedAt: null };
  },
};

/** The former review is kept (docs/decisions/reviews.md). */
const awaitingReview = { submissionReviewed: false, graded: false, feedback: null, feedbackAt: null };

/** The record, or 404 MEMBER_NOT_FOUND for an account without one. */
export function memberOr404(member: Member | null): Member {
  if (!member) throw new Refusal(404, 'MEMBER_NOT_FOUND', profileMessages.missing);
  return member;
}

import { Hono } from 'hono';
import { type Track, tracks } from '#domain/member-choices.ts';
import type { Member } from '#domain/members.ts';
import { type TaskDefinition, taskDefinition } from '#domain/tasks.ts';
import type { Content } from '#server/config/content.ts';
import { requires } from '#server/http/access.ts';
import { describeJson } from '#server/http/describe.ts';
import type { PortalEnv } from '#server/http/env.ts';
import { Refusal } from '#server/http/refusal.ts';

/** The tracks' tasks, as the club wrote them in content/tasks/. */
export function taskRoutes(content: Content): Hono<PortalEnv> {
  const routes = new Hono<PortalEnv>();
  routes.get(
    '/api/tasks/:track',
    requires('public'),
    describeJson('The task of a track.', taskDefinition),
    (c) => {
      const track = tracks.find((each) => each === c.req.param('track'));
      if (!track) throw new Refusal(404, 'NOT_FOUND', 'There is no such track.');
      return c.json(content.tasks[track]);
    },
  );
  return routes;
}

/** The tasks that a page shows first, so that it need not ask for them. */
export function tasksOf(
  path: string,
  member: Member | undefined,
  { tasks }: Pick<Content, 'tasks'>,
): Partial<Record<Track, TaskDefinition>> | undefined {
  const track = member?.developmentTrack;
  if (path === '/tasks' || (path === '/dashboard' && member && !track)) return tasks;
  return path === '/user-tasks' && track ? { [track]: tasks[track] } : undefined;
}

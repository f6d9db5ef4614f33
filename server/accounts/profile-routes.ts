import { Hono } from 'hono';
import { member } from '#domain/members.ts';
import { profileSave } from '#domain/profile.ts';
import type { Deps } from '#server/deps.ts';
import { requires } from '#server/http/access.ts';
import { describeJson } from '#server/http/describe.ts';
import type { PortalEnv } from '#server/http/env.ts';
import { jsonBody } from '#server/http/input.ts';
import { found } from '#server/members/member-routes.ts';
import { saveProfile } from './save-profile.ts';

/** The profile, part of both account and record (spec, point 7). */
export function profileRoutes(deps: Deps): Hono<PortalEnv> {
  const routes = new Hono<PortalEnv>();

  routes.patch(
    '/api/me/profile',
    requires('member'),
    jsonBody(profileSave),
    describeJson('Saves the profile; name and email are copied to the account.', member),
    async (c) => {
      const saver = { uid: c.var.user.uid, sender: c.var.sender };
      const { version, ...form } = c.req.valid('json');
      return c.json(found(await saveProfile(deps, saver, form, version)));
    },
  );

  return routes;
}

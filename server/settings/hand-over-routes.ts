import { Hono } from 'hono';
import { done, type Session, session } from '#domain/accounts.ts';
import {
  handOver,
  handOverRefusals,
  handOverWrite,
  lineWrite,
  successor,
  takeOver as takeOverRequest,
  writtenLine,
} from '#domain/hand-over.ts';
import { mailedToken } from '#domain/mailed-links.ts';
import { invitationLink } from '#domain/reviewers.ts';
import type { AccountDeps } from '#server/accounts/deps.ts';
import { requires } from '#server/http/access.ts';
import { describeJson, doneAfter } from '#server/http/describe.ts';
import type { PortalEnv } from '#server/http/env.ts';
import { jsonBody, noBody } from '#server/http/input.ts';
import { Refusal } from '#server/http/refusal.ts';
import {
  nameSuccessor,
  readHandOver,
  readSuccessor,
  revokeSuccessor,
  takeOver,
  writeLine,
} from './hand-over.ts';

/** From one lead to the next (docs/decisions/staff.md). */
export function handOverRoutes(deps: AccountDeps): Hono<PortalEnv> {
  const { limits } = deps;
  const routes = new Hono<PortalEnv>();

  routes.get(
    '/api/admin/hand-over',
    requires('admin'),
    describeJson('The next lead, and what somebody else needs to run the portal.', handOver),
    async (c) => c.json(await readHandOver(deps)),
  );

  routes.post(
    '/api/admin/hand-over',
    requires('admin'),
    jsonBody(handOverWrite),
    describeJson('Mails the next lead a link to take over; the answer alone shows it.', invitationLink),
    async (c) => c.json(await nameSuccessor(deps, c.req.valid('json'))),
  );

  routes.delete(
    '/api/admin/hand-over',
    requires('admin'),
    noBody(),
    describeJson('Revokes the link of the next lead.', done),
    async (c) => c.json(await doneAfter(revokeSuccessor(deps))),
  );

  routes.put(
    '/api/admin/hand-over/:line',
    requires('admin'),
    jsonBody(lineWrite),
    describeJson('Keeps the note, or that somebody else has what a line names.', handOver),
    async (c) => {
      const name = writtenLine.safeParse(c.req.param('line'));
      if (!name.success) throw new Refusal(404, 'NOT_FOUND', handOverRefusals.noSuchLine);
      await writeLine(deps, name.data, c.req.valid('json').text);
      return c.json(await readHandOver(deps));
    },
  );

  routes.post(
    '/api/hand-over/check',
    requires('public'),
    limits.token,
    jsonBody(mailedToken),
    describeJson('The address that a link names as the next lead’s; changes nothing.', successor),
    async (c) => c.json(await readSuccessor(deps, c.req.valid('json').token)),
  );

  routes.post(
    '/api/hand-over/accept',
    requires('public'),
    limits.token,
    jsonBody(takeOverRequest),
    describeJson('Makes the named person the administrator, once, and signs in.', session),
    async (c) => c.json<Session>({ user: await takeOver(deps, c, c.req.valid('json')) }),
  );

  return routes;
}

import * as fc from 'fast-check';
import { expect } from 'vitest';
import { declaredRoutes } from '#server/http/access.ts';
import { goodBody } from '#tests/helpers/good-bodies.ts';
import { act, nothing } from './act.ts';
import { isNowReleased } from './staff-acts.ts';
import { as, day, hour } from './world.ts';

const pass = act(
  'pass',
  fc.constantFrom(1, 1, 12, 30, 24 * 8, 24 * 20),
  async (world, hours) => {
    await world.pass(hours * hour);
    const isDue = world.plan !== null && Date.now() >= world.plan;
    if (isDue) {
      world.plan = null;
      isNowReleased(world);
    }
    const corrected = world.students.filter(({ correction }) => correction !== undefined);
    for (const student of corrected) {
      Object.assign(student, {
        result: student.correction,
        outcome: student.correction,
        correction: undefined,
      });
    }
    // Few years have much that happens by itself, so its result is looked at now.
    for (const student of isDue ? world.students : corrected) {
      const { body } = await (await as(student)).get('/api/me/result');
      expect(body).toMatchObject({ outcome: student.result ?? null });
    }
    world.inbox = world.inbox.filter(
      ({ deletedAt }) => !deletedAt || Date.now() <= Date.parse(deletedAt) + day,
    );
  },
  'nobody',
);

const mailServer = act(
  'mailServer',
  fc.constantFrom('accepting' as const, 'refusing' as const, 'down' as const),
  async (world, state) => {
    world.mailServer.state = state;
    if (state !== 'accepting') world.mailServer.outages += 1;
  },
  'nobody',
);

const disturb = act(
  'disturb',
  fc.record({
    kind: fc.constantFrom('killed' as const, 'full' as const),
    before: fc.integer({ min: 1, max: 8 }),
  }),
  async (world, disturbance) => {
    world.disturbance = disturbance;
  },
  'nobody',
);

const restart = act('restart', nothing, (world) => world.restart(), 'nobody');

/** A caller tries some routes that are not theirs. */
const trespass = act(
  'trespass',
  fc.tuple(fc.constantFrom('stranger', 'student', 'reviewer'), fc.nat(500)),
  async (world, [caller, which], student) => {
    // Those of the lead are recognised by their address, so that a route that declares too much is found.
    const closed = declaredRoutes(world.portal.app).filter(({ access, path }) =>
      caller === 'reviewer' ? access === 'admin' : /^\/api\/admin\/(?!sign-in$)/.test(path),
    );
    const other = world.students.find(({ uid }) => uid !== student.uid)?.uid ?? 'nobody';
    const browsers = {
      stranger: world.browser,
      student: () => as(student),
      reviewer: () => as(world.reviewer),
    };
    const browser = await browsers[caller as 'stranger']();
    for (const route of [...closed, ...closed].slice(which % closed.length).slice(0, 8)) {
      const path = route.path.replace(':uid', other).replace(/:\w+/g, 'some');
      const body = route.method === 'GET' ? {} : { body: goodBody(route.method, route.path) ?? {} };
      const { status, text } = await browser.send(route.method, path, body);
      expect(status, `${route.method} ${path} by ${caller}: ${text}`).toBe(caller === 'stranger' ? 401 : 403);
    }
  },
);

/** By the world around the portal, and by strangers. */
export const events = [
  ...[pass, pass, pass, mailServer, disturb, disturb, disturb, restart, trespass, trespass],
];

import { randomInt } from 'node:crypto';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import * as z from 'zod/mini';
import { declaredRoutes } from '#server/http/access.ts';
import { declaredInputs } from '#server/http/input.ts';
import { awkward, fillPath, generatedRequests } from './generated-requests.ts';
import { type Actors, actorNames, callerFor, openActors, openTestApp, type TestApp } from './helpers/app.ts';
import { bodiesOf, textsIn } from './helpers/bodies.ts';
import { describeEachEngine } from './helpers/engines.ts';
import { contactMessage } from './helpers/forms.ts';
import { goodBody } from './helpers/good-bodies.ts';
import { isLongRun, tell } from './helpers/long-run.ts';
import type { Answer } from './helpers/visitor.ts';

/** `npm run soak` sends 10,000, and measures them. */
const requests = isLongRun ? 10_000 : 1_000;
/** In milliseconds, on a machine that does nothing else. */
const longestAnswer = 250;
/** FUZZ_SEED=… sends the requests of an earlier run again. A long run chooses its seed, and prints it. */
const seed = Number(process.env.FUZZ_SEED) || (isLongRun ? randomInt(1, 2 ** 31) : 1);

/** A text that a database cannot hold, and others that a network or an encoder cannot. */
const unstorable = 'asha\0';
const unusual = ['\ud800', '9'.repeat(40)];

describeEachEngine('the portal', (engine) => {
  async function open() {
    const portal = await openTestApp(engine, { env: { RATE_LIMIT: 'off' } });
    const actors = await openActors(portal);
    return { portal, actors, routes: declaredRoutes(portal.app), restore: await keepActors(portal, actors) };
  }

  it(`answers ${requests} generated requests over all routes without a 5xx`, {
    timeout: 30 * 60_000,
  }, async () => {
    tell(`${engine}: FUZZ_SEED=${seed}`);
    const { portal, actors, routes, restore } = await open();
    const before = await whoIsWho(actors);
    const slow: string[] = [];
    await fc.assert(
      fc.asyncProperty(
        generatedRequests(routes, await knownIds(portal, actors)),
        async ({ actor, route, path, sending }) => {
          const started = performance.now();
          const answer = await actors[actor].send(route.method, path, sending);
          const took = performance.now() - started;
          if (took > longestAnswer)
            slow.push(`${took.toFixed(0)} ms: ${actor}: ${route.method} ${path}`.slice(0, 200));
          await restore();
          expectNoServerError(answer, path);
        },
      ),
      { numRuns: requests, seed },
    );
    expect(await whoIsWho(actors)).toEqual(before);
    expect(portal.takeErrors()).toEqual([]);
    if (isLongRun) expect(slow, `FUZZ_SEED=${seed}`).toEqual([]);
  });

  it('answers the administrator, who gets past every guard, without a 5xx for any odd id', async () => {
    const { portal, actors, routes, restore } = await open();
    for (const { method, path } of routes.filter((route) => route.path.includes(':'))) {
      const body = path.includes('/f/') ? contactMessage() : goodBody(method, path);
      for (const id of awkward) {
        const address = fillPath(path, [id, id]);
        const sending = method === 'GET' || !body ? {} : { body };
        const answer = await actors.administrator.send(method, address, sending);
        await restore();
        expectNoServerError(answer, address);
        expect([401, 403], address).not.toContain(answer.status);
      }
    }
    expect(portal.takeErrors()).toEqual([]);
  });

  it('answers a body of every branch of every rule without a 5xx, also with an odd text in any place', {
    timeout: 5 * 60_000,
  }, async () => {
    let { portal, actors, routes, restore } = await open();
    for (const input of declaredInputs(portal.app).filter(({ route }) => !route.endsWith('/events'))) {
      // The end of a season has removed them.
      if ((await actors.member.get('/api/me')).status !== 200) {
        actors = await openActors(portal);
        restore = await keepActors(portal, actors);
      }
      const [method = '', path = ''] = input.route.split(' ');
      const { access } = routes.find((route) => route.method === method && route.path === path) ?? {};
      const address = path.replace(':seq', '1').replace(/:\w+/g, actors.member.uid);
      const bodies = bodiesOf(input);
      const places = bodies.flatMap(textsIn);
      const odd = [
        // In each body, since something beside it may be refused first.
        ...places.map(([, put]) => put(unstorable)),
        ...unusual.flatMap((text) => [...new Map(places).values()].map((put) => put(text))),
        // A text that the rule refuses goes no further.
      ].filter((body) => z.safeParse(input.rule, body).success);
      for (const body of [...bodies, ...odd] as object[]) {
        const caller = callerFor(access ?? 'public', actors);
        const fields = Object.entries(body).map(([name, one]) => [name, String(one).toWellFormed()]);
        const query = input.part === 'query' ? `?${new URLSearchParams(fields)}` : '';
        const answer = await caller.send(method, address + query, input.part === 'json' ? { body } : {});
        await restore();
        expectNoServerError(answer, `${path} ${JSON.stringify(body).slice(0, 500)}`);
      }
    }
    expect(portal.takeErrors()).toEqual([]);
  });
});

function expectNoServerError(answer: Answer, path: string): void {
  expect(answer.status, `${path} ${answer.text}`).toBeLessThan(500);
  // A browser that comes back from a sign-in provider is answered with a page.
  const isPage = path.startsWith('/api/auth/provider') && answer.text.startsWith('<!doctype html>');
  if (answer.status >= 400 && path.startsWith('/api/') && !path.includes('//') && !isPage) {
    expect(answer.body).toMatchObject({ code: expect.any(String), message: expect.any(String) });
  }
}

/**
 * Registering, signing in and signing out replace the session that a request came with, and an administrator ends those of
 * others.
 * @returns a function that gives everybody their own back after a request
 */
async function keepActors(portal: TestApp, actors: Actors): Promise<() => Promise<void>> {
  const sessions = await portal.store.db.selectFrom('session').selectAll().execute();
  const cookies = actorNames.map((name) => [actors[name].cookies, new Map(actors[name].cookies)] as const);
  return async () => {
    for (const [now, before] of cookies) {
      now.clear();
      for (const [name, value] of before) now.set(name, value);
    }
    const users = await portal.store.db.selectFrom('user').select('id').execute();
    const there = new Set(users.map(({ id }) => id));
    await portal.store.db
      .insertInto('session')
      .values(sessions.filter(({ userId }) => there.has(userId)))
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  };
}

async function whoIsWho(actors: Actors): Promise<unknown[]> {
  const answers = await Promise.all(actorNames.map((name) => actors[name].get('/api/session')));
  return answers.map(({ body }) => (body as { user: { uid: string } | null }).user?.uid);
}

/** Ids of what is stored, for the parameters of paths. */
async function knownIds(portal: TestApp, { member, another }: Actors): Promise<string[]> {
  await member.post('/f/contact', contactMessage());
  const messages = await portal.store.db.selectFrom('form_submissions').select('id').execute();
  return [member.uid, another.uid, ...messages.map(({ id }) => id), 'contact', '1', '2'];
}

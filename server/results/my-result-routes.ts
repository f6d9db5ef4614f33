import { Hono } from 'hono';
import { emptyBody } from '#domain/accounts.ts';
import { placeAnswer } from '#domain/places.ts';
import { certificateAnswer, memberResult, requirementsAnswer, resultPanelAnswer } from '#domain/results.ts';
import { requires } from '#server/http/access.ts';
import { describeJson } from '#server/http/describe.ts';
import type { PortalEnv } from '#server/http/env.ts';
import { jsonBody } from '#server/http/input.ts';
import type { Store } from '#server/store/open.ts';
import { askForCertificate, removeCertificate } from './certificates.ts';
import { readPanel, readRequirements, readResult } from './my-result.ts';
import { answerPlace } from './places.ts';
import type { ViewDeps } from './release-state.ts';

/** A member's own result, and the choice of a page that shows it to anybody. */
export function myResultRoutes({ store, ...deps }: ViewDeps & { store: Store }): Hono<PortalEnv> {
  const routes = new Hono<PortalEnv>();

  routes.get(
    '/api/me/result',
    requires('member'),
    describeJson('The member’s own result, once it is released.', memberResult),
    async (c) => c.json(await readResult(store.db, c.var.user.uid)),
  );

  routes.get(
    '/api/me/result/panel',
    requires('member'),
    describeJson('The member’s own result in the club’s words, once it is released.', resultPanelAnswer),
    async (c) => c.json({ panel: await readPanel(store.db, deps, c.var.user.uid) }),
  );

  routes.get(
    '/api/me/requirements',
    requires('member'),
    describeJson('The requirements that the member’s reviewed submission meets.', requirementsAnswer),
    async (c) => c.json(await readRequirements(store.db, deps, c.var.user.uid)),
  );

  routes.post(
    '/api/me/place',
    requires('member'),
    jsonBody(placeAnswer),
    describeJson('Says whether the member takes the place.', memberResult),
    async (c) => {
      await answerPlace(store, c.var.user.uid, c.req.valid('json').answer);
      return c.json(await readResult(store.db, c.var.user.uid));
    },
  );

  routes.post(
    '/api/me/certificate',
    requires('member'),
    jsonBody(emptyBody),
    describeJson('Makes a page that shows to anybody that the member was selected.', certificateAnswer),
    async (c) => c.json({ certificate: await askForCertificate(store, c.var.user.uid) }),
  );

  routes.delete(
    '/api/me/certificate',
    requires('member'),
    jsonBody(emptyBody),
    describeJson('Removes that page.', certificateAnswer),
    async (c) => {
      await removeCertificate(store, c.var.user.uid);
      return c.json({ certificate: null });
    },
  );

  return routes;
}

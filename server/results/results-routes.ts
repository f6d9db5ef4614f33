import { Hono } from 'hono';
import { emptyBody } from '#domain/accounts.ts';
import { bulkChoice } from '#domain/bulk-mail.ts';
import { correctionWrite, memberOutcome, outcomesAnswer, outcomesWrite } from '#domain/results.ts';
import {
  lookupAnswer,
  outcomesLookup,
  type ResultSettingsWrite,
  resultSettingsWrite,
  resultsView,
  waitingOrder,
} from '#domain/results-page.ts';
import { placesWrite, roundAudience, roundPreview, roundRequest, roundsList } from '#domain/rounds.ts';
import { requires } from '#server/http/access.ts';
import { describeJson } from '#server/http/describe.ts';
import type { PortalEnv } from '#server/http/env.ts';
import { jsonBody, noBody } from '#server/http/input.ts';
import { staleVersion } from '#server/http/refusal.ts';
import { resumeBulkMails, stopBulkMails } from '#server/mail/bulk-mails.ts';
import { uidOf } from '#server/members/named-member.ts';
import { writeState } from '#server/store/portal-state.ts';
import { changeOutcomes, planCorrection, readMemberOutcome, undoCorrection } from './correct-result.ts';
import { lookUp } from './outcome-store.ts';
import { extendPlaces } from './places.ts';
import { logChange, readSettings } from './release-state.ts';
import { readResults, settingsVersion } from './results-view.ts';
import { cancelRound, makeRound, type ResultDeps } from './rounds.ts';
import { previewRound, readRounds } from './rounds-view.ts';
import { orderWaitingList } from './waiting-list.ts';

/** Outcomes and the release of the results, for the administrator (docs/decisions/results.md). */
export function resultsRoutes(deps: ResultDeps): Hono<PortalEnv> {
  const { store } = deps;
  const routes = new Hono<PortalEnv>();
  const view = () => readResults(store.db, deps);

  routes.get(
    '/api/admin/results',
    requires('admin'),
    describeJson('The results as a release would show them, or has shown them.', resultsView),
    async (c) => c.json(await view()),
  );

  addRounds(routes, deps);
  addChoices(routes, deps);
  addOutcomes(routes, deps);
  return routes;
}

function addRounds(routes: Hono<PortalEnv>, deps: ResultDeps): void {
  const { store } = deps;

  routes.get(
    '/api/admin/results/rounds',
    requires('admin'),
    describeJson('Planned and released rounds of results.', roundsList),
    async (c) => c.json({ rounds: await readRounds(store.db) }),
  );

  routes.post(
    '/api/admin/results/rounds/preview',
    requires('admin'),
    jsonBody(roundAudience),
    describeJson('Counts what a release to these members would do, and what it would leave.', roundPreview),
    async (c) => c.json(await previewRound(store.db, deps, c.req.valid('json'))),
  );

  routes.post(
    '/api/admin/results/rounds',
    requires('admin'),
    jsonBody(roundRequest),
    describeJson('Releases the results of some members, now or at a time.', resultsView),
    async (c) => {
      await makeRound(deps, c.var.user.uid, c.req.valid('json'));
      return c.json(await readResults(store.db, deps));
    },
  );

  routes.put(
    '/api/admin/results/places',
    requires('admin'),
    jsonBody(placesWrite),
    describeJson('Gives selected members until another time to confirm their places.', resultsView),
    async (c) => {
      await extendPlaces(deps, c.var.user.uid, c.req.valid('json'));
      return c.json(await readResults(store.db, deps));
    },
  );

  routes.put(
    '/api/admin/results/waiting-list',
    requires('admin'),
    jsonBody(waitingOrder),
    describeJson('Sets the order in which members of the waiting list get an offer.', resultsView),
    async (c) => {
      await orderWaitingList(store, c.var.user.uid, c.req.valid('json').uids);
      return c.json(await readResults(store.db, deps));
    },
  );

  routes.delete(
    '/api/admin/results/rounds/:id',
    requires('admin'),
    noBody(),
    describeJson('Cancels a planned round.', resultsView),
    async (c) => {
      await cancelRound(store, c.var.user.uid, c.req.param('id'));
      return c.json(await readResults(store.db, deps));
    },
  );
}

/** Before their release nobody but administrators gets a byte of the outcomes. */
function addOutcomes(routes: Hono<PortalEnv>, deps: ResultDeps): void {
  const { store } = deps;

  routes.patch(
    '/api/admin/outcomes',
    requires('admin'),
    jsonBody(outcomesWrite),
    describeJson('Gives members an outcome, or none.', outcomesAnswer),
    async (c) => c.json(await changeOutcomes(store, c.var.user.uid, c.req.valid('json'))),
  );

  routes.post(
    '/api/admin/outcomes/lookup',
    requires('admin'),
    jsonBody(outcomesLookup),
    describeJson('Finds members by addresses or student IDs, with their outcomes.', lookupAnswer),
    async (c) => c.json(await lookUp(store.db, c.req.valid('json').entries)),
  );

  routes.get(
    '/api/admin/outcomes/:uid',
    requires('admin'),
    describeJson('The outcome of one member.', memberOutcome),
    async (c) => c.json(await readMemberOutcome(deps.config, store.db, uidOf(c))),
  );

  routes.post(
    '/api/admin/results/:uid/correction',
    requires('admin'),
    jsonBody(correctionWrite),
    describeJson('Corrects the released result of a member, after ten minutes.', memberOutcome),
    async (c) =>
      c.json(await planCorrection(deps, c.var.user.uid, { uid: uidOf(c), ...c.req.valid('json') })),
  );

  routes.delete(
    '/api/admin/results/:uid/correction',
    requires('admin'),
    jsonBody(emptyBody),
    describeJson('Undoes a correction that has not taken effect yet.', memberOutcome),
    async (c) => c.json(await undoCorrection(deps, c.var.user.uid, uidOf(c))),
  );
}

function addChoices(routes: Hono<PortalEnv>, deps: ResultDeps): void {
  const { store } = deps;
  const view = () => readResults(store.db, deps);

  routes.put(
    '/api/admin/results/settings',
    requires('admin'),
    jsonBody(resultSettingsWrite),
    describeJson('Saves the texts and choices of the results.', resultsView),
    async (c) => {
      await saveSettings(c.var.user.uid, c.req.valid('json'));
      return c.json(await view());
    },
  );

  routes.patch(
    '/api/admin/results/emails',
    requires('admin'),
    jsonBody(bulkChoice),
    describeJson('Stops the emails about results, or continues them.', resultsView),
    async (c) => {
      const change = c.req.valid('json').stopped ? stopBulkMails : resumeBulkMails;
      await store.change(async (trx) => {
        await change(trx, 'result');
        await logChange(trx, c.var.user.uid);
      });
      deps.outbox.wake();
      return c.json(await view());
    },
  );

  function saveSettings(actor: string, { settings, version, places }: ResultSettingsWrite): Promise<void> {
    return store.change(async (trx) => {
      const now = await readSettings(trx, deps);
      if (settingsVersion(now) !== version) throw staleVersion(await readResults(trx, deps));
      await writeState(trx, 'result-settings', settings);
      if (places) await writeState(trx, 'places', places);
      await logChange(trx, actor);
    });
  }
}

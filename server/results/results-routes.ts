import { Hono } from 'hono';
import { emptyBody } from '#domain/accounts.ts';
import { bulkChoice } from '#domain/bulk-mail.ts';
import type { ResultSettings } from '#domain/result-texts.ts';
import {
  correctionWrite,
  memberOutcome,
  outcomesAnswer,
  outcomesWrite,
  releaseRequest,
  resultSettingsWrite,
  resultsView,
} from '#domain/results.ts';
import { requires } from '#server/http/access.ts';
import { describeJson } from '#server/http/describe.ts';
import type { PortalEnv } from '#server/http/env.ts';
import { jsonBody } from '#server/http/input.ts';
import { staleVersion } from '#server/http/refusal.ts';
import { resumeBulkMails, stopBulkMails } from '#server/mail/bulk-mails.ts';
import { uidOf } from '#server/members/named-member.ts';
import { writeState } from '#server/store/portal-state.ts';
import { changeOutcomes, planCorrection, readMemberOutcome, undoCorrection } from './correct-result.ts';
import { cancelRelease, logChange, type ResultDeps, release } from './release.ts';
import { readSettings } from './release-state.ts';
import { readResults, settingsVersion } from './results-view.ts';

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

  routes.post(
    '/api/admin/results/release',
    requires('admin'),
    jsonBody(releaseRequest),
    describeJson('Releases the results, now or at a time.', resultsView),
    async (c) => {
      await release(deps, c.var.user.uid, c.req.valid('json'));
      return c.json(await view());
    },
  );

  routes.delete(
    '/api/admin/results/release',
    requires('admin'),
    jsonBody(emptyBody),
    describeJson('Cancels a planned release.', resultsView),
    async (c) => {
      await cancelRelease(store, c.var.user.uid);
      return c.json(await view());
    },
  );

  addChoices(routes, deps);
  addOutcomes(routes, deps);
  return routes;
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
      const { settings, version } = c.req.valid('json');
      await saveSettings(c.var.user.uid, settings, version);
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
      await store.transact(async (trx) => {
        await trx.changes.lock();
        await change(trx, 'result');
        await logChange(trx, c.var.user.uid);
      });
      deps.outbox.wake();
      return c.json(await view());
    },
  );

  function saveSettings(actor: string, settings: ResultSettings, version: string): Promise<void> {
    return store.transact(async (trx) => {
      await trx.changes.lock();
      const now = await readSettings(trx, deps);
      if (settingsVersion(now) !== version) throw staleVersion(await readResults(trx, deps));
      await writeState(trx, 'result-settings', settings);
      await logChange(trx, actor);
    });
  }
}

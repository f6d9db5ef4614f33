import { Hono } from 'hono';
import { TrieRouter } from 'hono/router/trie-router';
import { accountRoutes } from './accounts/account-routes.ts';
import { factorRoutes } from './accounts/factor-routes.ts';
import { mailedLinkRoutes } from './accounts/mailed-link-routes.ts';
import { memberAccountRoutes } from './accounts/member-account-routes.ts';
import { myAccountRoutes } from './accounts/my-account-routes.ts';
import { reviewerRoutes } from './accounts/reviewer-routes.ts';
import { trashRoutes } from './accounts/trash-routes.ts';
import type { Deps } from './deps.ts';
import { diagnosticsRoutes } from './diagnostics/diagnostics-routes.ts';
import { formRoutes } from './forms/form-routes.ts';
import { helpRoutes } from './forms/help-routes.ts';
import { inboxRoutes } from './forms/inbox-routes.ts';
import { groupMessageRoutes } from './group-messages/group-message-routes.ts';
import { historyRoutes } from './history/history-routes.ts';
import { declaredRoutes, methodsAt } from './http/access.ts';
import { apiDocsRoutes } from './http/api-docs-routes.ts';
import type { PortalEnv } from './http/env.ts';
import { handleError } from './http/error-handler.ts';
import { apiGuard } from './http/guards.ts';
import { healthRoutes } from './http/health-routes.ts';
import { Refusal } from './http/refusal.ts';
import { requestContext } from './http/request-context.ts';
import { requestLog } from './http/request-log.ts';
import { liveRoutes } from './live/live-routes.ts';
import { memberListRoutes } from './members/member-list-routes.ts';
import { memberRoutes } from './members/member-routes.ts';
import { recoveryRoutes } from './members/recovery-routes.ts';
import { seasonRoutes } from './members/season-routes.ts';
import { backupRoutes } from './operations/backup-routes.ts';
import { certificateRoutes } from './pages/certificate-routes.ts';
import { myDataRoutes } from './pages/my-data-routes.ts';
import { pageRoutes } from './pages/page-routes.ts';
import { taskRoutes } from './pages/task-routes.ts';
import { myResultRoutes } from './results/my-result-routes.ts';
import { numbersRoutes } from './results/numbers-routes.ts';
import { resultsRoutes } from './results/results-routes.ts';
import { reviewMailRoutes } from './reviews/review-mail-routes.ts';
import { reviewRoutes } from './reviews/review-routes.ts';
import { checklistRoutes } from './settings/checklist-routes.ts';
import { handOverRoutes } from './settings/hand-over-routes.ts';
import { settingsRoutes } from './settings/settings-routes.ts';
import { setupRoutes } from './settings/setup-routes.ts';

/** Assembles the whole HTTP surface. Throws if a route declares no access. */
export function buildApp(deps: Deps): Hono<PortalEnv> {
  const { config, log } = deps;
  // The router by one expression refuses `results/rounds` beside `results/:uid/correction`. This one takes 1 µs more.
  const app = new Hono<PortalEnv>({ router: new TrieRouter() });

  app.use(requestLog(log), requestContext(deps));
  app.use('/api/*', apiGuard(config));
  app.onError(handleError);

  app.route('/', healthRoutes(deps));
  app.route('/', accountRoutes(deps));
  app.route('/', factorRoutes(deps));
  app.route('/', mailedLinkRoutes(deps));
  app.route('/', myAccountRoutes(deps));
  app.route('/', memberRoutes(deps));
  app.route('/', seasonRoutes(deps));
  app.route('/', taskRoutes(deps.content));
  app.route('/', reviewMailRoutes(deps));
  app.route('/', recoveryRoutes(deps));
  app.route('/', memberListRoutes(deps));
  app.route('/', memberAccountRoutes(deps));
  app.route('/', trashRoutes(deps));
  app.route('/', historyRoutes(deps));
  app.route('/', reviewRoutes(deps));
  app.route('/', resultsRoutes(deps));
  app.route('/', myResultRoutes(deps));
  app.route('/', myDataRoutes(deps));
  app.route('/', numbersRoutes(deps));
  app.route('/', inboxRoutes(deps));
  app.route('/', helpRoutes(deps));
  app.route('/', groupMessageRoutes(deps));
  app.route('/', settingsRoutes(deps));
  app.route('/', setupRoutes(deps));
  app.route('/', reviewerRoutes(deps));
  app.route('/', handOverRoutes(deps));
  app.route('/', backupRoutes(deps));
  app.route('/', checklistRoutes(deps));
  app.route('/', liveRoutes(deps));
  app.route('/', diagnosticsRoutes(deps, app));
  app.route('/', apiDocsRoutes(deps, app));
  app.all('/api/*', (c) => {
    const methods = methodsAt(app, c.req.path);
    if (methods.length === 0) throw new Refusal(404, 'NOT_FOUND', 'There is no such address.');
    const headers = { Allow: methods.join(', ') };
    throw new Refusal(405, 'METHOD_NOT_ALLOWED', `This address takes ${headers.Allow} only.`, { headers });
  });
  app.route('/', formRoutes(deps));
  app.route('/', certificateRoutes(deps));
  app.route('/', pageRoutes(deps));

  declaredRoutes(app);
  return app;
}

import { Hono } from 'hono';
import { RegExpRouter } from 'hono/router/reg-exp-router';
import { accountRoutes } from './accounts/account-routes.ts';
import { confirmationRoutes } from './accounts/confirmation-routes.ts';
import { mailedLinkRoutes } from './accounts/mailed-link-routes.ts';
import { profileRoutes } from './accounts/profile-routes.ts';
import { reviewMailRoutes } from './accounts/review-mail-routes.ts';
import { adminRoutes } from './admin/admin-routes.ts';
import { reviewRoutes } from './admin/review-routes.ts';
import { savedViewRoutes } from './admin/saved-view-routes.ts';
import type { Deps } from './deps.ts';
import { diagnosticsRoutes } from './diagnostics/diagnostics-routes.ts';
import { formRoutes } from './forms/form-routes.ts';
import { inboxRoutes } from './forms/inbox-routes.ts';
import { declaredRoutes } from './http/access.ts';
import { apiDocsRoutes } from './http/api-docs-routes.ts';
import type { PortalEnv } from './http/env.ts';
import { handleError } from './http/error-handler.ts';
import { apiGuard } from './http/guards.ts';
import { healthRoutes } from './http/health-routes.ts';
import { Refusal } from './http/refusal.ts';
import { requestContext } from './http/request-context.ts';
import { requestLog } from './http/request-log.ts';
import { liveRoutes } from './live/live-routes.ts';
import { memberRoutes } from './members/member-routes.ts';
import { recoveryRoutes } from './members/recovery-routes.ts';
import { metricsRoutes } from './operations/metrics.ts';
import { pageRoutes } from './pages/page-routes.ts';

/** Assembles the whole HTTP surface. Throws if a route declares no access. */
export function buildApp(deps: Deps): Hono<PortalEnv> {
  const { config, log } = deps;
  const app = new Hono<PortalEnv>({ router: new RegExpRouter() });

  app.use(requestLog(log, deps.metrics), requestContext(deps));
  app.use('/api/*', apiGuard(config.origins));
  app.onError(handleError);

  app.route('/', healthRoutes(deps));
  app.route('/', metricsRoutes(deps));
  app.route('/', accountRoutes(deps));
  app.route('/', mailedLinkRoutes(deps));
  app.route('/', confirmationRoutes(deps));
  app.route('/', memberRoutes(deps));
  app.route('/', profileRoutes(deps));
  app.route('/', reviewMailRoutes(deps));
  app.route('/', recoveryRoutes(deps));
  app.route('/', adminRoutes(deps));
  app.route('/', reviewRoutes(deps));
  app.route('/', savedViewRoutes(deps));
  app.route('/', inboxRoutes(deps));
  app.route('/', liveRoutes(deps));
  app.route('/', diagnosticsRoutes(deps, app));
  app.route('/', apiDocsRoutes(app));
  app.all('/api/*', () => {
    throw new Refusal(404, 'NOT_FOUND', 'There is no such address.');
  });
  app.route('/', formRoutes(deps));
  app.route('/', pageRoutes(deps));

  declaredRoutes(app);
  return app;
}

import { serve } from '@hono/node-server';
import { buildApp } from '#server/app.ts';
import { compose } from '#server/compose.ts';
import { readConfig } from '#server/config.ts';
import { createLog } from '#server/log.ts';
import { migrate } from '#server/store/migrate.ts';
import { openStore } from '#server/store/open.ts';

/**
 * The portal, and a second instance of it on UNCHECKED_PORT in the same process. The second one trusts the header
 * `x-uid` instead of checking the session, so the ratio of the two is the cost of the check. Listens on loopback only.
 */
const config = readConfig(process.env);
const store = openStore({ dataDir: config.dataDir });
await migrate(store);
const deps = compose(config, createLog('warn'), store);
const unchecked: typeof deps.sessions = {
  ...deps.sessions,
  read: async (c) => ({ uid: c.req.header('x-uid') ?? '', email: '', displayName: '', role: 'member' }),
};
const hostname = '127.0.0.1';
serve({
  fetch: buildApp({ ...deps, sessions: unchecked }).fetch,
  port: Number(process.env.UNCHECKED_PORT),
  hostname,
});
serve({ fetch: buildApp(deps).fetch, port: config.port, hostname });
process.once('SIGTERM', () => process.exit());

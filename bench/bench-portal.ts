import { serve } from '@hono/node-server';
import { buildApp } from '#server/app.ts';
import { compose } from '#server/compose.ts';
import { readConfig } from '#server/config.ts';
import { createLog } from '#server/log.ts';
import { migrate } from '#server/store/migrate.ts';
import { openStore } from '#server/store/open.ts';

/**
 * The portal as it is, and on UNCHECKED_PORT the same once more in the same process, but for the session check,
 * which there believes the header `x-uid`: what the check costs is the ratio of the two. Run by bench/main.ts,
 * on loopback only.
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

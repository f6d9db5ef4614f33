import { Hono } from 'hono';
import { sql } from 'kysely';
import * as z from 'zod/mini';
import { release } from '#server/config/release.ts';
import type { Store } from '#server/store/open.ts';
import { requires } from './access.ts';
import { describeJson } from './describe.ts';
import type { PortalEnv } from './env.ts';

const status = z.object({ status: z.string() });
const health = z.extend(status, { release: z.string() });

/** For a supervisor or proxy: whether the process is up and the database responds. */
export function healthRoutes({ store }: { store: Store }): Hono<PortalEnv> {
  const routes = new Hono<PortalEnv>();

  routes.get(
    '/api/health',
    requires('public'),
    describeJson('The process is up, and of which release it is.', health),
    (c) => c.json({ status: 'up', release }),
  );

  routes.get('/api/ready', requires('public'), describeJson('The database answers.', status), async (c) => {
    await sql`select 1`.execute(store.db);
    return c.json({ status: 'ready' });
  });

  return routes;
}

import { Hono } from 'hono';
import { sql } from 'kysely';
import { requires } from './access.ts';
import type { Deps } from './deps.ts';
import type { PortalEnv } from './http/env.ts';

/** For a supervisor or a proxy: is the process up, and does the database answer. */
export function healthRoutes({ store }: Deps): Hono<PortalEnv> {
  const routes = new Hono<PortalEnv>();

  routes.get('/api/health', requires('public'), (c) => c.json({ status: 'up' }));

  routes.get('/api/ready', requires('public'), async (c) => {
    await sql`select 1`.execute(store.db);
    return c.json({ status: 'ready' });
  });

  return routes;
}

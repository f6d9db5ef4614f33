import { Hono } from 'hono';
import { sql } from 'kysely';
import { z } from 'zod';
import { requires } from './access.ts';
import type { Deps } from './deps.ts';
import { answers } from './http/answers.ts';
import type { PortalEnv } from './http/env.ts';

const status = z.object({ status: z.string() });

/** For a supervisor or a proxy: is the process up, and does the database answer. */
export function healthRoutes({ store }: Deps): Hono<PortalEnv> {
  const routes = new Hono<PortalEnv>();

  routes.get('/api/health', requires('public'), answers('The process is up.', status), (c) =>
    c.json({ status: 'up' }),
  );

  routes.get('/api/ready', requires('public'), answers('The database answers.', status), async (c) => {
    await sql`select 1`.execute(store.db);
    return c.json({ status: 'ready' });
  });

  return routes;
}

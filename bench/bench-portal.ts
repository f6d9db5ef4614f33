import { join } from 'node:path';
import { serve } from '@hono/node-server';
import { Hono } from 'hono';
import { buildApp } from '#server/app.ts';
import { compose } from '#server/compose.ts';
import { readConfig } from '#server/config.ts';
import type { PortalEnv } from '#server/http/env.ts';
import { createLog } from '#server/log.ts';
import { findMember } from '#server/members/member-store.ts';
import { migrate } from '#server/store/migrate.ts';
import { openStore } from '#server/store/open.ts';

/**
 * The portal as it is, and beside it one route that reads a record without asking who wants it: what the
 * session check costs is the ratio of the two in one process. Run by bench/main.ts, on loopback only.
 */
const config = readConfig(process.env);
const store = openStore({ dataDir: config.dataDir });
await migrate(store);
const app = new Hono<PortalEnv>();
app.get('/bench/members/:uid', async (c) => {
  const member = await findMember(store.db, c.req.param('uid'));
  return c.json(member, 200, { 'Cache-Control': 'no-store' });
});
app.route('/', buildApp(compose(config, createLog('warn'), store)));
serve({ fetch: app.fetch, port: config.port, hostname: '127.0.0.1' }, () => {
  process.stdout.write(`ready ${join(config.dataDir)}\n`);
});

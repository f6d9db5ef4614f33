import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { serve } from '@hono/node-server';
import { Hono } from 'hono';
import { getCookie } from 'hono/cookie';
import { sessionId } from '#server/accounts/session-store.ts';

/**
 * The reference of row a: the two reads of `GET /api/me` with prepared statements, and nothing around them. It serves the
 * portal's data folder on loopback only.
 */
const database = new DatabaseSync(join(process.env.DATA_DIR ?? '', 'portal.sqlite'), { readOnly: true });
const session = database.prepare(
  'select session.expiresAt, user.id from session join user on user.id = session.userId where session.id = ?',
);
const member = database.prepare('select * from members where uid = ?');

const app = new Hono();
app.get('/api/ready', (c) => c.json({ ok: true }));
app.get('/api/me', (c) => {
  // The cookie is the portal's, whose name has the port.
  const [, token = ''] = Object.entries(getCookie(c)).find(([name]) => name.startsWith('sdc_session')) ?? [];
  const signedIn = session.get(sessionId(token));
  if (!signedIn) return c.json({ message: 'Please sign in first.' }, 401);
  return c.json(member.get(String(signedIn.id)));
});
serve({ fetch: app.fetch, port: Number(process.env.PORT), hostname: '127.0.0.1' });
process.once('SIGTERM', () => process.exit());

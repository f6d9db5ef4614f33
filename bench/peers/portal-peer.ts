import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { migrate } from '#server/store/migrate.ts';
import { openStore } from '#server/store/open.ts';
import { newRegistration } from '#tests/helpers/members.ts';
import { createDatabase } from '#tests/helpers/postgres-database.ts';
import { seedMembers } from '../../scripts/seed-members.ts';
import { startProcess } from '../bench-process.ts';
import { administratorCookie, cookieFrom } from '../cookie.ts';
import { startDurablePostgres } from '../durable-postgres.ts';
import { openEventStream } from './event-stream.ts';
import type { Peer } from './peer.ts';

/** The portal as a student's phone uses it, with this number of members in its database. */
export async function portalPeer(engine: 'SQLite' | 'PostgreSQL', members: number): Promise<Peer> {
  const dataDir = await mkdtemp(join(tmpdir(), 'portal-bench-peer-'));
  const postgres = engine === 'PostgreSQL' ? await startDurablePostgres() : undefined;
  const databaseUrl = postgres && (await createDatabase(postgres.url)).url;
  const store = openStore({ dataDir, ...(databaseUrl && { databaseUrl }) });
  await migrate(store);
  await seedMembers(store, members);
  await store.close();
  const variables = databaseUrl ? { DATABASE_URL: databaseUrl } : {};
  const portal = await startProcess('server/main.ts', dataDir, variables);
  const { url } = portal;
  const admin = await administratorCookie(url);
  return {
    name: `this portal on ${engine}`,
    durability: postgres ? 'fsync and synchronous_commit on' : 'WAL, synchronous FULL',
    url,
    signUp: (person) => ({ method: 'POST', path: '/api/register', body: newRegistration(person) }),
    signIn: ({ email, password }) => ({
      method: 'POST',
      path: '/api/auth/sign-in/email',
      body: { email, password },
    }),
    async enter(person) {
      const headers = { cookie: await cookieFrom(`${url}/api/register`, newRegistration(person)) };
      return {
        read: { method: 'GET', path: '/api/me', headers },
        update: (turn) => ({
          method: 'PUT',
          path: '/api/me/track',
          headers,
          body: { developmentTrack: turn % 2 ? 'web' : 'ml' },
        }),
      };
    },
    list: () => ({ method: 'GET', path: '/api/admin/members', headers: { cookie: admin } }),
    follow: (onChange) =>
      openEventStream(`${url}/api/admin/events`, { cookie: admin }, (event) => {
        if (event.includes('event: change')) onChange();
      }),
    async stop() {
      await portal.stop();
      await postgres?.stop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

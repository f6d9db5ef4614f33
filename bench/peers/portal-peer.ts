import { migrate } from '#server/store/migrate.ts';
import { openStore } from '#server/store/open.ts';
import { newRegistration } from '#tests/helpers/members.ts';
import { seedMembers } from '../../scripts/seed-members.ts';
import { administratorCookie, cookieFrom, withPortal } from '../portal.ts';
import { openEventStream, type Peer, type WithPeer, withDurablePostgres } from './peer.ts';

/** The portal as a student's phone uses it. */
export const withSqlitePortal: WithPeer = (members, work) =>
  withPortal({ members }, async ({ url }) => work(await peerAt(url, 'SQLite', 'WAL, synchronous FULL')));

export const withPostgresPortal: WithPeer = (members, work) =>
  withDurablePostgres(async (databaseUrl) => {
    const store = openStore({ dataDir: '', databaseUrl });
    await migrate(store);
    await seedMembers(store, members);
    await store.close();
    return withPortal({ variables: { DATABASE_URL: databaseUrl } }, async ({ url }) =>
      work(await peerAt(url, 'PostgreSQL', 'fsync and synchronous_commit on')),
    );
  });

async function peerAt(url: string, engine: string, durability: string): Promise<Peer> {
  const admin = { cookie: await administratorCookie(url) };
  return {
    name: `this portal on ${engine}`,
    durability,
    url,
    signUp: (person) => ({ method: 'POST', path: '/api/register', body: newRegistration(person) }),
    signIn: (person) => ({ method: 'POST', path: '/api/auth/sign-in/email', body: person }),
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
    list: { method: 'GET', path: '/api/admin/members', headers: admin },
    follow: (onChange) =>
      openEventStream(`${url}/api/admin/events`, admin, (event) => {
        if (event.includes('event: change')) onChange();
      }),
  };
}

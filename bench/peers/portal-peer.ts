import { newRegistration } from '#tests/helpers/members.ts';
import { administer } from '#tests/helpers/postgres-database.ts';
import { makeSeededPortal } from '../../scripts/seed-members.ts';
import { openEventStream } from '../event-stream.ts';
import { administratorCookie, cookieIn, withPortal } from '../portal.ts';
import { type Peer, settle, type WithPeer, withDurablePostgres } from './peer.ts';

/** The portal as a student's phone uses it. */
export const withSqlitePortal: WithPeer = (members, work) =>
  withPortal({ members }, async ({ url }) => work(await peerAt(url)));

export const withPostgresPortal: WithPeer = (members, work) =>
  withDurablePostgres(async (databaseUrl) => {
    await makeSeededPortal({ dataDir: '', databaseUrl }, members);
    await administer(databaseUrl, settle);
    const variables = { DATABASE_URL: databaseUrl };
    return withPortal({ variables }, async ({ url }) => work(await peerAt(url)));
  });

async function peerAt(url: string): Promise<Peer> {
  const admin = { cookie: await administratorCookie(url) };
  return {
    url,
    signUp: (person) => ({ method: 'POST', path: '/api/register', body: newRegistration(person) }),
    signIn: (person) => ({ method: 'POST', path: '/api/auth/sign-in/email', body: person }),
    async own(signedIn) {
      const headers = { cookie: cookieIn(signedIn) };
      const track = { method: 'PUT', path: '/api/me/track', headers } as const;
      return {
        read: { method: 'GET', path: '/api/me', headers },
        update: (turn) => ({ ...track, body: { developmentTrack: turn % 2 ? 'web' : 'ml' } }),
      };
    },
    list: { method: 'GET', path: '/api/admin/members', headers: admin },
    follow: (onChange) =>
      openEventStream(`${url}/api/admin/events`, {
        headers: admin,
        onEvent: (event) => event.includes('event: change') && onChange(),
      }),
  };
}

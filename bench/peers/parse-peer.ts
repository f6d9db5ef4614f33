import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod/mini';
import { freePort } from '#tests/helpers/free-port.ts';
import { administer } from '#tests/helpers/postgres-database.ts';
import { ask, withFolder } from '../portal.ts';
import { withServer } from '../server-process.ts';
import { build, type Peer, type Person, settle, type WithPeer, withDurablePostgres } from './peer.ts';

const version = '9.10.0';
const app = { 'x-parse-application-id': 'bench' };
const asAdmin = { ...app, 'x-parse-master-key': 'bench-bench-bench' };

/** Installs Parse Server into a scratch folder and runs it on PostgreSQL. Throws where the registry is missing. */
export const withParse: WithPeer = (members, work) =>
  withFolder(async (folder) => {
    // Without this, a newer router breaks its calls to itself, with which a trigger saves the log entry.
    const overrides = { router: '2.2.0' };
    await writeFile(join(folder, 'package.json'), JSON.stringify({ private: true, overrides }));
    const quietly = ['--ignore-scripts', '--no-audit', '--no-fund'];
    await build(folder, 'npm', 'install', ...quietly, `parse-server@${version}`);
    return withDurablePostgres(async (databaseUrl) => {
      const port = await freePort();
      const url = `http://127.0.0.1:${port}`;
      const command = [process.execPath, join(import.meta.dirname, 'parse-server.mjs')];
      const env = { PORT: String(port), DATABASE_URL: databaseUrl, INSTALLED_IN: folder };
      return withServer({ cwd: folder, command, env, health: `${url}/parse/health` }, async () => {
        await ask(url, signUp({ email: 'seed@students.example', password: 'seed-password' }));
        await administer(
          databaseUrl,
          `insert into "_User" ("objectId", username, email, _hashed_password, "createdAt", "updatedAt", _rperm, _wperm)
           select 'seed' || n, 'seed' || n, 'seed' || n || '@students.example', _hashed_password, "createdAt",
             "updatedAt", _rperm, _wperm
           from "_User", generate_series(1, ${members}) as n where username = 'seed@students.example'`,
        );
        await administer(databaseUrl, settle);
        return work(peerAt(url));
      });
    });
  });

function signUp({ email, password }: Person) {
  const body = { username: email, email, password };
  return { method: 'POST', path: '/parse/users', headers: app, body } as const;
}

const account = z.object({ objectId: z.string(), sessionToken: z.string() });

function peerAt(url: string): Peer {
  return {
    url,
    signUp,
    signIn: ({ email, password }) => ({
      method: 'POST',
      path: '/parse/login',
      headers: app,
      body: { username: email, password },
    }),
    async own(signedIn) {
      const { objectId, sessionToken } = account.parse(await signedIn.json());
      const headers = { ...app, 'x-parse-session-token': sessionToken };
      const record = { method: 'PUT', path: `/parse/users/${objectId}`, headers } as const;
      return {
        read: { method: 'GET', path: '/parse/users/me', headers },
        update: (turn) => ({ ...record, body: { track: turn % 2 ? 'web' : 'ml' } }),
      };
    },
    list: { method: 'GET', path: '/parse/users?limit=50&order=-createdAt&count=1', headers: asAdmin },
    follow: (onChange) => followLiveQuery(url.replace('http', 'ws'), onChange),
  };
}

const message = z.object({ op: z.string() });

async function followLiveQuery(url: string, onChange: () => void): Promise<{ close(): void }> {
  const socket = new WebSocket(url);
  await once(socket, 'open');
  await new Promise<void>((subscribed) => {
    socket.addEventListener('message', ({ data }) => {
      const { op } = message.parse(JSON.parse(String(data)));
      const query = { className: '_User', where: {} };
      if (op === 'connected') socket.send(JSON.stringify({ op: 'subscribe', requestId: 1, query }));
      else if (op === 'subscribed') subscribed();
      else if (op === 'create' || op === 'update') onChange();
    });
    socket.send(JSON.stringify({ op: 'connect', applicationId: 'bench', masterKey: 'bench-bench-bench' }));
  });
  return { close: () => socket.close() };
}

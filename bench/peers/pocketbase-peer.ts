import { copyFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod/mini';
import { freePort } from '#tests/helpers/free-port.ts';
import { openEventStream } from '../event-stream.ts';
import { ask, withFolder } from '../portal.ts';
import { withServer } from '../server-process.ts';
import { build, type Peer, type WithPeer } from './peer.ts';

const version = 'v0.36.8';
const admin = { identity: 'admin@sdc.example', password: 'bench-administrator' };
const users = '/api/collections/users';

/** Builds PocketBase from its Go module. Throws where Go or its module proxy is missing. */
export const withPocketbase: WithPeer = (members, work) =>
  withFolder(async (folder) => {
    await copyFile(join(import.meta.dirname, 'pocketbase.go'), join(folder, 'main.go'));
    await build(folder, 'go', 'mod', 'init', 'peer');
    await build(folder, 'go', 'get', `github.com/pocketbase/pocketbase@${version}`);
    await build(folder, 'go', 'mod', 'tidy');
    await build(folder, 'go', 'build', '-o', 'pocketbase', '.');
    const program = join(folder, 'pocketbase');
    await build(folder, program, 'superuser', 'upsert', admin.identity, admin.password);
    await build(folder, program, 'seed', String(members));
    const url = `http://127.0.0.1:${await freePort()}`;
    const command = [program, 'serve', `--http=${new URL(url).host}`];
    const options = { cwd: folder, command, env: {}, health: `${url}/api/health` };
    return withServer(options, async () => work(await peerAt(url)));
  });

const session = z.object({ token: z.string(), record: z.object({ id: z.string() }) });

async function peerAt(url: string): Promise<Peer> {
  const path = '/api/collections/_superusers/auth-with-password';
  const { token } = session.parse(await (await ask(url, { method: 'POST', path, body: admin })).json());
  const asAdmin = { authorization: token };
  return {
    url,
    signUp: ({ email, password }) => ({
      method: 'POST',
      path: `${users}/records`,
      body: { email, password, passwordConfirm: password, name: 'Asha Rao' },
    }),
    signIn: ({ email, password }) => ({
      method: 'POST',
      path: `${users}/auth-with-password`,
      body: { identity: email, password },
    }),
    async own(signedIn) {
      const { record: user, token } = session.parse(await signedIn.json());
      const record = { path: `${users}/records/${user.id}`, headers: { authorization: token } };
      return {
        read: { method: 'GET', ...record },
        update: (turn) => ({ method: 'PATCH', ...record, body: { name: turn % 2 ? 'web' : 'ml' } }),
      };
    },
    list: { method: 'GET', path: `${users}/records?perPage=50&sort=-created`, headers: asAdmin },
    async follow(onChange) {
      const stream = await openEventStream(`${url}/api/realtime`, { onEvent: onChange });
      const clientId = /"clientId":"([^"]+)"/.exec(stream.first)?.[1];
      const body = { clientId, subscriptions: ['users/*'] };
      await ask(url, { method: 'POST', path: '/api/realtime', headers: asAdmin, body });
      return stream;
    },
  };
}

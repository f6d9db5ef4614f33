import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyFile, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { z } from 'zod';
import { freePort } from '#tests/helpers/free-port.ts';
import { setGuard } from '#tests/helpers/guard.ts';
import { openEventStream } from './event-stream.ts';
import { ask, build, type Peer, type Person, untilHealthy } from './peer.ts';

const version = 'v0.36.8';
const admin = { identity: 'admin@sdc.example', password: 'bench-administrator' };

/** Builds PocketBase from its Go module. Throws where Go or its module proxy is missing. */
export async function pocketbasePeer(members: number): Promise<Peer> {
  const folder = await mkdtemp(join(tmpdir(), 'portal-bench-pocketbase-'));
  const program = await buildProgram(folder);
  await build(folder, program, 'superuser', 'upsert', admin.identity, admin.password);
  await build(folder, program, 'seed', String(members));
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const child = spawn(program, ['serve', `--http=127.0.0.1:${port}`], { cwd: folder, stdio: 'ignore' });
  const guard = setGuard('kill -9 "$1"', [String(child.pid)]);
  child.once('exit', () => guard.dismiss());
  await untilHealthy(child, `${url}/api/health`);
  const users = '/api/collections/users';
  const signIn = ({ email, password }: Person) =>
    ({ method: 'POST', path: `${users}/auth-with-password`, body: { identity: email, password } }) as const;
  const signUp = ({ email, password }: Person) =>
    ({
      method: 'POST',
      path: `${users}/records`,
      body: { email, password, passwordConfirm: password, name: 'Asha Rao' },
    }) as const;
  const { token } = await sessionOf(
    await ask(url, { method: 'POST', path: '/api/collections/_superusers/auth-with-password', body: admin }),
  );
  const asAdmin = { authorization: token };
  return {
    name: `PocketBase ${version}`,
    durability: 'WAL, synchronous FULL (NORMAL by default)',
    url,
    signUp,
    signIn,
    async enter(person) {
      await ask(url, signUp(person));
      const session = await sessionOf(await ask(url, signIn(person)));
      const record = {
        path: `${users}/records/${session.record.id}`,
        headers: { authorization: session.token },
      };
      return {
        read: { method: 'GET', ...record },
        update: (turn) => ({ method: 'PATCH', ...record, body: { name: turn % 2 ? 'web' : 'ml' } }),
      };
    },
    list: () => ({
      method: 'GET',
      path: `${users}/records?perPage=50&sort=-created`,
      headers: asAdmin,
    }),
    async follow(onChange) {
      const stream = await openEventStream(`${url}/api/realtime`, {}, onChange);
      const clientId = /"clientId":"([^"]+)"/.exec(stream.first)?.[1];
      await ask(url, {
        method: 'POST',
        path: '/api/realtime',
        headers: asAdmin,
        body: { clientId, subscriptions: ['users/*'] },
      });
      return stream;
    },
    async stop() {
      const ended = once(child, 'exit');
      child.kill('SIGTERM');
      await ended;
      await rm(folder, { recursive: true, force: true });
    },
  };
}

async function buildProgram(folder: string): Promise<string> {
  await copyFile(join(import.meta.dirname, 'pocketbase.go'), join(folder, 'main.go'));
  for (const step of [
    ['mod', 'init', 'peer'],
    ['get', `github.com/pocketbase/pocketbase@${version}`],
    ['mod', 'tidy'],
    ['build', '-o', 'pocketbase', '.'],
  ]) {
    await build(folder, 'go', ...step);
  }
  return join(folder, 'pocketbase');
}

const session = z.object({ token: z.string(), record: z.object({ id: z.string() }) });

async function sessionOf(answer: Response): Promise<z.infer<typeof session>> {
  return session.parse(await answer.json());
}

import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { makeFiles } from './helpers/firebase-export.ts';
import { placeVariables, runPortal } from './helpers/portal-command.ts';
import { registerRemotely, remoteVisitor } from './helpers/remote-visitor.ts';
import { readOutbox } from './helpers/sent-mails.ts';
import { openTestPortal } from './helpers/test-portal.ts';

/** Files and folders below `folder` with what others of the machine may do to them, except those that only the owner may use. */
async function openToOthers(folder: string): Promise<string[]> {
  const names = await readdir(folder, { recursive: true });
  const modes = await Promise.all(
    names.map(async (name) => [name, (await stat(join(folder, name))).mode & 0o077] as const),
  );
  return modes.filter(([, mode]) => mode !== 0).map(([name, mode]) => `${name}: ${mode.toString(8)}`);
}

it('nothing that the portal and its commands write can be read by others of the machine', {
  timeout: 240_000,
}, async () => {
  const portal = await openTestPortal('sqlite');
  const { registration } = await registerRemotely(portal.url);
  const email = { email: registration.email };
  await remoteVisitor(portal.url).send('POST', '/api/auth/request-password-reset', email);
  await expect.poll(() => readOutbox(portal.dataDir)).toHaveLength(1);
  const env = { ...placeVariables(portal), AUTH_SECRET: 'a secret of the tests, long enough to be taken' };
  const below = (name: string) => join(portal.dataDir, name);
  const run = async (...args: string[]) => {
    const { code, out, err } = await runPortal(args, env);
    expect({ args, code, err }).toMatchObject({ code: 0 });
    return out.trim();
  };
  const { accounts, hashConfig } = await makeFiles();
  const imported = ['--accounts', accounts, '--hash-config', hashConfig];
  await run('import', 'firebase', ...imported, '--rehearse', '--report', below('report.csv'));
  await run('import', 'firebase', ...imported);
  await run('export', '--to', below('members.csv'));
  const backup = await run('backup');
  const rehearsed = await run('season', 'end', '--rehearse');
  await run('season', 'end', '--members', /--members (\d+)/.exec(rehearsed)?.[1] ?? '');
  await portal.stop();
  await run('restore', backup);
  await run('move', '--to', `sqlite:${below('moved')}`);

  const written = await readdir(portal.dataDir);
  for (const name of ['backups', 'members.csv', 'moved', 'outbox', 'report.csv'])
    expect(written).toContain(name);
  expect(await openToOthers(portal.dataDir)).toEqual([]);
});

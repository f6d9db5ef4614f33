import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyFile, mkdtemp, readdir, readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { expect, inject, it } from 'vitest';
import { cleanUpAfterwards } from '#tests/helpers/clean-up.ts';
import { type DatabasePlace, describeEachEngine, freshDatabase } from '#tests/helpers/engines.ts';
import { startPortal } from '#tests/helpers/portal.ts';
import { programEnv } from '#tests/helpers/program-env.ts';
import { registerRemotely, remoteVisitor } from '#tests/helpers/remote-visitor.ts';
import { openTestPortal } from '#tests/helpers/test-portal.ts';

const execute = promisify(execFile);
const command = resolve(import.meta.dirname, '../../scripts/portal.ts');

function variables({ dataDir, databaseUrl }: DatabasePlace): NodeJS.ProcessEnv {
  return { ...programEnv(), DATA_DIR: dataDir, ...(databaseUrl && { DATABASE_URL: databaseUrl }) };
}

/** Runs one of the operator's commands. Throws unless its exit code is 0. */
async function portalCommand(place: DatabasePlace, ...args: string[]): Promise<string> {
  const { stdout } = await execute(process.execPath, [command, ...args], { env: variables(place) });
  return stdout.trim();
}

/** A section of docs/operations.md. */
async function section(title: string): Promise<string | undefined> {
  const text = await readFile(resolve(import.meta.dirname, '../../docs/operations.md'), 'utf8');
  return text.split('\n## ').find((part) => part.startsWith(`${title}\n`));
}

describeEachEngine('the drill of docs/operations.md', (engine) => {
  it('moves a running portal to an empty machine: back up, restore, check, sign in', async () => {
    const portal = await openTestPortal(engine);
    const member = await registerRemotely(portal.url, portal.url, { fullName: 'Drill Member' });
    const folder = await mkdtemp(join(inject('scratchFolder'), 'drill-'));
    const file = await portalCommand(portal, 'backup', '--to', folder);
    await portal.kill9();
    const secret = join(portal.dataDir, 'secret');
    expect((await readFile(file)).includes((await readFile(secret, 'utf8')).trim())).toBe(false);
    expect(await section('Back up')).toContain('`DATA_DIR/secret`');

    const machine = await freshDatabase(engine, 'empty');
    expect(await portalCommand(machine, 'restore', file)).toContain('Restored 1 members and 1 changes.');
    expect(await portalCommand(machine, 'check')).not.toContain('FAIL');
    await copyFile(secret, join(machine.dataDir, 'secret'));
    const restored = await startPortal({
      ...(machine.databaseUrl && { databaseUrl: machine.databaseUrl }),
      env: { DATA_DIR: machine.dataDir },
    });
    cleanUpAfterwards(restored.discard);
    const visitor = remoteVisitor(restored.url);
    // With the secret, everybody stays signed in.
    expect((await member.at(restored.url).send('GET', '/api/me')).status).toBe(200);
    const { email, password } = member.registration;
    expect((await visitor.send('POST', '/api/auth/sign-in/email', { email, password })).status).toBe(200);
    expect((await visitor.send('GET', '/api/me')).body).toMatchObject({ fullName: 'Drill Member' });
    // The administrator's password is restored as well.
    const administrator = remoteVisitor(restored.url);
    const credentials = { email: portal.adminEmail, password: portal.adminPassword };
    expect((await administrator.send('POST', '/api/admin/sign-in', credentials)).status).toBe(200);
  });

  it('repeats backups beside the portal, and keeps the newest ones', async () => {
    const place = await freshDatabase(engine);
    const folder = await mkdtemp(join(inject('scratchFolder'), 'copies-'));
    const child = spawn(
      process.execPath,
      [command, 'backup', '--every', '1s', '--keep', '2', '--to', folder],
      { env: variables(place), stdio: ['ignore', 'pipe', 'inherit'] },
    );
    const ended = once(child, 'close');
    let printed = '';
    child.stdout.on('data', (text) => {
      printed += text;
    });
    const made = () => printed.split('\n').filter((line) => line !== '');
    await expect.poll(() => made().length).toBeGreaterThanOrEqual(4);
    child.kill('SIGTERM');
    expect(await ended).toEqual([0, null]);
    const kept = (await readdir(folder)).map((name) => join(folder, name)).toSorted();
    expect(kept).toEqual(made().slice(-2));
  });
});

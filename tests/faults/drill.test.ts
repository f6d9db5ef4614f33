import { copyFile, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { cleanUpAfterwards } from '#tests/helpers/clean-up.ts';
import { type DatabasePlace, describeKills, freshDatabase } from '#tests/helpers/engines.ts';
import { startPortal } from '#tests/helpers/portal.ts';
import { placeVariables, runPortalProgram } from '#tests/helpers/portal-command.ts';
import { administratorRemotely, registerRemotely, remoteVisitor } from '#tests/helpers/remote-visitor.ts';
import { newFolder } from '#tests/helpers/scratch.ts';
import { openTestPortal } from '#tests/helpers/test-portal.ts';

/** Runs one of the operator's commands as a program. Throws unless its exit code is 0. */
async function portalCommand(place: DatabasePlace, ...args: string[]): Promise<string> {
  const { code, out, err } = await runPortalProgram(args, placeVariables(place));
  expect(code, err).toBe(0);
  return out.trim();
}

describeKills('the drill of docs/operations.md', 'sqlite', (engine) => {
  it('moves a running portal to an empty machine: back up, restore, check, sign in', async () => {
    const portal = await openTestPortal(engine);
    const member = await registerRemotely(portal.url, portal.url, { fullName: 'Drill Member' });
    const file = await portalCommand(portal, 'backup', '--to', await newFolder());
    await portal.kill9();
    const secret = join(portal.dataDir, 'secret');
    expect((await readFile(file)).includes((await readFile(secret, 'utf8')).trim())).toBe(false);

    const machine = await freshDatabase(engine, 'empty');
    expect(await portalCommand(machine, 'restore', file)).toContain('Restored 1 members and 1 changes.');
    expect(await portalCommand(machine, 'check')).not.toContain('FAIL');
    await copyFile(secret, join(machine.dataDir, 'secret'));
    const restored = await startPortal({ env: placeVariables(machine) });
    cleanUpAfterwards(restored.discard);
    const visitor = remoteVisitor(restored.url);
    // A session of the backup may have ended since.
    expect((await member.at(restored.url).send('GET', '/api/me')).status).toBe(401);
    const { email, password } = member.registration;
    expect((await visitor.send('POST', '/api/auth/sign-in/email', { email, password })).status).toBe(200);
    expect((await visitor.send('GET', '/api/me')).body).toMatchObject({ fullName: 'Drill Member' });
    // The administrator's password is restored as well.
    await administratorRemotely(portal, restored.url);
  });
});

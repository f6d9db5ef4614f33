import { chown, cp, mkdir, mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { freshDatabase } from '#tests/helpers/engines.ts';
import { runPortalProgram } from '#tests/helpers/portal-command.ts';
import { newFolder } from '#tests/helpers/scratch.ts';
import { skipBecause } from '#tests/helpers/skip.ts';

const serviceUser = 65_534;

it('root leaves no file beside those of a service that the service cannot open', async (context) => {
  if (process.getuid?.() !== 0) return skipBecause(context, 'only root can become another user');
  // Below no folder of the tests, which only root may enter.
  const dataDir = await mkdtemp(join(tmpdir(), 'sdc-owner-'));
  onTestFinished(() => rm(dataDir, { recursive: true, force: true }));
  await cp((await freshDatabase('sqlite')).dataDir, dataDir, { recursive: true });
  for (const name of ['', ...(await readdir(dataDir))])
    await chown(join(dataDir, name), serviceUser, serviceUser);
  for (const command of ['seed --members 1', 'backup --keep 2', 'check --repair']) {
    expect(await runPortalProgram(command.split(' '), { DATA_DIR: dataDir })).toMatchObject({ code: 0 });
  }
  const names = await readdir(dataDir, { recursive: true });
  expect(names).toContainEqual(expect.stringMatching(/^backups\/portal-/));
  for (const name of names)
    expect([name, (await stat(join(dataDir, name))).uid]).toEqual([name, serviceUser]);
});

it('root says so where the service’s folder is not reachable as its user', async (context) => {
  if (process.getuid?.() !== 0) return skipBecause(context, 'only root can become another user');
  // As /var/lib/private is, where systemd keeps the folders of dynamic users.
  const dataDir = join(await newFolder(), 'private', 'portal');
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  await chown(dataDir, serviceUser, serviceUser);
  const { code, err } = await runPortalProgram(['check'], { DATA_DIR: dataDir });
  expect({ code, err }).toEqual({
    code: 1,
    err: `${dataDir} belongs to user ${serviceUser}, as whom this cannot run. Beside the units: sudo deploy/portal-command COMMAND\n`,
  });
});

import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { mkdtemp, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, inject } from 'vitest';
import { sharedPostgres } from '#tests/helpers/shared-postgres.ts';
import { freshDatabase } from '../engines.ts';
import { runPortal } from '../portal-command.ts';
import { createDatabase } from '../postgres-database.ts';
import { addAdministrator, type Runners, root, run, scratch, start } from './scratch-portal.ts';

/** A folder with a program that runs the words after `last` in its place. */
async function standIn(program: string, last: string): Promise<string> {
  const folder = await mkdtemp(join(inject('scratchFolder'), 'stand-in-'));
  const script = `#!/bin/bash\nwhile [ "$1" != ${last} ]; do shift; done; shift; exec "$@"\n`;
  await writeFile(join(folder, program), script, { mode: 0o755 });
  return folder;
}

/** The operator’s commands about the data, also on a server with units or containers. */
export const dataRunners: Runners = {
  'npm run portal -- doctor': async () => {
    await addAdministrator();
    expect(await run('npm run portal -- doctor')).toContain('Free disk space');
  },
  'npm run portal -- check --repair': async () => {
    expect(await run('npm run portal -- check --repair')).toContain('written again');
  },
  'npm run portal -- backup verify': async () => {
    expect(await runPortal(['backup'], scratch.env)).toMatchObject({ code: 0 });
    expect(await run('npm run portal -- backup verify')).toContain('Restored and compared');
  },
  'npm run portal -- backup --then \'cp "$BACKUP_FILE" /mnt/elsewhere/\'': async () => {
    const copy = join(scratch.dataDir, 'copy.sqlite');
    await run(`npm run portal -- backup --then 'cp "$BACKUP_FILE" ${copy}'`);
    expect(readFileSync(copy).subarray(0, 6).toString()).toBe('SQLite');
  },
  'sudo deploy/portal-command check': async () => {
    // Without systemd, its command runs here, on this test's folder in place of the unit's.
    const systemd = await standIn('systemd-run', '--');
    const printed = await run('deploy/portal-command check', { PATH: `${systemd}:${process.env.PATH}` });
    expect(printed).toContain(`Portal: ${join(scratch.dataDir, 'portal.sqlite')}`);
    const text = readFileSync(join(root, 'deploy/portal-command'), 'utf8');
    const unit = readFileSync(join(root, 'deploy/sdc-portal.service'), 'utf8');
    const properties = [...text.matchAll(/--property=(\S+)/g)].map(([, property = '']) => property);
    expect(properties).toContain('User=sdc-portal');
    for (const property of properties) expect(unit).toContain(`\n${property}\n`);
    expect(unit).toContain('DATA_DIR=/var/lib/sdc-portal');
    expect(text).toContain('--setenv=DATA_DIR=/var/lib/sdc-portal');
  },
  'docker compose -f deploy/compose.yaml exec portal-1 node scripts/portal.ts check': async () => {
    // Without Docker, the command in the container runs here.
    const docker = await standIn('docker', 'portal-1');
    const command = 'docker compose -f deploy/compose.yaml exec portal-1 node scripts/portal.ts check';
    const printed = await run(command, {
      PATH: `${docker}:${join(root, 'node_modules/.bin')}:${process.env.PATH}`,
    });
    expect(printed).toContain(`Portal: ${join(scratch.dataDir, 'portal.sqlite')}`);
    expect(readFileSync(join(root, 'deploy/compose.yaml'), 'utf8')).toContain('\n  portal-1: *portal\n');
  },
  'docker compose -f deploy/compose.yaml run --rm portal-1 node scripts/portal.ts restore /data/backups/portal-2026-09-01T10-00-00-000Z.sqlite':
    async () => {
      const file = /\S+portal-\S+\.sqlite/.exec(await run('npm run portal -- backup'))?.[0] ?? '';
      const docker = await standIn('docker', 'portal-1');
      const command = `docker compose -f deploy/compose.yaml run --rm portal-1 node scripts/portal.ts restore ${file}`;
      const path = `${docker}:${join(root, 'node_modules/.bin')}:${process.env.PATH}`;
      expect(await run(command, { PATH: path })).toMatch(/Restored \d+ members/);
    },
  'npm run portal -- backup': async () => {
    expect(await run('npm run portal -- backup')).toMatch(/portal-\S+\.sqlite/);
  },
  'npm run portal -- backup --every 1h --keep 48': async () => {
    const child = start('npm run portal -- backup --every 1h --keep 48', {});
    const ended = once(child, 'exit');
    let printed = '';
    for await (const data of child.stdout ?? []) {
      printed += String(data);
      if (printed.includes('.sqlite')) break;
    }
    expect(printed).toMatch(/portal-\S+\.sqlite/);
    if (child.pid) process.kill(-child.pid, 'SIGTERM');
    await ended;
  },
  'npm run portal -- restore data/backups/portal-2026-09-01T10-00-00-000Z.sqlite': async () => {
    const file = /\S+portal-\S+\.sqlite/.exec(await run('npm run portal -- backup'))?.[0] ?? '';
    expect(await run(`npm run portal -- restore ${file}`)).toMatch(/Restored \d+ members/);
  },
  'npm run portal -- check': async () => {
    expect(await run('npm run portal -- check')).not.toContain('FAIL');
  },
  'npm run portal -- move --to postgres://portal:secret@db.example.edu/portal': async () => {
    const database = await createDatabase((await sharedPostgres()).url);
    try {
      expect(await run(`npm run portal -- move --to ${database.url}`)).toContain('checksums agree');
    } finally {
      await database.drop();
    }
  },
  'npm run portal -- move --to sqlite:./data-copy': async () => {
    const { dataDir } = await freshDatabase('sqlite', 'empty');
    expect(await run(`npm run portal -- move --to sqlite:${dataDir}`)).toContain('checksums agree');
  },
};

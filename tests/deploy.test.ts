import { execFile } from 'node:child_process';
import { existsSync, globSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { readCommandConfig } from '#server/config.ts';
import { variableNames } from '#server/config-variables.ts';
import { nodeFlags, processVariables } from '../scripts/node-flags.ts';
import { findProgram, programMissing } from '../scripts/system-packages.ts';
import { newFolder } from './helpers/scratch.ts';
import { skipBecause } from './helpers/skip.ts';

const execute = promisify(execFile);
const root = resolve(import.meta.dirname, '..');

function deployed(name: string): string {
  return readFileSync(join(root, 'deploy', name), 'utf8');
}

describe('the systemd units', () => {
  it('are what systemd takes', async (context) => {
    const version = await execute('systemd-analyze', ['--version']).catch(() => null);
    if (!version) return skipBecause(context, 'systemd-analyze is not installed');
    const folder = await newFolder();
    const units = globSync('*.service', { cwd: join(root, 'deploy') });
    expect(units).toHaveLength(2);
    for (const unit of units) {
      // The program is looked for where the unit says: here it is where this test is.
      const text = deployed(unit).replaceAll('/srv/sdc-portal', root);
      const file = join(folder, unit);
      writeFileSync(file, text);
      const { stderr } = await execute('systemd-analyze', ['verify', '--man=no', file], {
        env: { ...process.env, SYSTEMD_LOG_LEVEL: 'warning' },
      });
      // Others of the machine's units may be found wanting; of these, nothing is said.
      expect(stderr.split('\n').filter((line) => line.includes(basename(file)))).toEqual([]);
    }
  });

  it('start programs that are there, by the launcher', () => {
    for (const unit of globSync('*.service', { cwd: join(root, 'deploy') })) {
      const commands = deployed(unit).match(/^ExecStart(Pre)?=.+$/gm) ?? [];
      expect(commands.length).toBeGreaterThan(0);
      for (const command of commands) {
        expect(command).toContain('node scripts/launch.cjs');
        const programs = command.match(/\b(scripts|server)\/[\w./-]+/g) ?? [];
        expect(programs.length).toBeGreaterThan(1);
        for (const program of programs) expect(existsSync(join(root, program)), program).toBe(true);
      }
    }
  });

  it('and the image start the portal with what `npm start` tells Node', () => {
    const started = ` && exec "$$node" ${nodeFlags.join(' ')} server/main.ts'\n`;
    expect(deployed('sdc-portal.service')).toContain(started);
    for (const file of ['sdc-portal.service', 'Dockerfile']) {
      for (const [name, value] of Object.entries(processVariables)) {
        expect(deployed(file)).toContain(` ${name}=${value} `);
      }
    }
    const words = ['node', ...nodeFlags, 'scripts/launch.cjs', 'server/main.ts'].map((word) =>
      JSON.stringify(word),
    );
    expect(deployed('Dockerfile')).toContain(`\nCMD [${words.join(', ')}]\n`);
  });
});

describe('the examples of proxies', () => {
  // nginx and HAProxy run with their own in tests/faults/.
  it('Caddy takes its one as it is, with and without the variables of compose', async (context) => {
    const caddy = findProgram('caddy');
    if (!caddy) return skipBecause(context, programMissing('caddy'));
    const inCompose = { PORTAL_NAME: 'club.example.edu', PORTAL_PROCESSES: 'portal-1:3000 portal-2:3000' };
    for (const [variables, name, processes] of [
      [{}, 'portal.example.edu', 1],
      [inCompose, 'club.example.edu', 2],
    ] as const) {
      const args = ['adapt', '--validate', '--adapter', 'caddyfile', '--config', 'deploy/Caddyfile'];
      const env = { HOME: await newFolder(), ...variables };
      const { stdout } = await execute(caddy, args, { cwd: root, env });
      expect(stdout).toContain(`"host":["${name}"]`);
      expect(stdout.match(/"dial":/g)).toHaveLength(processes);
    }
  });

  it('HAProxy asks as the role that the example of PostgreSQL makes', () => {
    const text = deployed('haproxy.cfg');
    const sent = [...text.matchAll(/send-binary ([0-9a-f]+)/g)].map(([, hex = '']) =>
      Buffer.from(hex, 'hex'),
    );
    const role = /create role (\w+) login connection limit/.exec(deployed('postgresql-failover.conf'))?.[1];
    expect(sent.map(String).join(' ')).toContain(`user\0${role}\0database\0postgres\0`);
    expect(sent.map(String).join(' ')).toContain('select pg_is_in_recovery()');
  });

  it('the example environment names variables of the portal, with values that it accepts', () => {
    const settings = deployed('sdc-portal.env.example').matchAll(/^(?:# )?([A-Z_]+)=(.+)$/gm);
    const env = Object.fromEntries([...settings].map(([, name = '', value = '']) => [name, value]));
    expect(Object.keys(env)).toContain('PORTAL_URL');
    for (const name of Object.keys(env)) expect(variableNames).toContain(name);
    expect(() => readCommandConfig(env)).not.toThrow();
  });

  it('the compose file is what Docker Compose takes', async (context) => {
    const compose = await execute('docker', ['compose', 'version']).catch(() => null);
    if (!compose) return skipBecause(context, 'Docker Compose is not installed');
    const env = {
      ...process.env,
      PORTAL_NAME: 'portal.example.edu',
      POSTGRES_PASSWORD: 'p',
      AUTH_SECRET: 's'.repeat(32),
    };
    await execute('docker', ['compose', '-f', 'deploy/compose.yaml', 'config', '-q'], { cwd: root, env });
  });
});

import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, globSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage } from 'node:http';
import { get } from 'node:https';
import { basename, join, resolve } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as wait } from 'node:timers/promises';
import { promisify } from 'node:util';
import { describe, expect, it, onTestFinished } from 'vitest';
import { readCommandConfig } from '#server/config/config.ts';
import { variableNames } from '#server/config/config-variables.ts';
import { nodeFlags, processVariables } from '../scripts/node-flags.ts';
import { findProgram, programMissing } from '../scripts/system-packages.ts';
import { freePort } from './helpers/free-port.ts';
import { type RunningProxy, startCaddy, startNginx } from './helpers/proxies.ts';
import { newFolder } from './helpers/scratch.ts';
import { skipBecause } from './helpers/skip.ts';

const execute = promisify(execFile);
const root = resolve(import.meta.dirname, '..');

/** Asks for a page once. @returns the answer of the proxy */
async function askOnce({ port, certificate }: RunningProxy): Promise<{ status: number; text: string }> {
  const ca = readFileSync(certificate.certificate);
  const headers = { Host: `localhost:${port}` };
  const asked = get({
    port,
    host: '127.0.0.1',
    servername: 'localhost',
    ca,
    headers,
  });
  const [answer] = (await once(asked, 'response')) as [IncomingMessage];
  return { status: answer.statusCode ?? 0, text: await text(answer) };
}

function deployed(name: string): string {
  return readFileSync(join(root, 'deploy', name), 'utf8');
}

describe('the systemd units', () => {
  it('are what systemd takes', async (context) => {
    const version = await execute('systemd-analyze', ['--version']).catch(() => null);
    if (!version) return skipBecause(context, 'systemd-analyze is not installed');
    const folder = await newFolder();
    const units = globSync('*.service', { cwd: join(root, 'deploy') });
    expect(units).toHaveLength(1);
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

  it('never give up, and leave the folder of the compile cache to the portal’s own user', () => {
    const unit = deployed('sdc-portal.service');
    expect(unit).toMatch(/^\[Unit\][^[]+^StartLimitIntervalSec=0$/ms);
    expect(unit).toMatch(/^Environment=.* NODE_COMPILE_CACHE=\/var\/lib\//m);
    // As root: a folder that it made would be closed to the portal.
    expect(unit).toMatch(/^ExecStartPre=\+\/usr\/bin\/env --unset=NODE_COMPILE_CACHE /m);
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

  it.for([
    ['caddy', startCaddy, 200, /^ok$/],
    ['nginx', startNginx, 502, /http-equiv="refresh"/],
  ] as const)(
    '%s: nobody is stranded while the portal restarts',
    async ([name, start, status, page], context) => {
      const program = findProgram(name);
      if (!program) return skipBecause(context, programMissing(name));
      const ports = [await freePort(), await freePort()] as const;
      const proxy = await start(program, { port: await freePort(), portalPorts: ports });
      onTestFinished(proxy.stop);
      const asked = askOnce(proxy);
      await wait(1_500);
      const restarted = createServer((_, answer) => answer.end('ok')).listen(ports[0], '127.0.0.1');
      onTestFinished(() => void restarted.close());
      const answer = await asked;
      expect(answer.status).toBe(status);
      expect(answer.text).toMatch(page);
    },
  );

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
    for (const name of Object.keys(env)) expect([...variableNames, 'NODE_EXTRA_CA_CERTS']).toContain(name);
    expect(() => readCommandConfig(env)).not.toThrow();
  });

  describe.each(globSync('**/compose.yaml', { cwd: join(root, 'deploy') }))('%s', (file) => {
    it('passes every variable on, an empty one takes no place of a default, and all of it can be waited for', () => {
      const compose = deployed(file);
      expect(compose).toContain('  env_file: [{ path: .env, required: false }]\n');
      expect(compose).not.toContain(':-}');
      // `up --wait` fails for a service whose health check is disabled.
      expect(compose).not.toContain('disable: true\n');
    });

    it('is what Docker Compose takes', async (context) => {
      const compose = await execute('docker', ['compose', 'version']).catch(() => null);
      if (!compose) return skipBecause(context, 'Docker Compose is not installed');
      const secrets = { POSTGRES_PASSWORD: 'p', AUTH_SECRET: 's'.repeat(32) };
      const env = { ...process.env, PORTAL_NAME: 'portal.example.edu', ...secrets };
      await execute('docker', ['compose', '-f', `deploy/${file}`, 'config', '-q'], { cwd: root, env });
    });
  });
});

import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { freePort } from './free-port.ts';
import { startProgram } from './started-program.ts';

const execute = promisify(execFile);
const deploy = resolve(import.meta.dirname, '../../deploy');
/** The host name used in the examples in deploy/. */
const exampleName = 'portal.example.edu';

export interface Certificate {
  certificate: string;
  key: string;
}

interface ProxyOptions {
  /** The https port on loopback. */
  port: number;
  /** The portal's processes in the order of the example. */
  portalPorts: readonly [number, number];
}

/** The files of a proxy that is about to start. */
interface ProxyFiles {
  folder: string;
  certificate: Certificate;
}

/** A certificate for the example's name and for localhost, valid for a day. */
export async function selfSigned(folder: string): Promise<Certificate> {
  const files = { certificate: join(folder, 'certificate.pem'), key: join(folder, 'key.pem') };
  const names = `subjectAltName=DNS:${exampleName},DNS:localhost,IP:127.0.0.1`;
  await execute('openssl', [
    ...['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '1'],
    ...['-subj', `/CN=${exampleName}`, '-addext', names, '-keyout', files.key, '-out', files.certificate],
  ]);
  return files;
}

/** Replaces texts in an example. Throws if one is missing, because the example has changed. */
export function fillIn(text: string, replacements: [string, string][]): string {
  let filled = text;
  for (const [from, to] of replacements) {
    if (!filled.includes(from)) throw new Error(`the example says nowhere: ${from}`);
    filled = filled.replaceAll(from, to);
  }
  return filled;
}

export interface RunningProxy {
  /** The https port on loopback. */
  port: number;
  /** The port where nginx redirects http to https; not started for Caddy. */
  plainPort: number | undefined;
  certificate: Certificate;
  stop(): Promise<void>;
}

/** Runs the nginx example, with ports and certificate, in front of two portal processes. */
export function startNginx(nginx: string, options: ProxyOptions): Promise<RunningProxy> {
  const { port, portalPorts } = options;
  return startProxy(options, async ({ folder, certificate }) => {
    const plainPort = await freePort();
    const site = fillIn(await readFile(join(deploy, 'nginx.conf'), 'utf8'), [
      // First: a port that is free may begin with 3000 too.
      ['127.0.0.1:3000', `127.0.0.1:${portalPorts[0]}`],
      ['# server 127.0.0.1:3001', `server 127.0.0.1:${portalPorts[1]}`],
      ['    listen [::]:80;\n', ''],
      ['    listen [::]:443 ssl http2;\n', ''],
      ['listen 80;', `listen 127.0.0.1:${plainPort};`],
      ['listen 443 ssl', `listen 127.0.0.1:${port} ssl`],
      [`/etc/letsencrypt/live/${exampleName}/fullchain.pem`, certificate.certificate],
      [`/etc/letsencrypt/live/${exampleName}/privkey.pem`, certificate.key],
    ]);
    const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
      .map((name) => `${name}_temp_path ${folder}/${name};`)
      .join('\n');
    const file = join(folder, 'nginx.conf');
    const user = process.getuid?.() === 0 ? 'user root;\n' : '';
    await writeFile(
      file,
      `${user}daemon off;\npid ${folder}/nginx.pid;\nevents {}\nhttp {\naccess_log off;\n${temporary}\n${site}\n}\n`,
    );
    return { command: nginx, args: ['-q', '-p', folder, '-c', file, '-e', 'stderr'], plainPort };
  });
}

/** Runs the Caddy example likewise. */
export function startCaddy(caddy: string, options: ProxyOptions): Promise<RunningProxy> {
  const { port, portalPorts } = options;
  return startProxy(options, async ({ folder, certificate: { certificate, key } }) => {
    const names = `https://${exampleName}:${port}, https://localhost:${port}`;
    const site = fillIn(await readFile(join(deploy, 'Caddyfile'), 'utf8'), [
      [`{$PORTAL_NAME:${exampleName}} {\n`, `${names} {\n\ttls ${certificate} ${key}\n`],
      ['{$PORTAL_PROCESSES:127.0.0.1:3000}', portalPorts.map((each) => `127.0.0.1:${each}`).join(' ')],
    ]);
    const file = join(folder, 'Caddyfile');
    const global = `{\n\tadmin off\n\tauto_https disable_redirects\n\tdefault_bind 127.0.0.1\n\tstorage file_system ${folder}\n}\n`;
    await writeFile(file, global + site);
    return { command: caddy, args: ['run', '--adapter', 'caddyfile', '--config', file] };
  });
}

async function startProxy(
  { port }: ProxyOptions,
  prepare: (files: ProxyFiles) => Promise<{ command: string; args: string[]; plainPort?: number }>,
): Promise<RunningProxy> {
  const folder = await mkdtemp(join(tmpdir(), 'sdc-proxy-'));
  const certificate = await selfSigned(folder);
  const { command, args, plainPort } = await prepare({ folder, certificate });
  const program = startProgram(command, args, { env: { PATH: process.env.PATH, HOME: folder }, folder });
  await program.until(() => listens(port));
  return {
    port,
    plainPort,
    certificate,
    async stop() {
      await program.end('SIGTERM');
      await rm(folder, { recursive: true, force: true });
    },
  };
}

function listens(port: number): Promise<boolean> {
  return new Promise((done) => {
    const socket = connect(port, '127.0.0.1');
    socket.on('connect', () => {
      socket.destroy();
      done(true);
    });
    socket.on('error', () => done(false));
  });
}

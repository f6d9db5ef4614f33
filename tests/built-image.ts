import { execFile } from 'node:child_process';
import { copyFile, mkdir, realpath, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import * as z from 'zod/mini';

const execute = promisify(execFile);
const root = resolve(import.meta.dirname, '..');

/** An image that Buildah built from deploy/Dockerfile, unpacked. */
export interface BuiltImage {
  /** The folder of its root file system. */
  folder: string;
  config: ImageConfig;
  /** The command that runs `command` in the image: as its user, with a read-only root, and `data` at /data. */
  inside(data: string, command: readonly string[], env?: Record<string, string>): [string, ...string[]];
  discard(): Promise<void>;
}

const imageConfig = z.object({
  User: z.string(),
  Env: z.array(z.string()),
  Cmd: z.array(z.string()),
  WorkingDir: z.string(),
  Volumes: z.record(z.string(), z.object({})),
  Healthcheck: z.object({ Test: z.array(z.string()) }),
});
type ImageConfig = z.infer<typeof imageConfig>;

/** The description of an image by Buildah, in the format of Docker. */
const inspection = z.object({ Docker: z.object({ config: imageConfig }) });

/** The official Node image is replaced by Debian with this Node and npm, because no image registry is needed then. */
const base = 'docker.io/library/node:26-bookworm-slim';
const libraries = 'libstdc++6,libatomic1,passwd';
const baseSteps = `FROM scratch
ADD base.tar /
COPY node /usr/local/bin/node
COPY npm /usr/local/lib/node_modules/npm
RUN ln -s ../lib/node_modules/npm/bin/npm-cli.js /usr/local/bin/npm && useradd --uid 1000 --create-home node
`;

/** Builds the image below `folder`, which takes minutes. Needs root, Buildah and mmdebstrap. */
export async function buildImage(folder: string): Promise<BuiltImage> {
  const storage = [
    '--root',
    join(folder, 'storage'),
    '--runroot',
    join(folder, 'run'),
    '--storage-driver',
    'vfs',
  ];
  const buildah = async (command: string, ...args: string[]) =>
    (
      await execute('buildah', [...storage, command, ...args], { cwd: root, maxBuffer: 2 ** 26 })
    ).stdout.trim();
  const build = (...args: string[]) => buildah('bud', '--isolation', 'chroot', '--pull-never', ...args);

  const context = join(folder, 'base');
  await mkdir(context);
  await execute('mmdebstrap', [
    ...['--mode=root', '--variant=essential', `--include=${libraries}`],
    ...['bookworm', join(context, 'base.tar')],
  ]);
  await copyFile(process.execPath, join(context, 'node'));
  await execute('cp', ['--recursive', '--dereference', await npmFolder(), join(context, 'npm')]);
  await writeFile(join(context, 'Containerfile'), baseSteps);
  await build('--tag', base, context);

  const settings = await npmSettings(folder);
  await build('--format', 'docker', ...settings, '--tag', 'sdc-portal', '--file', 'deploy/Dockerfile', root);
  const container = await buildah('from', '--pull-never', 'sdc-portal');
  const mounted = await buildah('mount', container);
  const inspected: unknown = JSON.parse(await buildah('inspect', '--type', 'image', 'sdc-portal'));
  const { config } = inspection.parse(inspected).Docker;
  return {
    folder: mounted,
    config,
    inside: (data, command, env = {}) => insideOf(mounted, config, { data, command, env }),
    async discard() {
      await buildah('umount', container);
    },
  };
}

/** The package of this machine's npm. `npm root --global` names a folder beside the running Node, which may have none. */
async function npmFolder(): Promise<string> {
  const program = process.env.npm_execpath ?? (await execute('which', ['npm'])).stdout.trim();
  return resolve(await realpath(program), '../..');
}

/** `npm ci` in the image trusts the certificates that this machine's Node trusts. */
async function npmSettings(folder: string): Promise<string[]> {
  const certificates = process.env.NODE_EXTRA_CA_CERTS;
  if (!certificates) return [];
  const file = join(folder, 'npmrc');
  const inImage = '/etc/npm-certificates.pem';
  await writeFile(file, `cafile=${inImage}\n`);
  return [`${certificates}:${inImage}:ro`, `${file}:/root/.npmrc:ro`].flatMap((volume) => [
    '--volume',
    volume,
  ]);
}

interface Inside {
  data: string;
  command: readonly string[];
  env: Record<string, string>;
}

const enter = `mount --make-rprivate /
mount --bind "$1" "$1"
mount --bind "$2" "$1/data"
mount -t tmpfs tmpfs "$1/tmp"
mount -t proc proc "$1/proc"
mount --rbind /dev "$1/dev"
printf '127.0.0.1 localhost\\n' > "$1/etc/hosts"
mount -o remount,bind,ro "$1"
root=$1 folder=$3; shift 3
exec chroot --userspec=node:node "$root" setpriv --no-new-privs sh -c 'cd "$0" && exec "$@"' "$folder" "$@"`;

/** As compose.yaml starts a container, in a mount namespace. The engine would write the file of hosts. */
function insideOf(
  folder: string,
  config: ImageConfig,
  { data, command, env }: Inside,
): [string, ...string[]] {
  const variables = [...config.Env, ...Object.entries(env).map((pair) => pair.join('='))];
  return [
    ...(['unshare', '--mount', '--pid', '--fork', '--kill-child', 'sh', '-euc', enter, 'enter'] as const),
    ...[folder, data, config.WorkingDir, 'env', '-i', ...variables, ...command],
  ];
}

import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { contentFolder, loadContent } from '#server/config/content.ts';
import { OperatorError } from '#server/config/operator-error.ts';
import { packageCommand, root } from './run-command.ts';

const dist = join(root, 'dist');
const stamp = join(dist, '.built-from');

const inputs = [
  'client/**/*',
  'domain/**/*.ts',
  'scripts/build-client.ts',
  'vite.config.ts',
  'package-lock.json',
];

/**
 * Builds the client unless `dist/` was made from exactly these files; of several concurrent callers, one builds
 * and the others wait. Returns whether it built. Throws ContentError for a bad file in `content/`, and
 * OperatorError with the output of a failed build.
 */
export function buildClientIfStale(onBuild: () => void = () => {}): boolean {
  loadContent(contentFolder);
  if (fingerprint() === builtFrom()) return false;
  const lock = waitForLock();
  try {
    if (fingerprint() === builtFrom()) return false;
    onBuild();
    buildClient();
    return true;
  } finally {
    lock.close();
  }
}

/** Held until it is closed, or until this process ends, however it ends: SQLite locks through the operating system. */
function waitForLock(): DatabaseSync {
  const folder = join(root, 'node_modules', '.cache');
  mkdirSync(folder, { recursive: true });
  const lock = new DatabaseSync(join(folder, 'build.lock'));
  lock.exec('pragma busy_timeout = 600000');
  lock.exec('begin exclusive');
  return lock;
}

function buildClient(): void {
  if (/[#?]/.test(root))
    throw new OperatorError(
      `The pages cannot be built in ${root}, because of # or ? in its path. Move the folder.`,
    );
  const inputsBefore = fingerprint();
  rmSync(stamp, { force: true });
  viteBuild();
  viteBuild('--ssr', 'prerender.tsx', '--outDir', join(dist, '.prerender'));
  compressAssets();
  writeFileSync(stamp, inputsBefore);
}

/** Throws with all of Vite's output if it fails. */
function viteBuild(...options: string[]): void {
  const [program = '', ...args] = packageCommand('vite', 'build', '--logLevel', 'warn', ...options);
  try {
    execFileSync(program, args, {
      cwd: root,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...process.env, NODE_ENV: 'production' },
    });
  } catch (error) {
    const { stdout = '', stderr = '' } = error as { stdout?: Buffer | string; stderr?: Buffer | string };
    if (String(stderr).includes('Cannot find native binding')) {
      const cause = `npm left out the package of the build for ${process.platform}-${process.arch}`;
      throw new OperatorError(`${cause}: run \`npm install --include=optional\`.`);
    }
    throw new OperatorError(`${stdout}${stderr}The pages could not be built; what the build said is above.`, {
      cause: error,
    });
  }
}

/** Compresses once what would otherwise be compressed for every visitor. */
function compressAssets(): void {
  for (const name of globSync('**/*.{js,css,svg,json,webmanifest}', { cwd: dist })) {
    const file = join(dist, name);
    const text = readFileSync(file);
    writeFileSync(`${file}.br`, brotliCompressSync(text));
    writeFileSync(`${file}.gz`, gzipSync(text, { level: 9 }));
  }
}

/** A hash of the names and contents of everything that the build depends on. */
function fingerprint(): string {
  const hash = createHash('sha256');
  const entries = globSync(inputs, { cwd: root, withFileTypes: true, exclude: ['**/*.test.{ts,tsx}'] });
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  for (const file of files.sort()) {
    hash.update(`${file.slice(root.length)}\0`);
    hash.update(readFileSync(file));
    hash.update('\0');
  }
  return hash.digest('hex');
}

function builtFrom(): string | undefined {
  try {
    return readFileSync(stamp, 'utf8');
  } catch {
    return undefined;
  }
}

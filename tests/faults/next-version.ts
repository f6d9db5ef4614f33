import { execFile } from 'node:child_process';
import { cp, mkdir, readFile, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { release } from '#server/config/release.ts';
import { newFolder } from '#tests/helpers/scratch.ts';

const root = resolve(import.meta.dirname, '../..');

/** A copy of this program in a new folder. */
async function copyOfProgram(): Promise<string> {
  const folder = await newFolder();
  const copied = ['server', 'domain', 'scripts', 'content', 'package.json'];
  for (const name of copied) await cp(join(root, name), join(folder, name), { recursive: true });
  for (const name of ['node_modules', 'dist', 'client']) await symlink(join(root, name), join(folder, name));
  return folder;
}

/** Replaces a text of a file, which has to be there. */
async function change(file: string, from: string, to: string): Promise<void> {
  const before = await readFile(file, 'utf8');
  if (!before.includes(from)) throw new Error(`${file} has no ${from}`);
  await writeFile(file, before.replace(from, to));
}

/** A program like this one, whose schema has one more migration and whose records have one more field. */
export async function nextVersion(): Promise<string> {
  const folder = await copyOfProgram();
  const field = '\n  nickname: z.nullable(z.string()),';
  await change(join(folder, 'domain/members.ts'), 'export const member = z.object({', `$&${field}`);
  const migrations = join(folder, 'server/store/migrations');
  await mkdir(migrations, { recursive: true });
  await writeFile(
    join(migrations, '9999-nickname.ts'),
    `export const up = (db) => db.schema.alterTable('members').addColumn('nickname', 'text').execute();`,
  );
  return folder;
}

/**
 * An archive of this version under another number, in `folder`, as `portal upgrade` takes it. Its packages and pages are links to
 * those of this project.
 * @param kind `fatal` migrates the data, and its start then fails
 */
export async function archiveOf(version: string, folder: string, kind?: 'fatal'): Promise<string> {
  const program = kind ? await nextVersion() : await copyOfProgram();
  await change(join(program, 'package.json'), `"version": "${release}"`, `"version": "${version}"`);
  if (kind) await change(join(program, 'server/main.ts'), 'gate.open(', 'process.exit(1);\n  $&');
  await cp(join(root, 'deploy/portal'), join(program, 'portal'));
  const [name, file] = [`sdc-portal-${version}`, join(folder, `${version}.tar`)];
  await rename(program, join(folder, name));
  await promisify(execFile)('tar', ['-cf', file, '-C', folder, name]);
  await rm(join(folder, name), { recursive: true });
  return file;
}

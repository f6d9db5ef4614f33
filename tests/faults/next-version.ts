import { cp, mkdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { newFolder } from '#tests/helpers/scratch.ts';

const root = resolve(import.meta.dirname, '../..');

/** A program like this one, whose schema has one more migration and whose records have one more field. */
export async function nextVersion(): Promise<string> {
  const folder = await newFolder();
  const copied = ['server', 'domain', 'scripts', 'content', 'package.json'];
  for (const name of copied) await cp(join(root, name), join(folder, name), { recursive: true });
  for (const name of ['node_modules', 'dist', 'client']) await symlink(join(root, name), join(folder, name));
  const members = join(folder, 'domain/members.ts');
  const before = await readFile(members, 'utf8');
  const after = before.replace('export const member = z.object({', '$&\n  nickname: z.nullable(z.string()),');
  if (after === before) throw new Error('domain/members.ts has no schema `member` to add a field to');
  await writeFile(members, after);
  const migrations = join(folder, 'server/store/migrations');
  await mkdir(migrations, { recursive: true });
  await writeFile(
    join(migrations, '9999-nickname.ts'),
    `export const up = (db) => db.schema.alterTable('members').addColumn('nickname', 'text').execute();`,
  );
  return folder;
}

import { execFileSync } from 'node:child_process';
import { copyFileSync, cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import * as z from 'zod/mini';
import { release } from '#server/config/release.ts';
import { root } from './run-command.ts';

/** Everything that a portal needs to run, but its packages. */
const parts = [
  'content',
  'deploy',
  'dist',
  'docs',
  'domain',
  'scripts',
  'server',
  'package.json',
  'LICENSE',
  'README.md',
];

const lockFile = z.object({
  packages: z.record(
    z.string(),
    z.object({ dev: z.optional(z.boolean()), optional: z.optional(z.boolean()) }),
  ),
});

/**
 * Packs the program with its Node, production packages and built pages for machines like this one, without Node and the
 * network. @returns the file
 */
export function packArchive(file = join(root, 'dist', 'sdc-portal.tar.gz')): string {
  const name = `sdc-portal-${release}`;
  mkdirSync(join(root, 'node_modules', '.cache'), { recursive: true });
  const stage = mkdtempSync(join(root, 'node_modules', '.cache', 'archive-'));
  const folder = join(stage, name);
  mkdirSync(folder, { recursive: true });
  for (const part of parts)
    cpSync(join(root, part), join(folder, part), {
      recursive: true,
      filter: (path) => !/\.test\.tsx?$|\.tar\.gz$/.test(path),
    });
  for (const path of productionPackages()) copyPackage(path, folder);
  copyFileSync(join(root, 'deploy', 'portal'), join(folder, 'portal'));
  execFileSync('tar', ['-czf', file, '--owner=0', '--group=0', '-C', stage, name]);
  rmSync(stage, { recursive: true, force: true });
  return file;
}

/** Folders of the packages that the portal runs with. Of the optional ones, Node is needed; the others build the pages. */
function productionPackages(): string[] {
  const { packages } = lockFile.parse(JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')));
  return Object.entries(packages)
    .filter(([path, { dev, optional }]) => path && !dev && (!optional || /^node_modules\/node-/.test(path)))
    .map(([path]) => path)
    .filter((path) => existsSync(join(root, path)));
}

function copyPackage(path: string, folder: string): void {
  const from = join(root, path);
  mkdirSync(dirname(join(folder, path)), { recursive: true });
  // Packages within packages have their own entry.
  cpSync(from, join(folder, path), {
    recursive: true,
    filter: (inner) => !inner.startsWith(join(from, 'node_modules')),
  });
}

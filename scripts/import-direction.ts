import { globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { root } from './run-command.ts';

/**
 * Every folder, in layers from the bottom up. A file may import from its own folder and from those of lower layers, so
 * no circle of folders can arise; types count too. Folders of one layer, such as all features, do not know each other.
 */
const layers = [
  ['domain'],

  ['client/lib'],
  ['client/ui'],
  ['client/session'],
  ['client/live'],
  ['client/member-ui', 'client/member-ui/filters'],
  ['client/member-ui/changes', 'client/member-ui/factors'],
  ['client/member-ui/account', 'client/member-ui/results', 'client/member-ui/reviews'],
  ['client/member-list'],
  ['client/features/*'],
  ['client/layouts'],
  ['client/app'],
  ['client'],

  ['server/config'],
  ['server/log'],
  ['server/store/migrations'],
  ['server/store'],
  ['server/http'],
  ['server/changes'],
  ['server/mail'],
  ['server/limits'],
  ['server/members'],
  ['server/accounts'],
  ['server/forms'],
  ['server/reviews'],
  ['server/results'],
  ['server/group-messages'],
  ['server/seasons'],
  ['server/settings'],
  ['server/history', 'server/live', 'server/operations'],
  ['server/operations/firebase'],
  ['server/diagnostics'],
  ['server/pages'],
  ['server'],
];

const levels = new Map(layers.flatMap((folders, level) => folders.map((folder) => [folder, level])));

/** A feature with more production lines than this is two. */
const featureLimit = 2_800;

/** Whether a file may import another (both as paths from the root). */
export function isAllowed(file: string, imported: string): boolean {
  const [from, to] = [dirname(file), dirname(imported)];
  return from === to || levelOf(to) < levelOf(from);
}

function levelOf(folder: string): number {
  const level = levels.get(folder) ?? levels.get(`${dirname(folder)}/*`);
  if (level === undefined) throw new Error(`${folder} is in no layer; add it to scripts/import-direction.ts`);
  return level;
}

/** The portal's own files that a file imports. */
function importedBy(file: string): string[] {
  const source = readFileSync(join(root, file), 'utf8');
  const names = source.matchAll(/(?:from|import)\s*\(?\s*'([#.][^']+\.tsx?)'/g);
  return [...names].map(([, name = '']) =>
    name.startsWith('#') ? name.slice(1) : join(dirname(file), name),
  );
}

function productionFiles(pattern: string): string[] {
  return globSync(pattern, { cwd: root, exclude: ['**/*.test.*'] });
}

function linesOf(folder: string): number {
  return productionFiles(`${folder}/**/*.{ts,tsx,css}`)
    .map((file) => readFileSync(join(root, file), 'utf8').split('\n').length - 1)
    .reduce((sum, lines) => sum + lines, 0);
}

if (import.meta.main) {
  const faults = productionFiles('{domain,client,server}/**/*.{ts,tsx}').flatMap((file) =>
    importedBy(file)
      .filter((name) => !isAllowed(file, name))
      .map((name) => `${file} -> ${name}`),
  );
  for (const feature of globSync('client/features/*', { cwd: root })) {
    const lines = linesOf(feature);
    if (lines > featureLimit) faults.push(`${feature} has ${lines} lines, more than ${featureLimit}`);
  }
  for (const fault of faults) console.error(fault);
  if (faults.length > 0) process.exitCode = 1;
}

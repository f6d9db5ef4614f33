import { globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { root } from './run-command.ts';

/**
 * Layers from the bottom up. A file may import from its own layer's folder and from layers listed before it, so no
 * circle of folders can arise. Folders of one layer (one line) do not know each other.
 */
const layers = [
  ['domain'],

  ['client/lib'],
  ['client/ui'],
  ['client/features/accounts', 'client/features/feedback', 'client/features/forms'],
  ['client/features/members'],
  [
    'client/features/club',
    'client/features/tasks',
    'client/features/connection',
    'client/features/release',
    'client/features/mail',
  ],
  ['client/features/live'],
  ['client/features/history', 'client/features/group-messages'],
  ['client/features/results'],
  ['client/features/reviews'],
  ['client/features/member-list'],
  ['client/features/member-details'],
  [
    'client/features/contact',
    'client/features/dashboard',
    'client/features/diagnostics',
    'client/features/inbox',
    'client/features/profile',
    'client/features/summary',
    'client/features/timeline',
  ],
  ['client/layouts'],
  ['client/app'],
  ['client'],

  ['server/limits/bounds.ts', 'server/http/client-address.ts', 'server/operator-error.ts'],
  ['server/log-lines.ts', 'server/config-variables.ts'],
  ['server/log.ts', 'server/portal-secret.ts'],
  ['server/config.ts', 'server/content.ts'],
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
  ['server/settings'],
  ['server/history', 'server/live', 'server/operations'],
  ['server/diagnostics'],
  ['server/pages'],
  ['server'],
];

const levels = new Map(layers.flatMap((folders, level) => folders.map((folder) => [folder, level])));

/** Whether a file may import another (both as paths from the root). */
export function isAllowed(file: string, imported: string): boolean {
  // The dependencies that the composition passes to every route: types only, so importing it adds none.
  if (imported === 'server/deps.ts') return true;
  const [from, to] = [placeOf(file), placeOf(imported)];
  return from === to || (levels.get(to) ?? 0) < (levels.get(from) ?? 0);
}

/** The most specific entry of the table that a file is in. */
function placeOf(file: string): string {
  for (let place = file; place !== '.'; place = dirname(place)) if (levels.has(place)) return place;
  throw new Error(`${file} is in no layer; add its folder to scripts/import-direction.ts`);
}

/** The portal's own files that a file imports. */
function importedBy(file: string): string[] {
  const source = readFileSync(join(root, file), 'utf8');
  const names = source.matchAll(/(?:from|import)\s*\(?\s*'([#.][^']+\.tsx?)'/g);
  return [...names].map(([, name = '']) =>
    name.startsWith('#') ? name.slice(1) : join(dirname(file), name),
  );
}

if (import.meta.main) {
  const files = globSync('{domain,client,server}/**/*.{ts,tsx}', { cwd: root, exclude: ['**/*.test.*'] });
  for (const file of files) {
    for (const imported of importedBy(file)) {
      if (isAllowed(file, imported)) continue;
      console.error(`${file} -> ${imported}`);
      process.exitCode = 1;
    }
  }
}

import { join } from 'node:path';
import { notFoundPage, type Page, pages as portalPages } from '../domain/pages.ts';
import { root } from './run-command.ts';

/** The part of the bundler's context that is used here. */
interface ChunkingContext {
  getModuleInfo(id: string): { importedIds: readonly string[] } | null;
}

const client = (path: string) => join(root, 'client', path);

/** Modules that the login page needs for its first paint. */
const firstPaint = [client('main.tsx'), client('features/accounts/login-page.tsx')];
const deferredModules = ['domain/accounts.ts', 'domain/validation.ts', 'domain/errors.ts'].map((file) =>
  join(root, file),
);
const memberFrame = client('layouts/portal-layout.tsx');
const modulesOf = (layouts: Page['layout'][]) =>
  [...portalPages, notFoundPage]
    .filter((page: Omit<Page, 'path'>) => layouts.includes(page.layout) && !page.onlineOnly)
    .map(({ module }) => module);

/** Separate chunks: the pages of members and visitors, and what they load later. */
const memberPages = [
  ...modulesOf(['auth', 'portal']),
  'features/live/follow-member.ts',
  'app/deferred-start-up.tsx',
  'features/connection/last-seen.ts',
]
  .map(client)
  .filter((module) => !firstPaint.includes(module));
/** The administrator's pages and their layout. */
const adminPages = ['layouts/admin-layout.tsx', ...modulesOf(['admin'])].map(client);
const pages = [...firstPaint, ...memberPages, ...adminPages];
/** In order of priority: a module goes into the first chunk that claims it. */
const names = ['base', 'member', 'rules', 'admin'] as const;

/** The bundler's settings for chunks that several pages share. */
export function sharedChunks() {
  return names.map((name, index) => ({
    debugName: name,
    name: (id: string, context: ChunkingContext) => (chunkOf(id, context) === name ? name : null),
    priority: names.length - index,
  }));
}

/**
 * The name of the chunk that a shared module belongs to, or null to leave it to the bundler. Left alone, the bundler
 * would create a file for each set of pages that share modules, and a phone loads few files faster than many.
 */
function chunkOf(id: string, context: ChunkingContext): (typeof names)[number] | null {
  const uses = (page: string) => closureOf(page, context).has(id);
  if (pages.includes(id)) return null;
  if (firstPaint.some(uses)) return 'base';
  if (deferredModules.some(uses)) return 'rules';
  const forMembers = memberPages.filter(uses).length;
  const forAdmin = adminPages.filter(uses).length;
  const shared =
    uses(memberFrame) || fromBarrel.test(id) || forMembers > 1 || (forMembers > 0 && forAdmin > 0);
  // Loading a chunk loads the imports of all its modules, so modules of the first paint must not share one with zod.
  if (shared) return needsRules(id, context) ? 'rules' : 'member';
  return forAdmin > 1 ? 'admin' : null;
}

function needsRules(id: string, context: ChunkingContext): boolean {
  return [...closureOf(id, context)].some((module) => /node_modules\/zod\//.test(module));
}

/** A library's barrel file: importing from it does not use everything that it exports. */
const barrel =
  /node_modules\/@(?:tabler\/icons-react|mantine\/(?:core|hooks)|tanstack\/(?:query-core|react-query))\/.*(?:tabler-icons-react|index)\.m?js$/;

/** Modules imported through a barrel file, which hides the importer. */
const fromBarrel =
  /@tabler\/icons-react\/dist\/esm\/icons\/|@mantine\/core\/esm\/components\/(?:NativeSelect|Combobox)\//;

const closures = new Map<string, Set<string>>();

/** A module and everything it imports statically, directly or indirectly. */
function closureOf(start: string, context: ChunkingContext): Set<string> {
  const known = closures.get(start);
  if (known) return known;
  const closure = new Set<string>();
  const queue = [start];
  for (let id = queue.pop(); id !== undefined; id = queue.pop()) {
    if (closure.has(id)) continue;
    closure.add(id);
    if (!barrel.test(id)) queue.push(...(context.getModuleInfo(id)?.importedIds ?? []));
  }
  closures.set(start, closure);
  return closure;
}

import { join } from 'node:path';
import { notFoundPage, type Page, pages as portalPages } from '../domain/pages.ts';
import { root } from './run-command.ts';

/** What the bundler tells of a module. */
interface ChunkingContext {
  getModuleInfo(id: string): { importedIds: readonly string[] } | null;
}

const client = (path: string) => join(root, 'client', path);

/** The first paint of the login page, and what each page is made of beside it. */
const firstPaint = [client('main.tsx'), client('features/accounts/login-page.tsx')];
const behindIt = ['domain/accounts.ts', 'domain/validation.ts', 'domain/errors.ts'].map((file) =>
  join(root, file),
);
const memberFrame = client('layouts/portal-layout.tsx');
const modulesOf = (layouts: Page['layout'][]) =>
  [...portalPages, notFoundPage]
    .filter((page: Omit<Page, 'path'>) => layouts.includes(page.layout) && !page.onlineOnly)
    .map(({ module }) => module);

/** The pages of members and visitors, and what loads after them: each is a chunk. */
const memberPages = [
  ...modulesOf(['auth', 'portal']),
  'features/live/follow-member.ts',
  'app/deferred-start-up.tsx',
  'features/connection/last-seen.ts',
]
  .map(client)
  .filter((module) => !firstPaint.includes(module));
/** The administrator's pages and what stands around them. */
const adminPages = ['features/admin/admin-area.tsx', ...modulesOf(['admin'])].map(client);
const pages = [...firstPaint, ...memberPages, ...adminPages];
/** In this order: what is in an earlier chunk is in no later one. */
const names = ['base', 'member', 'rules', 'admin'] as const;

/** Groups of modules for the bundler, each a chunk of its own. */
export function sharedChunks() {
  return names.map((name, index) => ({
    debugName: name,
    name: (id: string, context: ChunkingContext) => (chunkOf(id, context) === name ? name : null),
    priority: names.length - index,
  }));
}

/**
 * Names the chunk of a module that several pages share; null leaves it to the bundler, which would make a file of
 * every part that two pages have in common. A phone fetches few files faster than many.
 */
function chunkOf(id: string, context: ChunkingContext): (typeof names)[number] | null {
  const uses = (page: string) => closureOf(page, context).has(id);
  if (pages.includes(id)) return null;
  if (firstPaint.some(uses)) return 'base';
  if (behindIt.some(uses)) return 'rules';
  const forMembers = memberPages.filter(uses).length;
  const forAdmin = adminPages.filter(uses).length;
  const shared =
    uses(memberFrame) || catalogued.test(id) || forMembers > 1 || (forMembers > 0 && forAdmin > 0);
  // A chunk brings all that any of its modules needs: what is drawn first must not bring the rules.
  if (shared) return needsRules(id, context) ? 'rules' : 'member';
  return forAdmin > 1 ? 'admin' : null;
}

function needsRules(id: string, context: ChunkingContext): boolean {
  return [...closureOf(id, context)].some((module) => /node_modules\/zod\//.test(module));
}

/** A library's list of all that it has: to import from it is not to use all of it. */
const catalogue =
  /node_modules\/@(?:tabler\/icons-react|mantine\/(?:core|hooks))\/.*(?:tabler-icons-react|index)\.mjs$/;

/** What is imported from a catalogue: nobody says by whom. */
const catalogued =
  /@tabler\/icons-react\/dist\/esm\/icons\/|@mantine\/core\/esm\/components\/(?:NativeSelect|Combobox)\//;

const closures = new Map<string, Set<string>>();

/** A module and all that it imports statically. */
function closureOf(start: string, context: ChunkingContext): Set<string> {
  const known = closures.get(start);
  if (known) return known;
  const closure = new Set<string>();
  const waiting = [start];
  for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
    if (closure.has(id)) continue;
    closure.add(id);
    if (!catalogue.test(id)) waiting.push(...(context.getModuleInfo(id)?.importedIds ?? []));
  }
  closures.set(start, closure);
  return closure;
}

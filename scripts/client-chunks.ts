import { join } from 'node:path';
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
/** What members and visitors are shown, and what comes to it later: each a chunk of its own. */
const memberPages = [
  'features/dashboard/dashboard-page.tsx',
  'features/timeline/timeline-page.tsx',
  'features/profile/profile-page.tsx',
  'features/tasks/user-task-page.tsx',
  'features/contact/contact-page.tsx',
  'features/club/about-page.tsx',
  'features/club/terms-page.tsx',
  'app/not-found-page.tsx',
  'features/accounts/register-page.tsx',
  'features/accounts/reset-password-page.tsx',
  'features/live/follow-member.ts',
  'app/after-load.tsx',
  'features/connection/last-seen.ts',
].map(client);
/** The first paint of the administrator's dashboard. */
const adminFirstPaint = ['features/admin/admin-area.tsx', 'features/admin/admin-dashboard-page.tsx'].map(
  client,
);
/** That, what comes behind it, and the administrator's other pages. */
const adminPages = [
  ...adminFirstPaint,
  ...[
    'features/admin/dashboard/overview.tsx',
    'features/admin/follow-changes.ts',
    'features/admin/user-management-page.tsx',
    'features/admin/tasks-page.tsx',
    'features/inbox/inbox-page.tsx',
    'features/diagnostics/health-page.tsx',
    'features/diagnostics/access-page.tsx',
    'features/diagnostics/database-test-page.tsx',
    'features/diagnostics/config-test-page.tsx',
    'features/diagnostics/data-recovery-page.tsx',
    'features/diagnostics/migrate-users-page.tsx',
  ].map(client),
];
const pages = [...firstPaint, ...memberPages, ...adminPages];
/** In this order: what is in an earlier chunk is in no later one. */
const names = ['base', 'member', 'rules', 'admin-area', 'lists'] as const;

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
  if (adminFirstPaint.includes(id)) return 'admin-area';
  if (pages.includes(id)) return null;
  if (firstPaint.some(uses)) return 'base';
  if (behindIt.some(uses)) return 'rules';
  const forMembers = memberPages.filter(uses).length;
  const forAdmin = adminPages.filter(uses).length;
  const shared =
    uses(memberFrame) || catalogued.test(id) || forMembers > 1 || (forMembers > 0 && forAdmin > 0);
  // A chunk brings all that any of its modules needs: what is drawn first must not bring the rules.
  if (shared) return needsRules(id, context) ? 'rules' : 'member';
  if (adminFirstPaint.some(uses)) return 'admin-area';
  return forAdmin > 1 ? 'lists' : null;
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

import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { pagePaths } from '#domain/pages.ts';
import { leadsTo, modulesOf } from './page-modules.ts';

const member = { uid: 'u', email: 'm@club.example', displayName: 'M', role: 'member' } as const;
const administrator = { ...member, role: 'administrator' } as const;
const clientFolder = join(import.meta.dirname, '..', '..', 'client');

it('every page is made of modules that are there', () => {
  for (const path of [...pagePaths.filter((page) => page !== '/'), '/no-such-page']) {
    expect(modulesOf(path).length, path).toBeGreaterThan(0);
    for (const module of modulesOf(path)) {
      expect(existsSync(join(clientFolder, module)), module).toBe(true);
    }
  }
});

it('every page has the module that the client has for it', () => {
  const router = readFileSync(join(clientFolder, 'app', 'router.tsx'), 'utf8');
  const routes = [...router.matchAll(/path: '([^*'][^']*)',.*?import\('#client\/([^']+)'\)/gs)];
  expect(routes.map(([, path]) => `/${path}`).toSorted()).toEqual(
    pagePaths.filter((page) => page !== '/').toSorted(),
  );
  for (const [, path, module] of routes) expect(modulesOf(`/${path}`).at(-1)).toBe(module);
});

it.each([
  ['/', null, '/login'],
  ['/', member, '/dashboard'],
  ['/', administrator, '/admin-dashboard'],
  ['/login', null, null],
  ['/login', member, '/dashboard'],
  ['/login', administrator, '/admin-dashboard'],
  ['/login?from=%2Ftimeline', null, null],
  // Left to the client, which knows a path of its own from an address elsewhere.
  ['/login?from=%2Ftimeline', member, null],
  ['/login?from=//evil.example', member, null],
  ['/register', null, null],
  ['/register', member, '/dashboard'],
  ['/dashboard', null, '/login'],
  ['/dashboard?a=1', null, '/login?from=%2Fdashboard%3Fa%3D1'],
  ['/dashboard', member, null],
  ['/dashboard', administrator, '/admin-dashboard'],
  ['/timeline?view=1', null, '/login?from=%2Ftimeline%3Fview%3D1'],
  ['/contact', null, '/login?from=%2Fcontact'],
  ['/user-tasks', null, '/login?from=%2Fuser-tasks'],
  ['/timeline', member, null],
  ['/timeline', administrator, null],
  ['/admin-dashboard', null, '/login?from=%2Fadmin-dashboard'],
  ['/admin/inbox', null, '/login?from=%2Fadmin%2Finbox'],
  ['/admin/health', null, '/login?from=%2Fadmin%2Fhealth'],
  ['/admin/access', null, '/login?from=%2Fadmin%2Faccess'],
  ['/admin-dashboard', member, null],
  ['/profile', null, null],
  ['/admin', null, null],
  ['/about', null, null],
  ['/about', member, null],
  ['/reset-password?token=a', member, null],
  ['/nowhere', null, null],
] as const)('%s leads on as the route table says', (address, user, expected) => {
  expect(leadsTo(new URL(address, 'http://portal.test'), user)).toBe(expected);
});

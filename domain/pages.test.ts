import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { canonicalPath, keepReturnPath, loginPath, pageAt, pages, redirectFor, returnPath } from './pages.ts';

const member = { role: 'member' } as const;
const administrator = { role: 'administrator' } as const;
const reviewer = { role: 'reviewer' } as const;
const memberToo = { role: 'reviewer', isMember: true } as const;

it.each([
  ['/', null, '/login'],
  ['/', member, '/dashboard'],
  ['/', administrator, '/admin-dashboard'],
  ['/login', null, null],
  ['/login', member, '/dashboard'],
  ['/login', administrator, '/admin-dashboard'],
  ['/login?from=%2Ftimeline', null, null],
  ['/login?from=%2Ftimeline', member, '/timeline'],
  ['/login?from=//evil.example', member, '/dashboard'],
  ['/register', null, null],
  ['/register', member, '/dashboard'],
  ['/dashboard', null, '/login'],
  ['/dashboard?a=1', null, '/login?from=%2Fdashboard%3Fa%3D1'],
  ['/dashboard', member, null],
  ['/dashboard', administrator, '/admin-dashboard'],
  ['/', reviewer, '/admin/review'],
  ['/login', reviewer, '/admin/review'],
  ['/login', memberToo, '/admin/review'],
  ['/dashboard', reviewer, '/admin/review'],
  ['/dashboard', memberToo, null],
  ['/admin-dashboard', reviewer, null],
  ['/timeline?view=1', null, '/login?from=%2Ftimeline%3Fview%3D1'],
  ['/contact', null, '/login?from=%2Fcontact'],
  ['/user-tasks', null, '/login?from=%2Fuser-tasks'],
  ['/timeline', member, null],
  ['/timeline', administrator, null],
  ['/admin-dashboard', null, '/login?from=%2Fadmin-dashboard'],
  ['/admin/inbox', null, '/login?from=%2Fadmin%2Finbox'],
  ['/admin/health', null, '/login?from=%2Fadmin%2Fhealth'],
  ['/admin-dashboard', member, null],
  ['/profile', null, null],
  ['/admin', null, null],
  ['/about', null, null],
  ['/about', member, null],
  ['/reset-password?token=a', member, null],
  ['/nowhere', null, null],
] as const)('the redirect of %s for %o', (address, user, expected) => {
  expect(redirectFor(new URL(address, 'http://portal.test'), user)).toBe(expected);
});

it.each([
  ['/', '', '', '/login'],
  ['/dashboard', '', '', '/login'],
  ['/dashboard', '?a=1', '', '/login?from=%2Fdashboard%3Fa%3D1'],
  ['/timeline', '', '', '/login?from=%2Ftimeline'],
  ['/contact', '?q=a+b&c=%26', '#form', '/login?from=%2Fcontact%3Fq%3Da%2Bb%26c%3D%2526%23form'],
])('the login page returns to %s%s%s', (pathname, search, hash, expected) => {
  expect(loginPath({ pathname, search, hash })).toBe(expected);
  const query = new URL(expected, 'http://portal.test').searchParams;
  expect(query.get('from')).toBe(expected === '/login' ? null : `${pathname}${search}${hash}`);
  if (pathname !== '/') expect(returnPath(query, member)).toBe(`${pathname}${search}${hash}`);
});

describe('the path after signing in', () => {
  const leadsTo = (from: string, user: typeof member | typeof administrator | typeof reviewer) =>
    returnPath(new URLSearchParams({ from }), user);

  it.each([
    '//evil.example/x',
    '/.//evil.example/x',
    '/x/..//evil.example',
    '/\\evil.example',
    '/\t/evil.example',
    '/timeline/..//evil.example',
    '/timeline\\..\\..\\evil.example',
    '/TIMELINE',
    '/timeline?a=\u0001',
    '/timeline\r\nSet-Cookie: a=b',
    '/timeline#\u007f',
    '/api/session',
    '/login',
    '/nowhere',
    'https://evil.example/timeline',
    'javascript:alert(1)',
    'timeline',
    '',
  ])('is the dashboard for %j', (from) => {
    expect(leadsTo(from, member)).toBe('/dashboard');
    const shown = new URL(leadsTo(from, member), 'http://portal.test');
    expect(shown.origin).toBe('http://portal.test');
  });

  it('is the requested page if it is meant for the user, otherwise their dashboard', () => {
    expect(leadsTo('/timeline?a=1#b', member)).toBe('/timeline?a=1#b');
    expect(leadsTo('/timeline', administrator)).toBe('/admin-dashboard');
    expect(leadsTo('/admin/inbox?q=x', administrator)).toBe('/admin/inbox?q=x');
    expect(leadsTo('/admin/inbox', member)).toBe('/dashboard');
    expect(leadsTo('/data-recovery', member)).toBe('/data-recovery');
    expect(leadsTo('/admin/review?q=x', administrator)).toBe('/admin/review?q=x');
    expect(leadsTo('/admin/review?q=x', reviewer)).toBe('/admin/review?q=x');
    expect(leadsTo('/admin/review', member)).toBe('/dashboard');
    expect(leadsTo('/admin/inbox', reviewer)).toBe('/admin/review');
    expect(leadsTo('/timeline', reviewer)).toBe('/admin/review');
    expect(leadsTo('/timeline', memberToo)).toBe('/timeline');
  });

  it('can stand in a header, whatever it was', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.constantFrom('?', '#', ''), (text, mark) => {
        const to = leadsTo(`/contact${mark}${text}`, member);
        expect(to).toMatch(/^\/[!-~]*$/);
        expect(new Headers({ Location: to }).get('Location')).toBe(to);
      }),
      { numRuns: 100 },
    );
    expect(leadsTo('/contact?a=\u20ac b', member)).toBe('/contact?a=%E2%82%AC%20b');
  });

  it('is passed from the login to the registration page', () => {
    expect(keepReturnPath(new URLSearchParams({ from: '/contact?a=b&c' }))).toBe(
      `?from=${encodeURIComponent('/contact?a=b&c')}`,
    );
    expect(keepReturnPath(new URLSearchParams())).toBe('');
  });
});

it('finds a page regardless of case and trailing slashes, as the router does', () => {
  for (const page of pages) {
    const path = page.path.replace(/:\w+/, 'a-Z.9_');
    for (const spelling of [path, path.replace(/^[^_]*\//, (start) => start.toUpperCase()), `${path}/`]) {
      expect(pageAt(spelling)?.path).toBe(page.path);
      expect(canonicalPath(spelling)).toBe(path);
    }
    expect(pageAt(`${path}//`)?.path).toBe(page.path);
  }
  for (const none of ['/admin/members', '/admin/members/', '/admin/members/a%2Fb', '/admin/members/a/b'])
    expect(pageAt(none)).toBeUndefined();
  const from = new URLSearchParams({ from: '/admin/members/Ab-1' });
  expect(returnPath(from, { role: 'administrator' })).toBe('/admin/members/Ab-1');
  expect(returnPath(from, { role: 'member' })).toBe('/dashboard');
  expect(pageAt('/')).toBeUndefined();
  expect(pageAt('/login/x')).toBeUndefined();
});

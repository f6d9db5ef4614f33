import { expect, it } from 'vitest';
import { loginPath } from './login-path.ts';

it.each([
  ['/', '', '', '/login'],
  ['/dashboard', '', '', '/login'],
  ['/dashboard', '?a=1', '', '/login?from=%2Fdashboard%3Fa%3D1'],
  ['/timeline', '', '', '/login?from=%2Ftimeline'],
  ['/contact', '?q=a+b&c=%26', '#form', '/login?from=%2Fcontact%3Fq%3Da%2Bb%26c%3D%2526%23form'],
])('leads back to %s%s%s', (pathname, search, hash, expected) => {
  expect(loginPath({ pathname, search, hash })).toBe(expected);
  const from = new URL(expected, 'http://portal.test').searchParams.get('from');
  expect(from).toBe(expected === '/login' ? null : `${pathname}${search}${hash}`);
});

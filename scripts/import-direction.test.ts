import { expect, it } from 'vitest';
import { isAllowed } from './import-direction.ts';

it.each([
  ['client/lib/x.ts', 'client/features/accounts/y.ts', false],
  ['client/features/timeline/x.tsx', 'client/features/dashboard/y.tsx', false],
  ['client/features/member-list/x.ts', 'client/features/member-list/y.ts', true],
  ['client/app/x.tsx', 'client/layouts/y.tsx', true],
  ['server/members/x.ts', 'server/accounts/y.ts', false],
  ['server/accounts/x.ts', 'server/members/y.ts', true],
  ['server/http/client-address.ts', 'server/http/y.ts', false],
  ['server/members/x.ts', 'server/deps.ts', true],
])('%s imports %s: %s', (file, imported, allowed) => {
  expect(isAllowed(file, imported)).toBe(allowed);
});

it('reports a folder that is in no layer', () => {
  expect(() => isAllowed('elsewhere/x.ts', 'domain/y.ts')).toThrow('elsewhere/x.ts is in no layer');
});

import { expect, it } from 'vitest';
import { isAllowed } from './import-direction.ts';

it.each([
  ['client/lib/x.ts', 'client/features/accounts/y.ts', false],
  ['client/features/timeline/x.tsx', 'client/features/dashboard/y.tsx', false],
  ['client/features/timeline/x.tsx', 'client/features/dashboard/queries.ts', false],
  ['client/features/timeline/x.ts', 'client/features/timeline/y.ts', true],
  ['client/features/timeline/x.ts', 'client/member-ui/filters/y.ts', true],
  ['client/member-ui/x.ts', 'client/member-ui/changes/y.ts', false],
  ['client/app/x.tsx', 'client/layouts/y.tsx', true],
  ['server/members/x.ts', 'server/accounts/y.ts', false],
  ['server/accounts/x.ts', 'server/members/y.ts', true],
  ['server/members/x.ts', 'server/deps.ts', false],
  ['domain/x.ts', 'server/members/y.ts', false],
])('%s imports %s: %s', (file, imported, allowed) => {
  expect(isAllowed(file, imported)).toBe(allowed);
});

it('reports a folder that is in no layer', () => {
  expect(() => isAllowed('elsewhere/x.ts', 'domain/y.ts')).toThrow('elsewhere is in no layer');
});

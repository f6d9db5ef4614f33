import { expect, it } from 'vitest';
import { plural } from './plural.ts';

it('is the word for one only where there is one', () => {
  expect([0, 1, 2].map((count) => plural(count, 'user'))).toEqual(['users', 'user', 'users']);
  expect([0, 1, 2].map((count) => plural(count, 'entry', 'entries'))).toEqual([
    'entries',
    'entry',
    'entries',
  ]);
});

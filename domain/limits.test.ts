import { expect, it } from 'vitest';
import { limits } from './limits.ts';

it('has the documented limits', () => {
  expect(limits).toMatchObject({
    name: 200,
    email: 254,
    studentId: 50,
    message: 10_000,
    url: 2_048,
    passwordMin: 6,
    passwordMax: 128,
    body: 65_536,
  });
});

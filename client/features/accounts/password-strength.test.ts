import { expect, it } from 'vitest';
import { passwordStrength } from './new-password-fields.tsx';

it.each([
  ['abcdefg', 1],
  ['aaaabbbb', 1],
  ['abcdefgh', 2],
  ['abcdef12', 2],
  ['abcDEF12', 3],
  ['abcdefghijkl', 3],
  ['abcdefGHIJ12', 4],
  ['correct horse ba', 4],
  ['abababababababab', 1],
])('%j has the strength %i', (password, strength) => {
  expect(passwordStrength(password)).toBe(strength);
});

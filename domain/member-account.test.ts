import { expect, it } from 'vitest';
import { isConfirmed } from './member-account.ts';

it.each([
  ['Zo\u00eb Rao', true],
  ['Zoe\u0308 Rao', true],
  [' Zo\u00eb   Rao ', true],
  ['Zoe Rao', false],
  ['zo\u00eb rao', false],
  ['', false],
])('%j confirms the removal of Zo\u00eb Rao: %s', (typed, confirms) => {
  expect(isConfirmed(typed, 'Zo\u00eb  Rao')).toBe(confirms);
});

import { expect, it } from 'vitest';
import { greeting, greetingName } from './greeting.ts';

it.each([
  [0, 'Good morning'],
  [11, 'Good morning'],
  [12, 'Good afternoon'],
  [16, 'Good afternoon'],
  [17, 'Good evening'],
  [23, 'Good evening'],
])('the greeting at %i o’clock: %s', (hour, text) => {
  expect(greeting(hour)).toBe(text);
});

it.each([
  ['Asha Rao', 'asha@students.example', 'Asha Rao'],
  ['  Asha ', 'asha@students.example', 'Asha'],
  ['', 'asha.rao@students.example', 'asha.rao'],
  ['   ', 'asha.rao@students.example', 'asha.rao'],
  ['', 'no-at-sign', 'no-at-sign'],
  ['', '@students.example', '@students.example'],
  ['', '', ''],
])('the name in the greeting of the display name %j and the e-mail %j is %j', (displayName, email, name) => {
  expect(greetingName(displayName, email)).toBe(name);
});

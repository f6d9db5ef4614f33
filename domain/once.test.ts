import { expect, it } from 'vitest';
import { once } from './once.ts';

it('makes a value when it is first asked for, and once', () => {
  const made: undefined[] = [];
  const value = once(() => made.push(undefined));
  expect(made).toHaveLength(0);
  expect([value(), value()]).toEqual([1, 1]);
});

it('keeps what is no value', () => {
  let times = 0;
  const nothing = once(() => {
    times += 1;
    return null;
  });
  expect([nothing(), nothing(), times]).toEqual([null, null, 1]);
});

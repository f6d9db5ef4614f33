import { expect, it } from 'vitest';
import { changedFields, changeKind, changeKinds } from './changes.ts';

it('lists each kind exactly once', () => {
  expect(new Set(changeKinds).size).toBe(changeKinds.length);
  for (const kind of changeKinds) expect(changeKind.parse(kind)).toBe(kind);
  expect(changeKind.safeParse('deleted').success).toBe(false);
});

it('stores the old and new value of each field', () => {
  const fields = { developmentTrack: { old: null, new: 'web' }, graded: { old: false, new: true } };
  expect(changedFields.parse(fields)).toEqual(fields);
  expect(changedFields.safeParse({ developmentTrack: 'web' }).success).toBe(false);
  expect(changedFields.safeParse([]).success).toBe(false);
});

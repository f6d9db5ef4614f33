import { expect, it } from 'vitest';
import { changedFields, changeKind, changeKinds, isUndoable, nameWithoutRecord } from './changes.ts';

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

it('names a removed member, and nobody for what concerns no member', () => {
  expect(nameWithoutRecord('registered')).toBe('A former member');
  expect(nameWithoutRecord('import-undone')).toBe('A former member');
  expect(nameWithoutRecord('season-ended')).toBe('The season');
  expect(nameWithoutRecord('message-received')).toBe('');
});

it('choices can be undone, except where the email address or the registration would change', () => {
  const undoable = (...fieldNames: string[]) => changeKinds.filter((kind) => isUndoable(kind, fieldNames));
  const choices = ['track-selected', 'task-completed', 'submission-sent', 'profile-saved', 'review-changed'];
  expect(undoable('graded')).toEqual([...choices, 'record-recovered', 'undone']);
  expect(undoable('fullName', 'createdAt')).toEqual(['record-recovered']);
  expect(undoable('fullName', 'email')).toEqual([]);
});

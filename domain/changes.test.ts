import { expect, it } from 'vitest';
import { changeKinds, clubScope, describeKind, eventOf, isUndoable, nameWithoutRecord } from './changes.ts';
import { isForReviewers } from './live-events.ts';

it('names a removed member, and nobody for what concerns no member', () => {
  expect(nameWithoutRecord('registered')).toBe('A former member');
  expect(nameWithoutRecord('member-removed')).toBe('A former member');
  expect(nameWithoutRecord('season-ended')).toBe('The season');
  expect(nameWithoutRecord('message-received')).toBe('');
});

it('choices can be undone, except where the email address or the registration would change', () => {
  const undoable = (...fieldNames: string[]) => changeKinds.filter((kind) => isUndoable(kind, fieldNames));
  const choices = ['track-selected', 'task-completed', 'submission-sent', 'profile-saved', 'review-changed'];
  expect(undoable('graded')).toEqual([...choices, 'record-recovered', 'undone', 'settings-changed']);
  expect(undoable('fullName', 'createdAt')).toEqual(['record-recovered']);
  expect(undoable('fullName', 'email')).toEqual([]);
});

it('tells reviewers of records, reviews and what concerns every page, and of no other topic', () => {
  const carried = (uid: string) => changeKinds.filter((kind) => isForReviewers(eventOf({ kind, uid })));
  const topics = new Set(carried('asha').map((kind) => describeKind(kind).topic));
  expect([...topics].toSorted()).toEqual(['account', 'everything', 'opinions', 'record', 'review']);
  // Without content, as to members.
  expect(carried(clubScope)).toContain('settings-changed');
});

import { describe, expect, it } from 'vitest';
import type { ListedMember } from '#domain/member-list.ts';
import { type ListRow, type PinnedRow, pinRow, rowsOf, withPinnedRows } from './pinned-rows.ts';

function rows(...uids: string[]): ListRow[] {
  return uids.map((uid) => ({ member: { uid } as ListedMember }));
}

function uids(list: readonly ListRow[]): string {
  return list.map(({ member, pinned }) => (pinned ? `(${member.uid})` : member.uid)).join(' ');
}

function pinned(list: readonly ListRow[], ...those: string[]): readonly PinnedRow[] {
  return those.reduce<readonly PinnedRow[]>((sum, uid) => pinRow(sum, list, uid, {}), []);
}

describe('rows that the administrator worked on', () => {
  const before = rows('a', 'b', 'c', 'd');

  it('are where they belong while the view has them', () => {
    const now = rows('a', 'b', 'c', 'd');
    expect(withPinnedRows(now, pinned(before, 'b'))).toBe(now);
  });

  it('stay in their places when they have left the view', () => {
    expect(uids(withPinnedRows(rows('a', 'c', 'd'), pinned(before, 'b')))).toBe('a (b) c d');
    expect(uids(withPinnedRows(rows('b', 'c', 'd'), pinned(before, 'a')))).toBe('(a) b c d');
    expect(uids(withPinnedRows(rows('a', 'd'), pinned(before, 'b', 'c')))).toBe('a (b) (c) d');
    expect(uids(withPinnedRows(rows(), pinned(before, 'a', 'b', 'c', 'd')))).toBe('(a) (b) (c) (d)');
  });

  it('come first where the row above has gone too', () => {
    expect(uids(withPinnedRows(rows('a', 'd'), pinned(before, 'c')))).toBe('(c) a d');
  });

  it('show the review that is being saved', () => {
    const [row] = withPinnedRows([], pinRow([], before, 'b', { submissionReviewed: true }));
    expect(row?.member.submissionReviewed).toBe(true);
  });

  it('are pinned once, and only if they are there', () => {
    expect(pinned(before, 'b', 'b', 'x')).toHaveLength(1);
  });
});

it('rows of several pages are each member once', () => {
  const page = (...those: string[]) => ({ members: rows(...those).map(({ member }) => member) });
  expect(uids(rowsOf([page('a', 'b'), page('b', 'c')]))).toBe('a b c');
});

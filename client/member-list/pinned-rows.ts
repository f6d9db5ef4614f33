import type { ListedMember } from '#domain/member-list.ts';
import type { ReviewFlags } from '#domain/review.ts';

/** How many members can be selected together. */
export const selectionCap = 500;

export interface ListRow {
  member: ListedMember;
  /** It no longer belongs to the view, and stays until the view changes because the administrator worked on it. */
  pinned?: boolean;
}

export interface PinnedRow {
  row: ListRow;
  /** The uid of the row above it, or null for the first. */
  above: string | null;
}

/**
 * The rows of a view, with those put back that have left it while the administrator worked on them: after 'Reviewed' is
 * ticked in the list of submissions that are not reviewed, 'Graded' can still be ticked.
 */
export function withPinnedRows(rows: readonly ListRow[], pinned: readonly PinnedRow[]): readonly ListRow[] {
  const there = new Set(rows.map(({ member }) => member.uid));
  const left = pinned.filter(({ row }) => !there.has(row.member.uid));
  if (left.length === 0) return rows;
  const merged = [...rows];
  for (const { row, above } of left) {
    const index = above === null ? 0 : merged.findIndex(({ member }) => member.uid === above) + 1;
    merged.splice(index, 0, { ...row, pinned: true });
  }
  return merged;
}

/** Pins the row of `uid` where it stands in `rows`, with the review that is being saved. */
export function pinRow(
  pinned: readonly PinnedRow[],
  rows: readonly ListRow[],
  uid: string,
  flags: ReviewFlags,
): readonly PinnedRow[] {
  if (pinned.some(({ row }) => row.member.uid === uid)) return pinned;
  const index = rows.findIndex(({ member }) => member.uid === uid);
  const row = rows[index];
  if (!row) return pinned;
  const reviewed = { ...row, member: { ...row.member, ...flags } };
  return [...pinned, { row: reviewed, above: rows[index - 1]?.member.uid ?? null }];
}

/** All rows of the pages that are loaded, each member once: a row that moved while pages were read may be in two. */
export function rowsOf(pages: readonly { members: ListedMember[] }[]): ListRow[] {
  const seen = new Set<string>();
  const rows: ListRow[] = [];
  for (const { members } of pages) {
    for (const member of members) {
      if (seen.has(member.uid)) continue;
      seen.add(member.uid);
      rows.push({ member });
    }
  }
  return rows;
}

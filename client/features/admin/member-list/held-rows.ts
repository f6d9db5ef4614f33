import type { MemberListItem } from '#domain/member-list.ts';

/** A row with the log's end when its page was read. */
export interface ListRow {
  member: MemberListItem;
  seq: number;
  /** It no longer belongs to the view, and stays until the view changes because the administrator worked on it. */
  held?: boolean;
}

export interface HeldRow {
  row: ListRow;
  /** The uid of the row above it, or null for the first. */
  above: string | null;
}

/**
 * The rows of a view with those put back in their places that have left it while the administrator worked on them:
 * who ticks 'Reviewed' in the list of what is not reviewed may still want to tick 'Graded'.
 */
export function withHeldRows(rows: readonly ListRow[], held: readonly HeldRow[]): readonly ListRow[] {
  const there = new Set(rows.map(({ member }) => member.uid));
  const left = held.filter(({ row }) => !there.has(row.member.uid));
  if (left.length === 0) return rows;
  const merged = [...rows];
  for (const { row, above } of left) {
    const index = above === null ? 0 : merged.findIndex(({ member }) => member.uid === above) + 1;
    merged.splice(index, 0, { ...row, held: true });
  }
  return merged;
}

/** Adds the row of `uid`, as it stands in `rows`, to those that are held. */
export function hold(held: readonly HeldRow[], rows: readonly ListRow[], uid: string): readonly HeldRow[] {
  if (held.some(({ row }) => row.member.uid === uid)) return held;
  const index = rows.findIndex(({ member }) => member.uid === uid);
  const row = rows[index];
  return row ? [...held, { row, above: rows[index - 1]?.member.uid ?? null }] : held;
}

/** All rows of the pages that are loaded, each member once: a row that moved while pages were read may be in two. */
export function rowsOf(pages: readonly { seq: number; members: MemberListItem[] }[]): ListRow[] {
  const seen = new Set<string>();
  const rows: ListRow[] = [];
  for (const { seq, members } of pages) {
    for (const member of members) {
      if (seen.has(member.uid)) continue;
      seen.add(member.uid);
      rows.push({ member, seq });
    }
  }
  return rows;
}

import type { Selectable } from 'kysely';
import type { SubmissionCounts } from '#domain/admin.ts';
import { truncate } from '#domain/bounded.ts';
import type { Track } from '#domain/member-choices.ts';
import type { MemberListQuery, MemberPage } from '#domain/member-list.ts';
import { type Member, submissionTrackOf } from '#domain/members.ts';
import { figuresOf } from '#domain/opinions.ts';
import type { Content } from '#server/config/content.ts';
import type { Db } from '#server/store/open.ts';
import type { Tables } from '#server/store/tables.ts';
import { decodeCursor, encodeCursor } from './member-cursor.ts';
import { countMatching, countReviews, decisionColumns, type Search, selectInOrder } from './member-query.ts';
import { listColumns, toListItem } from './member-row.ts';
import { reviewsOnRows, type StoredOpinion } from './opinions.ts';
import { isLate, replacedInTime } from './season.ts';

/** One page of the list, with the count for its filter. Throws 400 for a cursor of another order. */
export async function listMembers(
  db: Db,
  content: Pick<Content, 'dates' | 'tasks'>,
  query: MemberListQuery & Pick<Search, 'finds' | 'except' | 'viewer'>,
): Promise<MemberPage> {
  const { cursor, limit, sort, dir, ...filter } = query;
  const after = cursor === undefined ? null : decodeCursor(sort, dir, cursor);
  const listed = selectInOrder(db, { filter, sort, dir, after })
    .select(listColumns)
    .select(decisionColumns)
    .limit(limit + 1)
    .execute();
  const [rows, total] = await Promise.all([listed, countMatching(db, filter)]);
  const page = rows.slice(0, limit);
  const last = page.at(-1);
  const items = page.map((row) => ({ ...toListItem(row), until: row.until }));
  const late = items.filter((item) => isLate(content, item, item.until));
  const [early, reviewOf] = await Promise.all([replacedInTime(db, content, late), reviewsOnRows(db, page)]);
  return {
    members: page.map((row) => {
      const item = toListItem(row);
      return {
        ...item,
        score: scoreOf(row, row.score, content.tasks),
        ...shortReview(reviewOf(item.uid)),
        late: isLate(content, item, row.until),
        earlierInTime: early.has(item.uid),
        outcome: row.outcome,
        place: row.place,
        correction: row.correctedAt === null ? null : { after: row.correctedTo, dueAt: row.correctedAt },
      };
    }),
    nextCursor:
      rows.length <= limit || !last ? null : encodeCursor(sort, dir, { key: last.sortKey, uid: last.uid }),
    total,
  };
}

/** Characters of a comment or a note in a list. */
const longestInList = 300;

function shortReview({ note, opinions }: { note: string; opinions: readonly StoredOpinion[] }) {
  return {
    opinions: figuresOf(opinions),
    comments: opinions
      .filter(({ given, comment }) => given && comment)
      .map(({ by, comment }) => ({ by, comment: truncate(comment, longestInList) })),
    note: truncate(note, longestInList),
  };
}

type TrackColumns = Pick<
  Selectable<Tables['members']>,
  'githubLink' | 'submissionTrack' | 'developmentTrack'
>;

/** The track of the submission in a row; null without one, or without a track. */
export function submissionTrackIn(row: TrackColumns): Track | null {
  return submissionTrackOf(row as Pick<Member, keyof TrackColumns>);
}

/** How many of the requirements of its track a submission meets, also of those at the time; null without one, or without a track. */
export function scoreOf(
  row: TrackColumns,
  met: number,
  tasks: Content['tasks'],
): { met: number; of: number } | null {
  const track = submissionTrackIn(row);
  return track ? { met, of: Math.max(met, tasks[track].requirements.length) } : null;
}

/** How many submissions a filter lets through, by their review. */
export async function countSubmissions(db: Db, filter: Search): Promise<SubmissionCounts> {
  const groups = await countReviews(db, { ...filter, submitted: true });
  function count(belongs: (group: (typeof groups)[number]) => boolean): number {
    return groups.filter(belongs).reduce((sum, { members }) => sum + members, 0);
  }
  return {
    all: count(() => true),
    waitingForReview: count(({ reviewed }) => !reviewed),
    reviewed: count(({ reviewed }) => reviewed),
    graded: count(({ graded }) => graded),
  };
}

import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { MemberFilter, MemberSort } from '#domain/member-list.ts';

/** How a list is divided where its cohorts tell what it is sorted by, or whether there is anything to sort by. */
interface Division {
  column: 'yearOfStudy' | 'department' | 'track' | 'step' | 'submitted' | 'reviewed' | 'graded';
  /** What all members of cohorts with this value have as key (null where they differ), and a filter for them. */
  share: (value: string | number) => { key: string | number | null; only: Partial<MemberFilter> };
}

const bySubmission: Division = {
  column: 'submitted',
  share: (submitted) => ({ key: submitted ? null : '', only: { submitted: Boolean(submitted) } }),
};

export const sharesBy: Partial<Record<MemberSort, Division>> = {
  yearOfStudy: {
    column: 'yearOfStudy',
    share: (year) => ({ key: year, only: { year: year as MemberFilter['year'] } }),
  },
  department: {
    column: 'department',
    share: (department) => ({ key: department, only: { department: String(department) } }),
  },
  developmentTrack: {
    column: 'track',
    share: (track) => ({
      key: track === 'none' ? '' : track,
      only: { track: track as MemberFilter['track'] },
    }),
  },
  step: {
    column: 'step',
    share: (step) => ({ key: step, only: { step: step as MemberFilter['step'] } }),
  },
  submittedAt: bySubmission,
  githubLink: bySubmission,
  submissionReviewed: {
    column: 'reviewed',
    share: (reviewed) => ({ key: reviewed, only: { reviewed: Boolean(reviewed) } }),
  },
  graded: {
    column: 'graded',
    share: (graded) => ({ key: graded, only: { graded: Boolean(graded) } }),
  },
};

/** The key of a record in each order. Never null; text sorts by code point. */
export const recordKeys: Record<MemberSort, RawBuilder<string | number>> = {
  fullName: sql.ref('nameKey'),
  email: sql.ref('email'),
  yearOfStudy: sql.ref('yearOfStudy'),
  department: sql.ref('department'),
  studentId: sql.ref('studentId'),
  contactNumber: sql.ref('contactNumber'),
  developmentTrack: sql`coalesce("developmentTrack", '')`,
  // As `completedSteps` in domain/progress.ts counts them.
  step: sql`1 + case when "developmentTrack" is null then 0 else 1 end + "taskCompleted" + "submissionReviewed"`,
  createdAt: sql.ref('createdAt'),
  submittedAt: sql`coalesce("submittedAt", case when "githubLink" is null then '' else '0' end)`,
  // The beginning of it: PostgreSQL's indexes take no text as long as a link may be (docs/decisions/0024).
  githubLink: sql`coalesce(substr("githubLink", 1, 160), '')`,
  submissionReviewed: sql.ref('submissionReviewed'),
  graded: sql.ref('graded'),
};

/** Whether the key of each member of a share is in the index on cohorts; if not, gathering reads their records. */
export function isKeptWithCohorts(sort: MemberSort, shareKey: string | number | null): boolean {
  return shareKey !== null || sort !== 'githubLink';
}

/** The same keys, of what the index on cohorts holds. No index gives its order. */
export function gatheredKey(sort: MemberSort): RawBuilder<string> {
  // Who has submitted before times were kept comes first of those who have.
  return sort === 'submittedAt' ? sql`coalesce("submittedAt", '0')` : sql`${recordKeys[sort]} || ''`;
}

/**
 * Where in the order's index the members of a filter lie, and what of the filter that leaves to be asked of each.
 * Nothing else than there are indexes for.
 */
export function entryOf(
  sort: MemberSort,
  filter: MemberFilter,
): { entry: RawBuilder<SqlBool>; rest: MemberFilter } {
  const { year, department, submitted, ...others } = filter;
  if (year !== undefined && ['yearOfStudy', 'studentId', 'email'].includes(sort)) {
    return { entry: sql`"yearOfStudy" = ${sql.lit(year)}`, rest: { ...others, department, submitted } };
  }
  if (department !== undefined && sort === 'department') {
    return { entry: sql`department = ${department}`, rest: { ...others, year, submitted } };
  }
  if (submitted !== undefined && sort === 'submittedAt') {
    const key = recordKeys.submittedAt;
    return { entry: submitted ? sql`${key} > ''` : sql`${key} = ''`, rest: { ...others, year, department } };
  }
  if (submitted && sort === 'githubLink') {
    // To the letter as the index has it: SQLite takes it for this order then.
    return { entry: sql`${recordKeys.githubLink} > ''`, rest: { ...others, year, department } };
  }
  return { entry: sql`1 = 1`, rest: filter };
}

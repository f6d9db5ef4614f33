import * as z from 'zod/mini';
import { boundedString, trimmedString } from './bounded.ts';
import { limits } from './limits.ts';
import { tracks } from './member-choices.ts';
import { fieldsWith } from './member-fields.ts';
import { isoTime, member } from './members.ts';
import { highestScore, opinionFigures } from './opinions.ts';
import { outcomes } from './outcomes.ts';
import { placeStates } from './places.ts';
import { isStorableLine } from './required-text.ts';
import { years } from './study-years.ts';

/**
 * The columns of a list, each of which it can be sorted by. Names and e-mails sort case-insensitively. A missing track,
 * time, link or outcome comes first, a submission without ticks before others, and unreviewed before reviewed. Links sort by their first 160 characters.
 */
export const memberSorts = [
  ...fieldsWith('column'),
  ...(['step', 'score', 'mean', 'opinions', 'spread', 'comments', 'note', 'outcome'] as const),
] as const;
export type MemberSort = (typeof memberSorts)[number];

export const sortDirections = ['asc', 'desc'] as const;
export type SortDirection = (typeof sortDirections)[number];

/** A boolean, in a query string as text; if absent, it does not filter. */
const flag = z.optional(
  z.pipe(
    z.literal(['true', 'false', true, false], 'This filter is true or false'),
    z.transform((value) => value === true || value === 'true'),
  ),
);

/**
 * One or several of these values, with commas between or as a list: a member matches if one of them does. It stays a text,
 * as it stands in an address.
 */
function someOf(values: readonly (string | number)[], error: string) {
  const known = values.join('|');
  const one = z.union([boundedString(20), z.number()]);
  return z.optional(
    z.pipe(
      z.pipe(
        z.union([boundedString(200), z.number(), z.array(one).check(z.maxLength(20))], error),
        z.transform(String),
      ),
      z.string().check(z.regex(new RegExp(`^(${known})(,(${known}))*$`), error)),
    ),
  );
}

/** The values of a filter that may have several. */
export function valuesOf(text: string): string[] {
  return text.split(',');
}

/** The departments of a filter. One of the club's own may have a bar in its name. */
export function departmentsOf(text: string): string[] {
  return [...new Set([text, ...text.split('|')])];
}

/** The states that a list shows, which can be filtered and searched for. */
export const stateLabels = {
  submitted: { yes: 'Submitted', no: 'Not submitted' },
  reviewed: { yes: 'Reviewed', no: 'Not reviewed' },
  graded: { yes: 'Graded', no: 'Not graded' },
} as const;

/** How a list shows the completed steps of the timeline. */
export function stepsDone(count: number): string {
  return `${count} of 4`;
}

const scoreFilter = z.optional(
  z.coerce.number('This filter is a number').check(z.int(), z.gte(0), z.lte(highestScore)),
);

const noDepartment = 'There is no such department';

function departmentText(max: number) {
  return boundedString(max).check(z.refine(isStorableLine, noDepartment));
}

const filterShape = {
  /**
   * Each word must occur in what a list shows: name, email, student ID, contact number, project, department, year or
   * track, however it is written (`searchableText`). The whole text may also be a state (`stateLabels`), the steps done or
   * the mark of a link, as a list shows them.
   */
  q: z._default(trimmedString(limits.name, { tooLong: 'The search is too long' }), ''),
  track: someOf([...tracks, 'none'], 'There is no such track'),
  year: someOf(years, 'There is no such year'),
  /** One or several, with bars between or as a list. */
  department: z.optional(
    z.pipe(
      z.union(
        [departmentText(1_000), z.array(departmentText(limits.department)).check(z.maxLength(20))],
        noDepartment,
      ),
      z.transform((value) => (typeof value === 'string' ? value : value.join('|'))),
    ),
  ),
  /** The number of completed steps of the timeline, 1 to 4 (`completedSteps`). */
  step: someOf([1, 2, 3, 4], 'There is no such step'),
  /** Whether there is a githubLink. */
  submitted: flag,
  reviewed: flag,
  graded: flag,
  /** Whether the link has a mark: reviewers may not be able to open it (`linkMark`). */
  linkToCheck: flag,
  /** Whether another member has the same student ID, in any spelling. */
  sameStudentId: flag,
  outcome: someOf([...outcomes, 'none'], 'There is no such outcome'),
  /** Whether selected members take their places. */
  place: someOf(placeStates, 'There is no such answer'),
  /** `refused`: no email reaches the address, because its mail server refused one for good. */
  address: z.optional(z.enum(['refused', 'unconfirmed'], 'There is no such state of an address')),
  /** The least number of requirements that the submission meets. */
  score: z.optional(z.coerce.number('The score is a number').check(z.int(), z.gte(0), z.lte(100))),
  /** The least mean of the scores, how many opinions count, and the least difference between two scores. */
  mean: scoreFilter,
  opinions: scoreFilter,
  spread: scoreFilter,
  /** Whose opinions count, for the account that asks. Messages do not know it. */
  reviewedBy: z.optional(z.enum(['me', 'not-me', 'nobody'], 'There is no such reviewer')),
};

/** Which members a list or an export is of, as it stands in a query string. */
export const memberFilter = z.object(filterShape);
export type MemberFilter = z.infer<typeof memberFilter>;

/** A filter in a request that acts on all of its members: an unknown filter is refused, because it would be ignored. */
export const writtenFilter = z.strictObject(filterShape);

const orderShape = {
  sort: z._default(z.enum(memberSorts, 'The list cannot be sorted by this'), 'createdAt'),
  dir: z._default(z.enum(sortDirections, 'The direction is asc or desc'), 'desc'),
};

/** Filter and order of a list, without paging. */
export const memberExportQuery = z.object({ ...filterShape, ...orderShape });
export type MemberExportQuery = z.infer<typeof memberExportQuery>;

/** The query string of `GET /api/admin/members.csv`. With `notes=true` the file has the private notes;
 * with `spreadsheet=true` Excel keeps student IDs and contact numbers as they are, but other programs see formulas there. */
export const memberCsvQuery = z.extend(memberExportQuery, { notes: flag, spreadsheet: flag });
export type MemberCsvQuery = z.infer<typeof memberCsvQuery>;

/** The query string of `GET /api/admin/members`. */
export const memberListQuery = z.extend(memberExportQuery, {
  /** `nextCursor` of the page before, which had the same sort and direction. */
  cursor: z.optional(boundedString(2_000)),
  limit: z._default(z.coerce.number().check(z.int(), z.gte(1), z.lte(200)), 50),
});
export type MemberListQuery = z.infer<typeof memberListQuery>;

/** A row of a list: the record without its long texts, which `GET /api/admin/members/:uid` has. */
export const memberListItem = z.omit(member, {
  projectDescription: true,
  feedback: true,
  formerFeedback: true,
});
export type MemberListItem = z.infer<typeof memberListItem>;

/** A row of a list with the administrator's decision. */
const listedMember = z.extend(memberListItem, {
  /** How many of the requirements of its track the submission meets; null without one. */
  score: z.nullable(z.object({ met: z.int(), of: z.int() })),
  opinions: opinionFigures,
  /** The comments of those that count, and the private note: each at most the beginning. */
  comments: z.array(z.object({ by: z.string(), comment: z.string() })),
  note: z.string(),
  /** Whether the submission came after the member's deadline. */
  late: z.boolean(),
  /** Whether it is late and replaced a version that came in time, which stays valid. */
  earlierInTime: z.boolean(),
  outcome: z.nullable(z.enum(outcomes)),
  /** Whether the member takes the place; null if nobody asks. */
  place: z.nullable(z.enum(placeStates)),
  /** A correction of the result that has not taken effect yet. */
  correction: z.nullable(z.object({ after: z.nullable(z.enum(outcomes)), dueAt: isoTime })),
});
export type ListedMember = z.infer<typeof listedMember>;

/** The response of `GET /api/admin/departments`: those that members have. */
export const departmentsInUse = z.object({ departments: z.array(z.string()) });

/** The response of `GET /api/admin/members`. */
export const memberPage = z.object({
  members: z.array(listedMember),
  /** Cursor of the next page; null on the last. */
  nextCursor: z.nullable(z.string()),
  /** How many members the list has. */
  total: z.int().check(z.gte(0)),
});
export type MemberPage = z.infer<typeof memberPage>;

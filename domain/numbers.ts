import * as z from 'zod/mini';
import { addDays } from './days.ts';

const count = z.int().check(z.gte(0));
const group = z.object({ key: z.string(), count });
export type Group = z.infer<typeof group>;
const groups = z.array(group);

/** Each divides the members of a season into groups that don't overlap, so that no table says more of another's. */
export const divisions = ['weeks', 'year', 'department', 'track', 'step', 'outcome'] as const;
export type Division = (typeof divisions)[number];

/** How far a member has come: the last of these that is true of them. Their track is another division. */
export const stepsReached = ['registered', 'task', 'submitted', 'reviewed'] as const;

/** The outcomes, with the places of the selected: their sums would otherwise name a small group. */
export const outcomeGroups = [
  'selected',
  'confirmed',
  'open',
  'declined',
  'lapsed',
  'waitlisted',
  'not-selected',
  'none',
] as const;

/** Counts of a season, which name nobody. Those of a past season are stored as they were when it ended. */
export const seasonNumbers = z.object({
  /** Null in shared numbers of fewer than `smallestGroup` members. */
  total: z.nullable(count),
  /** By the Monday of the week of the registration, in the club's time zone: '2026-09-07'. Weeks without one are left out. */
  weeks: groups,
  year: groups,
  department: groups,
  track: groups,
  step: groups,
  outcome: groups,
  /** Seconds from a submission to its review: half, and nine of ten, took no longer. Null without reviews. */
  review: z.nullable(z.object({ reviews: count, medianSeconds: count, ninthSeconds: count })),
});
export type SeasonNumbers = z.infer<typeof seasonNumbers>;

const namedNumbers = z.object({ name: z.string(), numbers: seasonNumbers });
export type NamedNumbers = z.infer<typeof namedNumbers>;

const shownNumbers = z.object({
  season: namedNumbers,
  /** The season that ended last. */
  last: z.nullable(namedNumbers),
});
export type ShownNumbers = z.infer<typeof shownNumbers>;

/** The response of `GET /api/admin/numbers`. `link`: until when the link for an advisor works; null without one. */
export const adminNumbers = z.extend(shownNumbers, { link: z.nullable(z.object({ until: z.string() })) });

/** The response of `POST /api/numbers`: the numbers for an advisor. */
export const sharedNumbers = shownNumbers;

/** How long a link for an advisor works, in days. */
export const numbersLinkDays = 90;

export const numbersRefusals = {
  linkInvalid: 'This link has expired or was revoked. Ask the club for another one.',
} as const;

/** Shared numbers show no smaller group. */
export const smallestGroup = 5;

/** The key of the groups that shared numbers show together. */
export const together = 'together';

/**
 * The numbers for somebody outside: small groups of a division are one, with so many of the next larger ones that no
 * difference from the total is a small group either.
 */
export function withoutSmallGroups(numbers: SeasonNumbers): SeasonNumbers {
  const isSmall = (numbers.total ?? 0) < smallestGroup;
  const divided = divisions.map((name) => [name, isSmall ? [] : joinSmallGroups(numbers[name])]);
  return {
    total: isSmall ? null : numbers.total,
    ...(Object.fromEntries(divided) as Record<Division, Group[]>),
    review: (numbers.review?.reviews ?? 0) < smallestGroup ? null : numbers.review,
  };
}

function joinSmallGroups(all: readonly Group[]): Group[] {
  const hidden = new Set<string>();
  let joined = 0;
  for (const { key, count } of all.toSorted((a, b) => a.count - b.count)) {
    if (count >= smallestGroup && (joined === 0 || joined >= smallestGroup)) break;
    hidden.add(key);
    joined += count;
  }
  const shown = all.filter(({ key }) => !hidden.has(key));
  return joined === 0 ? shown : [...shown, { key: together, count: joined }];
}

/** The Monday of the week of a day such as '2026-09-10'. */
export function mondayOf(day: string): string {
  return addDays(day, -((new Date(day).getUTCDay() + 6) % 7));
}

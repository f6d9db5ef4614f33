import { sql } from 'kysely';
import { addDays, dayOf, momentOf } from '#domain/days.ts';
import {
  type Group,
  mondayOf,
  type NamedNumbers,
  seasonNumbers as numbersOf,
  outcomeGroups,
  type SeasonNumbers,
  stepsReached,
} from '#domain/numbers.ts';
import type { Db } from '#server/store/open.ts';
import { hasApplied, seasonStart } from './applied.ts';
import { placeState } from './place-state.ts';

/** A place says more than its outcome. */
const outcomeOf = sql<string>`coalesce(${placeState}, outcomes.outcome, 'none')`;
/** An outcome that its member does not know yet is none for anybody else. */
const releasedOutcomeOf = sql<string>`coalesce(${placeState}, results.outcome, 'none')`;

const stepOf = sql<string>`case when "submissionReviewed" = 1 then 'reviewed' when "githubLink" is not null then 'submitted'
  when "taskCompleted" = 1 then 'task' else 'registered' end`;

/** The season that ended last, and its numbers as they were then. */
export async function lastSeason(db: Db): Promise<NamedNumbers | null> {
  const rows = db.selectFrom('seasons').select(['name', 'counts']).orderBy('endedAt', 'desc');
  const row = await rows.limit(1).executeTakeFirst();
  return row ? { name: row.name, numbers: numbersOf.parse(JSON.parse(row.counts)) } : null;
}

/**
 * The numbers of the season that runs, by the members that there are now. One query reads them, so that all divisions
 * have the same total. `releasedOnly`: as somebody may see them from whom outcomes are kept until their release.
 */
export async function seasonNumbers(
  db: Db,
  timeZone: string,
  { releasedOnly = false } = {},
): Promise<SeasonNumbers> {
  const since = await seasonStart(db);
  const members = await db
    .selectFrom('members')
    .leftJoin('outcomes', 'outcomes.uid', 'members.uid')
    .leftJoin('results', 'results.uid', 'members.uid')
    .select(['members.createdAt', 'yearOfStudy', 'department', 'developmentTrack', stepOf.as('step')])
    .select((releasedOnly ? releasedOutcomeOf : outcomeOf).as('outcome'))
    .where(hasApplied(since))
    .orderBy('members.createdAt')
    .execute();
  const weeks = weeksOf(
    members.map(({ createdAt }) => createdAt),
    timeZone,
  );
  return {
    total: members.length,
    weeks,
    year: count(members.map(({ yearOfStudy }) => String(yearOfStudy))),
    department: count(members.map(({ department }) => department)),
    track: count(members.map(({ developmentTrack }) => developmentTrack ?? 'none')),
    step: count(
      members.map(({ step }) => step),
      stepsReached,
    ),
    outcome: count(
      members.map(({ outcome }) => outcome),
      outcomeGroups,
    ),
    review: await reviewTimes(db, since),
  };
}

/** The groups that have members, in this order, else in that of their names. */
function count(keys: readonly string[], order: readonly string[] = [...new Set(keys)].toSorted()): Group[] {
  const counts = new Map<string, number>();
  for (const key of keys) counts.set(key, (counts.get(key) ?? 0) + 1);
  return order.map((key) => ({ key, count: counts.get(key) ?? 0 })).filter(({ count }) => count > 0);
}

/** @param times ascending */
function weeksOf(times: readonly string[], timeZone: string): Group[] {
  const weeks: Group[] = [];
  let end = '';
  for (const time of times) {
    const last = weeks.at(-1);
    if (last && time < end) {
      last.count += 1;
      continue;
    }
    const key = mondayOf(dayOf(Date.parse(time), timeZone));
    // A week can have an hour more or less than others: it is a comparison with its end, by the clock there.
    end = new Date(momentOf(addDays(key, 7), timeZone)).toISOString();
    weeks.push({ key, count: 1 });
  }
  return weeks;
}

async function reviewTimes(db: Db, since: string): Promise<SeasonNumbers['review']> {
  const reviews = db.selectFrom('review_waits').where('reviewedAt', '>', since);
  const waits = await reviews.select('seconds').orderBy('seconds').execute();
  const at = (share: number) => waits[Math.ceil(waits.length * share) - 1]?.seconds ?? 0;
  if (waits.length === 0) return null;
  return { reviews: waits.length, medianSeconds: at(0.5), ninthSeconds: at(0.9) };
}

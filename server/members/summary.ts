import { sql } from 'kysely';
import { type AdminSummary, newChangesCap, registrationDays, resultsDueDays } from '#domain/admin.ts';
import type { Dates } from '#domain/date-settings.ts';
import { addDays, dayOf, momentOf } from '#domain/days.ts';
import { type Track, tracks } from '#domain/member-choices.ts';
import { isOfMember, latestSeq } from '#server/changes/change-log.ts';
import { type Config, timeZoneOf } from '#server/config/config.ts';
import type { Content } from '#server/config/content.ts';
import { countRows } from '#server/store/count-rows.ts';
import type { Db } from '#server/store/open.ts';
import { seasonStart } from './applied.ts';
import { countMatching } from './member-query.ts';

export async function summarize(
  db: Db,
  adminUid: string,
  deps: { config: Pick<Config, 'timeZone'>; content: Pick<Content, 'dates'> },
  now = Date.now(),
): Promise<AdminSummary> {
  const timeZone = timeZoneOf(deps);
  const seq = await latestSeq(db);
  const visit = await db
    .selectFrom('admin_visits')
    .select(['seq', 'at'])
    .where('uid', '=', adminUid)
    .executeTakeFirst();
  return {
    seq,
    ...(await countMembers(db)),
    sharedStudentIds: await countMatching(db, { q: '', sameStudentId: true }),
    registrationsPerDay: await registrationsPerDay(db, dayOf(now, timeZone), timeZone),
    lastVisit: visit ?? null,
    hearBy: await resultsDue(db, deps.content.dates.hearBy ?? null, now),
    waits: await waits(db),
    dates: datesOf(deps.content.dates),
    newChanges: await countChangesAfter(db, visit?.seq ?? 0),
  };
}

/** The inbox is a feature above this one, but its table is one of the store. */
async function waits(db: Db): Promise<AdminSummary['waits']> {
  const reviews = db
    .selectFrom('members')
    .select((is) => [is.fn.countAll<number>().as('count'), is.fn.min('submittedAt').as('oldest')])
    .where('githubLink', 'is not', null)
    .where('submissionReviewed', '=', 0);
  const questions = db
    .selectFrom('form_submissions')
    .select((is) => [is.fn.countAll<number>().as('count'), is.fn.min('receivedAt').as('oldest')])
    .where('kind', '=', 'question')
    .where('answeredAt', 'is', null)
    .where('deletedAt', 'is', null);
  const addresses = db
    .selectFrom('members')
    .innerJoin('user', 'user.id', 'members.uid')
    .select((is) => [is.fn.countAll<number>().as('count'), is.fn.min('members.createdAt').as('oldest')])
    .where('emailVerified', '=', false);
  return {
    reviews: await reviews.executeTakeFirstOrThrow(),
    questions: await questions.executeTakeFirstOrThrow(),
    addresses: await addresses.executeTakeFirstOrThrow(),
  };
}

function datesOf({ opensAt, closesAt, deadline, deadlines, hearBy }: Dates): AdminSummary['dates'] {
  const ofClub = Object.entries({ opensAt, closesAt, deadline, hearBy } as const);
  const all = [
    ...ofClub.map(([date, at]) => ({ date: date as 'deadline', track: null, at })),
    ...tracks.map((track) => ({ date: 'deadline' as const, track, at: deadlines[track] })),
  ];
  return all
    .flatMap(({ at, ...date }) => (at ? [{ ...date, at }] : []))
    .toSorted((a, b) => Date.parse(a.at) - Date.parse(b.at));
}

async function resultsDue(db: Db, at: string | null, now: number): Promise<AdminSummary['hearBy']> {
  if (at === null || Date.parse(at) > now + resultsDueDays * 24 * 60 * 60 * 1000) return null;
  const withoutResult = await countRows(
    db
      .selectFrom('members')
      .leftJoin('results', 'results.uid', 'members.uid')
      .select('members.uid')
      .where('githubLink', 'is not', null)
      .where('outcome', 'is', null),
  );
  return withoutResult > 0 ? { at, withoutResult } : null;
}

async function countMembers(db: Db) {
  // Grouped by the columns of the index `members_progress`, in its order.
  const columns = ['developmentTrack', 'taskCompleted', 'submissionReviewed', 'graded'] as const;
  const isWithoutLink = sql<boolean | number>`("githubLink" is null)`;
  const groups = await db
    .selectFrom('members')
    .select(columns)
    .select(isWithoutLink.as('isWithoutLink'))
    .select((is) => is.fn.countAll<number>().as('members'))
    .groupBy([...columns, isWithoutLink])
    .execute();
  type Group = (typeof groups)[number];
  function count(belongs: (group: Group) => boolean): number {
    return groups.filter(belongs).reduce((sum, { members }) => sum + members, 0);
  }
  // As `completedSteps` in domain/progress.ts counts them.
  function stepsOf({ developmentTrack, taskCompleted, submissionReviewed }: Group): number {
    return 1 + Number(developmentTrack !== null) + taskCompleted + submissionReviewed;
  }
  const byTrack = ([...tracks, 'none'] as const).map((track) => [
    track,
    count((group) => (group.developmentTrack ?? 'none') === track),
  ]);
  return {
    total: count(() => true),
    tracks: Object.fromEntries(byTrack) as Record<Track | 'none', number>,
    steps: [1, 2, 3, 4].map((step) => count((group) => stepsOf(group) === step)),
    submissions: count((group) => !group.isWithoutLink),
    waitingForReview: count((group) => !group.isWithoutLink && group.submissionReviewed === 0),
    reviewed: count((group) => group.submissionReviewed === 1),
    graded: count((group) => group.graded === 1),
  };
}

/** Days begin where the club is: they are counted between moments, because a part of a stored time is a day in UTC. */
async function registrationsPerDay(db: Db, today: string, timeZone: string) {
  const days = Array.from({ length: registrationDays }, (_, index) =>
    addDays(today, index + 1 - registrationDays),
  );
  // The records of those who kept their account begin with the season.
  const since = await seasonStart(db);
  const beginningOf = (day: string) => new Date(momentOf(day, timeZone)).toISOString();
  const counts = await db
    .selectNoFrom((is) =>
      days.map((day) =>
        is
          .selectFrom('members')
          .select(is.fn.countAll<number>().as('members'))
          .where('createdAt', '>=', beginningOf(day))
          .where('createdAt', '<', beginningOf(addDays(day, 1)))
          .where('createdAt', '!=', since)
          .as(day),
      ),
    )
    .executeTakeFirstOrThrow();
  return days.map((day) => ({ day, count: counts[day] ?? 0 }));
}

function countChangesAfter(db: Db, seq: number): Promise<number> {
  const newer = db
    .selectFrom('changes')
    .select('seq')
    .where('seq', '>', seq)
    .where(isOfMember)
    .limit(newChangesCap);
  return countRows(db.selectFrom(newer.as('newer')));
}

/** Stores the last change that the administrator has seen; never moves back. */
export async function rememberVisit(db: Db, adminUid: string, seq: number): Promise<void> {
  await db
    .insertInto('admin_visits')
    .values({ uid: adminUid, seq, at: new Date().toISOString() })
    .onConflict((conflict) =>
      conflict
        .column('uid')
        .doUpdateSet((is) => ({ seq: is.ref('excluded.seq'), at: is.ref('excluded.at') }))
        .where('admin_visits.seq', '<=', seq),
    )
    .execute();
}

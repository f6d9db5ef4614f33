import type { Track } from '#domain/member-choices.ts';
import type { Member } from '#domain/members.ts';
import { completedSteps } from '#domain/progress.ts';
import { repositoryKey } from '#domain/project-link.ts';
import { chunk } from '#server/store/chunk.ts';
import { defer } from '#server/store/defer.ts';
import type { Db } from '#server/store/open.ts';
import { everyMember } from './every-member.ts';
import { toMember } from './member-row.ts';
import { nameKey, searchedFields, searchText } from './search-text.ts';

/**
 * The values of all filters of the list. `member_facets` counts the members of each combination, so
 * that the count of a filter and the summary read no record.
 */
export interface Facet {
  facet: string;
  track: Track | 'none';
  yearOfStudy: number;
  department: string;
  step: number;
  submitted: number;
  reviewed: number;
  graded: number;
}

function facetOf(record: Member): Facet {
  const values = {
    track: record.developmentTrack ?? ('none' as const),
    yearOfStudy: record.yearOfStudy,
    step: completedSteps(record),
    submitted: Number(record.githubLink !== null),
    reviewed: Number(record.submissionReviewed),
    graded: Number(record.graded),
    department: record.department,
  };
  return { facet: Object.values(values).join('/'), ...values };
}

/** The derived columns of a record: for lists, and for finding the same repository. */
export function derivedColumns(record: Member) {
  return {
    nameKey: nameKey(record.fullName),
    searchText: searchText(record),
    facet: facetOf(record).facet,
    repository: repositoryKey(record.githubLink),
  };
}

/** The columns that a write alters: naming another in an update would rewrite its indexes. */
export function alteredColumns(before: Member, after: Member): Partial<ReturnType<typeof derivedColumns>> {
  const { facet } = facetOf(after);
  const isFoundOtherwise = searchedFields.some((name) => before[name] !== after[name]);
  return {
    ...(isFoundOtherwise && { nameKey: nameKey(after.fullName), searchText: searchText(after) }),
    ...(facet !== facetOf(before).facet && { facet }),
    ...(after.githubLink !== before.githubLink && { repository: repositoryKey(after.githubLink) }),
  };
}

/** A write to a record; `before` is null for a new one, `after` for one that is removed. */
export interface RecordWrite {
  before: Member | null;
  after: Member | null;
}

/** Updates the counts for writes, in their transaction. */
export async function updateCounts(trx: Db, writes: readonly RecordWrite[]): Promise<void> {
  for (const rows of chunk(countChanges(writes, facetOf, ({ facet }) => facet))) {
    await defer(
      trx,
      trx
        .insertInto('member_facets')
        .values(rows)
        .onConflict((conflict) =>
          conflict.column('facet').doUpdateSet((is) => ({
            members: is('member_facets.members', '+', is.ref('excluded.members')),
          })),
        ),
    );
  }
  const dayRow = ({ createdAt }: Member) => ({ day: dayOf(createdAt) });
  for (const rows of chunk(countChanges(writes, dayRow, ({ day }) => day))) {
    await defer(
      trx,
      trx
        .insertInto('registration_days')
        .values(rows)
        .onConflict((conflict) =>
          conflict.column('day').doUpdateSet((is) => ({
            members: is('registration_days.members', '+', is.ref('excluded.members')),
          })),
        ),
    );
  }
}

/** The change of each group's count; unchanged groups are left out. */
function countChanges<Group>(
  writes: readonly RecordWrite[],
  groupOf: (record: Member) => Group,
  nameOf: (group: Group) => string,
): (Group & { members: number })[] {
  const changes = new Map<string, Group & { members: number }>();
  function add(record: Member | null, by: number): void {
    if (!record) return;
    const group = groupOf(record);
    const members = (changes.get(nameOf(group))?.members ?? 0) + by;
    changes.set(nameOf(group), { ...group, members });
  }
  for (const { before, after } of writes) {
    add(before, -1);
    add(after, 1);
  }
  return [...changes.values()].filter(({ members }) => members !== 0);
}

/** The day, in UTC, of an ISO 8601 time in UTC. */
export function dayOf(isoTime: string): string {
  return isoTime.slice(0, 'yyyy-mm-dd'.length);
}

/** Where counts and derived columns disagree with the records; empty if all agree. Reads every record. */
export async function findCountFaults(db: Db): Promise<string[]> {
  const faults: string[] = [];
  const facets = new Map<string, number>();
  const days = new Map<string, number>();
  for await (const rows of everyMember(db)) {
    for (const row of rows) {
      const record = toMember(row);
      const derived = derivedColumns(record);
      for (const name of ['nameKey', 'searchText', 'facet', 'repository'] as const) {
        if (row[name] !== derived[name]) faults.push(`member ${row.uid} has an outdated ${name}`);
      }
      facets.set(derived.facet, (facets.get(derived.facet) ?? 0) + 1);
      const day = dayOf(record.createdAt);
      days.set(day, (days.get(day) ?? 0) + 1);
    }
  }
  const storedFacets = await db.selectFrom('member_facets').select(['facet as key', 'members']).execute();
  const storedDays = await db.selectFrom('registration_days').select(['day as key', 'members']).execute();
  return [...faults, ...countDifferences(facets, storedFacets), ...countDifferences(days, storedDays)];
}

function countDifferences(actual: Map<string, number>, stored: { key: string; members: number }[]): string[] {
  const counts = new Map(stored.map(({ key, members }) => [key, members]));
  return [...new Set([...counts.keys(), ...actual.keys()])]
    .map((key) => ({ key, counted: counts.get(key) ?? 0, there: actual.get(key) ?? 0 }))
    .filter(({ counted, there }) => counted !== there)
    .map(({ key, counted, there }) => `${key} counts ${counted} members, there are ${there}`);
}

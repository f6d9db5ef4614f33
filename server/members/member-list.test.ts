import fc from 'fast-check';
import { beforeAll, expect, it } from 'vitest';
import { notSet, storedDepartments } from '#domain/departments.ts';
import { limits } from '#domain/limits.ts';
import { trackLabels, tracks } from '#domain/member-choices.ts';
import {
  type MemberListQuery,
  type MemberSort,
  memberListQuery,
  memberSorts,
  sortDirections,
} from '#domain/member-list.ts';
import type { Member } from '#domain/members.ts';
import { completedSteps } from '#domain/progress.ts';
import { normalizeForSearch, searchableText, searchWords } from '#domain/search-text.ts';
import { yearLabels, years } from '#domain/study-years.ts';
import { contentFolder, loadContent } from '#server/config/content.ts';
import type { Store } from '#server/store/open.ts';
import { describeEachEngine, openTestStore } from '#tests/helpers/engines.ts';
import { addRecords, anyRecord, newRecord, submittedRecord } from '#tests/helpers/made-records.ts';
import { countSubmissions, listMembers } from './member-list.ts';

const content = loadContent(contentFolder);

/** The list as the contract describes it, over all records in memory. */
function expectedList(records: readonly Member[], query: MemberListQuery): Member[] {
  const sign = query.dir === 'asc' ? 1 : -1;
  return records
    .filter((record) => matches(record, query))
    .sort((a, b) => sign * (compare(keyOf(a, query.sort), keyOf(b, query.sort)) || compare(a.uid, b.uid)));
}

function keyOf(record: Member, sort: MemberSort): string | number {
  if (sort === 'fullName') return normalizeForSearch(record.fullName);
  if (sort === 'step') return completedSteps(record);
  if (sort === 'githubLink') return [...(record.githubLink ?? '')].slice(0, 160).join('');
  // Without reviews and outcomes; results.test.ts has some.
  if (sort === 'score') return record.githubLink === null ? -1 : 0;
  if (sort === 'outcome' || sort === 'opinions') return 0;
  if (sort === 'mean' || sort === 'spread') return -1;
  if (sort === 'comments' || sort === 'note') return '';
  return sort === 'submissionReviewed' || sort === 'graded' ? Number(record[sort]) : (record[sort] ?? '');
}

/** By code point, as the tables sort text. */
function compare(a: string | number, b: string | number): number {
  return typeof a === 'number' && typeof b === 'number'
    ? a - b
    : Buffer.compare(Buffer.from(String(a)), Buffer.from(String(b)));
}

function isOneOf(value: string | number, wanted: string | undefined, separator = ','): boolean {
  return wanted === undefined || wanted.split(separator).includes(String(value));
}

function matches(record: Member, query: MemberListQuery): boolean {
  const { track, year, department, step, submitted, reviewed, graded } = query;
  return (
    isOneOf(record.developmentTrack ?? 'none', track) &&
    isOneOf(record.yearOfStudy, year) &&
    isOneOf(record.department, department, '|') &&
    isOneOf(completedSteps(record), step) &&
    (submitted === undefined || (record.githubLink !== null) === submitted) &&
    (reviewed === undefined || record.submissionReviewed === reviewed) &&
    (graded === undefined || record.graded === graded) &&
    searchWords(query.q).every((word) => searchedTexts(record).some((text) => text.includes(word)))
  );
}

function searchedTexts({
  fullName,
  email,
  studentId,
  contactNumber,
  githubLink,
  ...choices
}: Member): string[] {
  const { department, yearOfStudy, developmentTrack, submissionTrack } = choices;
  const tracks = [developmentTrack, submissionTrack].map((track) => (track ? trackLabels[track] : ''));
  const texts = [
    fullName,
    email,
    studentId,
    contactNumber.replace(notSet, ''),
    githubLink?.slice(0, 160) ?? '',
  ];
  return [...texts, department, yearLabels[yearOfStudy], ...tracks].map(searchableText);
}

const optional = <T>(values: fc.Arbitrary<T>) => fc.option(values, { nil: undefined, freq: 1 });
const flag = optional(fc.boolean().map(String));
const someOf = (...values: (string | number)[]) =>
  fc.subarray(values, { minLength: 1, maxLength: 2 }).map(String);
const anyQuery = fc.record(
  {
    q: fc.constantFrom(
      ...['', '', '', 'asha', 'ASHA rao', 'r', 'राव', "o'b", 'O’BRIEN', 'obrien', 'rien', 'rao–iy'],
      ...['raoiyer', 'asha/proj', '1sd22', '98765', '432', 'civil 2nd', '%', '_', '\\', 'zz'],
    ),
    track: optional(someOf(...tracks, 'none')),
    year: optional(someOf(...years)),
    department: optional(someOf(...storedDepartments.slice(0, 4)).map((all) => all.replaceAll(',', '|'))),
    step: optional(someOf(1, 2, 3, 4)),
    submitted: flag,
    reviewed: flag,
    graded: flag,
    limit: fc.constantFrom('1', '3', '7', '200'),
  },
  { requiredKeys: ['limit'] },
);

describeEachEngine('the list of members', (engine) => {
  let store: Store;
  let records: Member[];

  beforeAll(async () => {
    store = await openTestStore(engine);
    records = fc.sample(anyRecord, { numRuns: 60, seed: 4 }).map((make, index) => make(index));
    await addRecords(store, records);
  });

  async function allPages(query: MemberListQuery, { db } = store) {
    const pages = [];
    let cursor: string | null | undefined;
    do {
      const page = await listMembers(db, content, { ...query, ...(cursor && { cursor }) });
      pages.push(page);
      cursor = page.nextCursor;
    } while (cursor);
    return pages;
  }

  it.each(memberSorts)(
    'sorted by %s is the whole sorted list, page by page, with its count',
    async (sort) => {
      await fc.assert(
        fc.asyncProperty(anyQuery, fc.constantFrom(...sortDirections), async (filter, dir) => {
          const query = memberListQuery.parse({ ...filter, sort, dir });
          const pages = await allPages(query);
          const expected = expectedList(records, query);
          expect(pages.flatMap((page) => page.members.map(({ uid }) => uid))).toEqual(
            expected.map(({ uid }) => uid),
          );
          for (const { total } of pages) expect(total).toBe(expected.length);
        }),
        { numRuns: 10 },
      );
    },
  );

  it('counts the submissions of a filter by their review', async () => {
    await fc.assert(
      fc.asyncProperty(anyQuery, async (filter) => {
        const query = memberListQuery.parse({ ...filter, submitted: 'true' });
        const expected = expectedList(records, query);
        expect(await countSubmissions(store.db, query)).toMatchObject({
          all: expected.length,
          waitingForReview: expected.filter(({ submissionReviewed }) => !submissionReviewed).length,
          reviewed: expected.filter(({ submissionReviewed }) => submissionReviewed).length,
          graded: expected.filter(({ graded }) => graded).length,
        });
      }),
      { numRuns: 30 },
    );
  });

  it('holds every field of the records except the long texts', async () => {
    const [page] = await allPages(memberListQuery.parse({ sort: 'fullName', limit: '200' }));
    for (const item of page?.members ?? []) {
      const stored = records.find(({ uid }) => uid === item.uid);
      const {
        projectDescription: _text,
        feedback: _feedback,
        formerFeedback: _former,
        ...record
      } = stored ?? {};
      expect(item).toMatchObject(record);
    }
  });

  it('can be sorted by links of any length that is accepted', async () => {
    const other = await openTestStore(engine);
    // No repeated characters, so that it cannot be compressed.
    const any = Array.from({ length: limits.url }, (_, index) => String.fromCodePoint(0x20000 + index * 17));
    const links = [any.join(''), any.toReversed().join(''), 'https://github.com/asha/project'];
    await addRecords(
      other,
      links.map((githubLink) => submittedRecord({ githubLink })),
    );
    const query = memberListQuery.parse({ sort: 'githubLink', dir: 'desc', limit: '1' });
    const pages = await allPages(query, other);
    expect(pages.flatMap(({ members }) => members.map(({ githubLink }) => githubLink))).toEqual([
      links[1],
      links[0],
      links[2],
    ]);
  });

  it('neither repeats nor skips a member while others are added and removed around the page', async () => {
    const other = await openTestStore(engine);
    const numbered = (n: number) => newRecord({ fullName: `Member ${String(n).padStart(3, '0')}` });
    const stay = [10, 20, 30, 40].map(numbered);
    await addRecords(other, stay);
    const query = memberListQuery.parse({ sort: 'fullName', dir: 'asc', limit: '2' });
    const first = await listMembers(other.db, content, query);
    await addRecords(other, [5, 20, 25, 50].map(numbered));
    const second = await listMembers(other.db, content, {
      ...query,
      cursor: first.nextCursor ?? '',
      limit: 200,
    });
    const seen = [...first.members, ...second.members].map(({ uid }) => uid);
    expect(seen.filter((uid) => stay.some((member) => member.uid === uid))).toEqual(
      stay.map(({ uid }) => uid),
    );
    expect(new Set(seen).size).toBe(seen.length);
  });

  it.each([
    'made up',
    Buffer.from('["fullName","asc","a"]').toString('base64url'),
    Buffer.from('["email","asc","a","b"]').toString('base64url'),
    Buffer.from('["fullName","desc","a","b"]').toString('base64url'),
    Buffer.from('["fullName","asc",1,"b"]').toString('base64url'),
    Buffer.from('["fullName","asc","a\\u0000","b"]').toString('base64url'),
    Buffer.from('["fullName","asc","a\\ud800","b"]').toString('base64url'),
  ])('refuses the cursor %s', async (cursor) => {
    const query = memberListQuery.parse({ sort: 'fullName', dir: 'asc', cursor });
    await expect(listMembers(store.db, content, query)).rejects.toMatchObject({
      status: 400,
      field: 'cursor',
    });
  });
});

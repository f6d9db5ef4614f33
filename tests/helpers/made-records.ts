import fc from 'fast-check';
import { storedDepartments } from '#domain/departments.ts';
import { tracks } from '#domain/member-choices.ts';
import { type Member, unfilledFields } from '#domain/members.ts';
import { years } from '#domain/study-years.ts';
import { insertAccounts } from '#server/accounts/registration.ts';
import { insertMembers } from '#server/members/member-store.ts';
import type { Store } from '#server/store/open.ts';

let made = 0;

/** A record of a newly registered member, with overrides. */
export function newRecord(overrides: Partial<Member> = {}): Member {
  made += 1;
  const uid = overrides.uid ?? `member-${made}`;
  return {
    uid,
    fullName: 'Asha Rao',
    email: `${uid}@students.example`,
    studentId: `1SD22CS${made}`,
    department: 'Civil Engineering',
    yearOfStudy: 2,
    contactNumber: '9876543210',
    createdAt: '2026-09-01T09:30:00.000Z',
    registrationComplete: true,
    ...unfilledFields,
    ...overrides,
  };
}

/** A record with a submitted project. */
export function submittedRecord(overrides: Partial<Member> = {}): Member {
  return newRecord({
    developmentTrack: 'web',
    taskCompleted: true,
    githubLink: 'https://github.com/asha/project',
    projectDescription: 'A project.',
    submittedAt: '2026-09-02T09:30:00.000Z',
    ...overrides,
  });
}

/** Adds records whose accounts cannot sign in, all in one transaction. */
export async function addRecords(store: Store, records: readonly Member[]): Promise<void> {
  const accounts = records.map(({ uid, fullName, email }) => ({ uid, name: fullName, email, password: '' }));
  await store.transact(async (trx) => {
    await insertAccounts(trx, accounts);
    await insertMembers(trx, records, 'registered');
  });
}

/** Few values, so that many members share them: bugs hide in equal sort keys and large facets. */
const word = fc.constantFrom(
  'asha',
  'Asha',
  'ÁSHA',
  'rao',
  'Rao-Iyer',
  'राव',
  '🎓',
  "o'brien",
  'a',
  '%',
  '_',
  '\\',
);
const day = fc.integer({ min: 1, max: 28 }).map((n) => `2026-09-${String(n).padStart(2, '0')}T09:30:00.000Z`);
const longLink = `https://example.org/${'ü🎓'.repeat(100)}`;
const link = fc.constantFrom(
  'https://github.com/asha/project',
  'https://github.com/Asha/project',
  'http://example.org/राव',
  `${longLink}a`,
  `${longLink}b`,
);
const orNull = <T>(values: fc.Arbitrary<T>) => fc.option(values, { nil: null });

/** Any record that the table can hold; `index` makes `uid` and `email` unique. */
export const anyRecord: fc.Arbitrary<(index: number) => Member> = fc
  .record({
    fullName: fc.array(word, { minLength: 1, maxLength: 3 }).map((words) => words.join(' ')),
    local: word,
    studentId: fc.constantFrom('1SD22CS001', '1sd22cs001', '1SD23', 'ID-7', '-'),
    department: fc.constantFrom(...storedDepartments.slice(0, 3)),
    yearOfStudy: fc.constantFrom(...years),
    contactNumber: fc.constantFrom('9876543210', '9000000000', 'Not Set'),
    createdAt: day,
    updatedAt: orNull(day),
    developmentTrack: orNull(fc.constantFrom(...tracks)),
    taskCompleted: fc.boolean(),
    submittedAt: orNull(day),
    link,
    submissionReviewed: fc.boolean(),
    graded: fc.boolean(),
  })
  .map(
    ({ local, submittedAt, link, ...fields }) =>
      (index: number) =>
        newRecord({
          ...fields,
          submittedAt,
          githubLink: submittedAt && link,
          projectDescription: submittedAt && 'A project.',
          uid: `uid-${(index * 7919) % 1000}-${index}`,
          email: `${local.toLowerCase()}${index}@students.example`,
        }),
  );

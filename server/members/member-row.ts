import type { Selectable } from 'kysely';
import { type Member, member } from '#domain/members.ts';
import type { MembersTable } from '#server/store/tables.ts';

/** The answer's allow-list: a row becomes a record with the spec's fields and nothing else. */
export function toMember(row: Selectable<MembersTable>): Member {
  return member.parse({
    ...row,
    registrationComplete: row.registrationComplete === 1,
    taskCompleted: row.taskCompleted === 1,
    submissionReviewed: row.submissionReviewed === 1,
    graded: row.graded === 1,
  });
}

/** What of a record is to be written, as the table keeps it. */
export function toColumns<T extends Partial<Member>>(fields: T): Partial<MembersTable> {
  return Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [name, typeof value === 'boolean' ? Number(value) : value]),
  );
}

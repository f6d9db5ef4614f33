import type { Selectable } from 'kysely';
import { type MemberListItem, memberListItem } from '#domain/member-list.ts';
import { type Member, member } from '#domain/members.ts';
import type { MembersTable } from '#server/store/tables.ts';

/** The answer's allow-list: a row becomes a record with the spec's fields and nothing else. */
export function toMember(row: Selectable<MembersTable>): Member {
  return member.parse(withFlags(row));
}

/** The same for a row of a list. */
export function toListItem(row: Selectable<MembersTable>): MemberListItem {
  return memberListItem.parse(withFlags(row));
}

function withFlags(row: Selectable<MembersTable>) {
  return {
    ...row,
    registrationComplete: row.registrationComplete === 1,
    taskCompleted: row.taskCompleted === 1,
    submissionReviewed: row.submissionReviewed === 1,
    graded: row.graded === 1,
  };
}

/** What of a record is to be written, as the table keeps it. */
export function toColumns<T extends Partial<Member>>(fields: T): Columns<T> {
  return Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [name, typeof value === 'boolean' ? Number(value) : value]),
  ) as Columns<T>;
}

type Columns<T> = { [Name in keyof T]: T[Name] extends boolean | undefined ? number : T[Name] };

import type { Selectable } from 'kysely';
import * as z from 'zod/mini';
import { type MemberListItem, memberListItem } from '#domain/member-list.ts';
import { type Member, member } from '#domain/members.ts';
import type { Tables } from '#server/store/tables.ts';

type Row = Selectable<Tables['members']>;

/** The fields of a record that are stored as 0 or 1. */
export const flagFields: readonly (keyof Member)[] = (Object.keys(member.shape) as (keyof Member)[]).filter(
  (field) => member.shape[field] instanceof z.ZodMiniBoolean,
);

export const listColumns = Object.keys(memberListItem.shape) as (keyof MemberListItem)[];

/** The columns of a record, without those that are only searched and sorted. */
export const recordColumns = Object.keys(member.shape) as (keyof Member)[];

/** The response's allow-list: a row becomes a record with the spec's fields and nothing else. */
export function toMember(row: Pick<Row, keyof Member>): Member {
  return member.parse(withFlags(row));
}

/** The allow-list of a list's response: a row becomes an item with its fields and nothing else. */
export function toListItem(row: Pick<Row, keyof MemberListItem>): MemberListItem {
  return memberListItem.parse(withFlags(row));
}

/**
 * The record in a row of `recordColumns`, which need no second allow-list. The row itself becomes the record: nobody else
 * has it, and a copy costs `GET /api/me` a thirtieth.
 */
export function recordIn(row: Pick<Row, keyof Member>): Member {
  return setFlags(row) as unknown as Member;
}

function withFlags(row: Partial<Row>) {
  return setFlags({ ...row });
}

function setFlags(row: Record<string, unknown>) {
  for (const field of flagFields) row[field] = row[field] === 1;
  return row;
}

export function toColumns<T extends Partial<Member>>(fields: T): Columns<T> {
  return Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [name, typeof value === 'boolean' ? Number(value) : value]),
  ) as Columns<T>;
}

type Columns<T> = { [Name in keyof T]: T[Name] extends boolean | undefined ? number : T[Name] };

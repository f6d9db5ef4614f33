import { truncate } from '#domain/bounded.ts';
import { storedDepartments } from '#domain/departments.ts';
import { storableLine, storableText } from '#domain/form-submission.ts';
import { limits } from '#domain/limits.ts';
import { tracks } from '#domain/member-choices.ts';
import { memberFields } from '#domain/member-fields.ts';
import { isoTime, type Member, member as memberRule } from '#domain/members.ts';
import { cleanLink, projectLink } from '#domain/project-link.ts';
import { placeholderRecord } from '#domain/recovery.ts';
import { years } from '#domain/study-years.ts';
import { timeIn } from './times.ts';

/** A record under `users/{uid}` of the Realtime Database (spec, point 3), with any fields, and without a prototype. */
export type FirebaseRecord = Readonly<Record<string, unknown>>;

/** A record without a prototype, so that a field named `constructor` or `__proto__` is like any other. */
export function plainRecord(fields: object): FirebaseRecord {
  return Object.assign(Object.create(null), fields);
}

export interface RecordOwner {
  uid: string;
  email: string;
  displayName: string;
  /** ISO 8601, UTC; used if the record has no date. */
  createdAt: string;
}

const texts = [
  ['fullName', limits.name],
  ['studentId', limits.studentId],
  ['department', limits.name],
  ['contactNumber', limits.contactNumber],
] as const;
const others = ['email', 'createdAt', 'yearOfStudy', 'developmentTrack', 'githubLink', 'projectDescription'];
const times = ['updatedAt', 'trackUpdatedAt', 'taskCompletedAt', 'submittedAt', 'feedbackAt'] as const;
const flags = ['registrationComplete', 'taskCompleted', 'submissionReviewed', 'graded'] as const;
const ofFormerSite = new Set<string>([...texts.map(([name]) => name), ...times, ...flags, ...others]);
/** Fields that only the portal has, and writes into its own export. */
const ofPortal = (Object.keys(memberFields) as (keyof Member)[]).filter(
  (name) => !ofFormerSite.has(name) && name !== 'uid' && name !== 'submissionTrack',
);
const taken: ReadonlySet<string> = new Set([...ofFormerSite, ...ofPortal]);

/**
 * Converts a database record into a member's record. Missing fields get the values of the recovery placeholder (spec,
 * point 3), and values that the portal does not accept become the nearest accepted ones.
 * @returns the record, and a note for each field that does not come over as it is
 */
export function toMember(source: FirebaseRecord, owner: RecordOwner): { member: Member; notes: string[] } {
  const placeholder = placeholderRecord(owner, owner.createdAt);
  const member: Member = {
    ...placeholder,
    createdAt: timeOf(source.createdAt) ?? owner.createdAt,
    yearOfStudy: years.find((year) => year === numberOf(source.yearOfStudy)) ?? placeholder.yearOfStudy,
    developmentTrack: tracks.find((track) => track === source.developmentTrack) ?? null,
    githubLink: linkOf(source.githubLink),
    projectDescription: multilineOf(textOf(source.projectDescription)) || null,
  };
  for (const [name, max] of texts) {
    member[name] = truncate(storableLine(textOf(source[name])), max) || placeholder[name];
  }
  if (member.githubLink) member.submissionTrack = member.developmentTrack;
  if (!storedDepartments.includes(member.department)) member.department = 'Other';
  for (const name of times) member[name] = timeOf(source[name]);
  for (const name of flags) member[name] = [true, 'true', 1].includes(source[name] as boolean);
  for (const name of ofPortal) {
    const value = source[name];
    const parsed = memberRule.shape[name].safeParse(typeof value === 'string' ? multilineOf(value) : value);
    if (parsed.success) Object.assign(member, { [name]: parsed.data });
  }
  return { member, notes: differences(source, member) };
}

/** A note for each field that changes or is left behind. A flag that is not set counts as nothing, as at Firebase. */
function differences(
  source: FirebaseRecord,
  { submissionTrack: _track, uid: _uid, ...member }: Member,
): string[] {
  const fields: Record<string, unknown> = member;
  return [...new Set([...Object.keys(source), ...Object.keys(fields)])].flatMap((name) => {
    const [was, is] = [source[name] || undefined, taken.has(name) ? fields[name] || undefined : undefined];
    if (was === is) return [];
    return [taken.has(name) ? `${name}: ${quoted(was)} becomes ${quoted(is)}` : `${name} is left behind`];
  });
}

function quoted(value: unknown): string {
  if (value === undefined) return 'nothing';
  const text = storableLine(JSON.stringify(value));
  return text.length > 60 ? `${truncate(text, 59)}…` : text;
}

function textOf(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}

/** The year as a number, also of a text such as '3rd Year'. */
function numberOf(value: unknown): unknown {
  return typeof value === 'string' && value.trim() !== '' ? Number(/^\D*(\d)\D*$/.exec(value)?.[1]) : value;
}

/** ISO 8601 in UTC from a clear date or from milliseconds; otherwise null. */
function timeOf(value: unknown): string | null {
  if (isoTime.safeParse(value).success) return value as string;
  if (typeof value === 'string') return timeIn(value);
  if (typeof value !== 'number') return null;
  const time = new Date(value);
  return Number.isNaN(time.getTime()) ? null : time.toISOString();
}

function linkOf(value: unknown): string | null {
  const link = cleanLink(storableLine(textOf(value)));
  return link.length <= limits.url && projectLink(link) ? link : null;
}

/** A text of several lines that both engines can hold, at most as long as a message. */
export function multilineOf(text: string): string {
  return truncate(storableText(text), limits.message);
}

import { expect } from 'vitest';
import type { ChangesPage, RecordVersion } from '#domain/changes.ts';
import type { Member } from '#domain/members.ts';
import type { SubmissionReview } from '#domain/review.ts';
import { openTestApp, signInAdministrator, type TestAppOptions } from '#tests/helpers/app.ts';
import type { TestEngine } from '#tests/helpers/engines.ts';
import { addRecords } from '#tests/helpers/made-records.ts';
import type { Visitor } from '#tests/helpers/visitor.ts';

export const missingUid = 'nobody-at-all';

export async function answerOf<T>(visitor: Visitor, path: string): Promise<T> {
  const { status, body } = await visitor.get(path);
  expect(status).toBe(200);
  return body as T;
}

/** A portal with these members, and its administrator. */
export async function openWithMembers(
  engine: TestEngine,
  members: Member[] = [],
  options: TestAppOptions = {},
) {
  const portal = await openTestApp(engine, options);
  if (members.length > 0) await addRecords(portal.store, members);
  return { portal, administrator: await signInAdministrator(portal) };
}

export function storedMember(administrator: Visitor, uid: string): Promise<Member> {
  return answerOf(administrator, `/api/admin/members/${uid}`);
}

export function changesOf(administrator: Visitor, query = ''): Promise<ChangesPage> {
  return answerOf(administrator, `/api/admin/changes${query}`);
}

/** The version of a submission as it is now, for a write as by a page that shows it; empty without a member. */
async function shownVersion(administrator: Visitor, uid: string): Promise<string> {
  const { body } = await administrator.get(`/api/admin/reviews/${uid}`);
  return (body as Partial<SubmissionReview>).version ?? '';
}

/** Saves a review over the one that is stored now. */
export async function saveReview(administrator: Visitor, uid: string, wanted: object) {
  const version = await shownVersion(administrator, uid);
  return administrator.patch(`/api/admin/reviews/${uid}`, { version, ...wanted });
}

/** Sets marks of the submission as it is now. */
export async function mark(administrator: Visitor, uid: string, marks: object) {
  const version = await shownVersion(administrator, uid);
  return administrator.patch(`/api/admin/members/${uid}/review`, { version, ...marks });
}

/** Sets marks of many submissions as they are now. */
export async function markMany(administrator: Visitor, uids: readonly string[], marks: object) {
  const members: { uid: string; version: string }[] = [];
  for (const uid of uids) {
    members.push({ uid, version: await shownVersion(administrator, uid) });
  }
  return administrator.patch('/api/admin/reviews', { members, ...marks });
}

/** Undoes a change; one of a member's own acts after the question. */
export async function undo(administrator: Visitor, seq: number | string | undefined) {
  const path = `/api/admin/changes/${seq}/undo`;
  const answer = await administrator.post(path, {});
  const { code, current } = answer.body as { code?: string; current?: RecordVersion };
  return code === 'CONFIRMATION_NEEDED' ? administrator.post(path, current) : answer;
}

import { expect } from 'vitest';
import type { ChangesPage } from '#domain/changes.ts';
import type { Member } from '#domain/members.ts';
import type { ShownReview } from '#domain/review.ts';
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

/** Reviews a submission, as a page that shows these values. */
export function saveReview(administrator: Visitor, uid: string, set: object, shown?: ShownReview) {
  return administrator.patch('/api/admin/reviews', { reviews: [{ uid, shown, set }] });
}

/** Reviews many submissions together. */
export function saveReviews(administrator: Visitor, uids: readonly string[], set: object) {
  return administrator.patch('/api/admin/reviews', { reviews: uids.map((uid) => ({ uid, set })) });
}

/** Undoes a change; one of a member's own acts after the question. */
export async function undo(administrator: Visitor, seq: number | string | undefined) {
  const path = `/api/admin/changes/${seq}/undo`;
  const answer = await administrator.post(path, {});
  const { code, current } = answer.body as { code?: string; current?: Member };
  return code === 'CONFIRMATION_NEEDED' ? administrator.post(path, { shown: current }) : answer;
}

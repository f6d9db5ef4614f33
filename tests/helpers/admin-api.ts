import { expect } from 'vitest';
import type { ChangesPage, RecordVersion } from '#domain/changes.ts';
import type { Member } from '#domain/members.ts';
import type { SubmissionReview } from '#domain/review.ts';
import { openTestApp, signInAdministrator } from '#tests/helpers/app.ts';
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
export async function openWithMembers(engine: TestEngine, members: Member[] = []) {
  const portal = await openTestApp(engine);
  if (members.length > 0) await addRecords(portal.store, members);
  return { portal, administrator: await signInAdministrator(portal) };
}

export function storedMember(administrator: Visitor, uid: string): Promise<Member> {
  return answerOf(administrator, `/api/admin/members/${uid}`);
}

export function changesOf(administrator: Visitor, query = ''): Promise<ChangesPage> {
  return answerOf(administrator, `/api/admin/changes${query}`);
}

/** Sets marks of the submission as it is now, as a page would that shows it. */
export async function mark(administrator: Visitor, uid: string, marks: object) {
  const { version = '' } = (await administrator.get(`/api/admin/reviews/${uid}`))
    .body as Partial<SubmissionReview>;
  return administrator.patch(`/api/admin/members/${uid}/review`, { version, ...marks });
}

/** Sets marks of many submissions as they are now. */
export async function markMany(administrator: Visitor, uids: readonly string[], marks: object) {
  const members: { uid: string; version: string }[] = [];
  for (const uid of uids) {
    const { version = '' } = (await administrator.get(`/api/admin/reviews/${uid}`))
      .body as Partial<SubmissionReview>;
    members.push({ uid, version });
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

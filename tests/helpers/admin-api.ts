import { expect } from 'vitest';
import type { ChangesPage } from '#domain/changes.ts';
import type { Member } from '#domain/members.ts';
import { openTestApp, signInAdministrator } from '#tests/helpers/app.ts';
import { addRecords } from '#tests/helpers/made-records.ts';
import type { Visitor } from '#tests/helpers/visitor.ts';

export const missingUid = 'nobody-at-all';

export async function answerOf<T>(visitor: Visitor, path: string): Promise<T> {
  const { status, body } = await visitor.get(path);
  expect(status).toBe(200);
  return body as T;
}

export async function openWithMembers(engine: Parameters<typeof openTestApp>[0], members: Member[]) {
  const portal = await openTestApp(engine);
  await addRecords(portal.store, members);
  return { portal, administrator: await signInAdministrator(portal) };
}

export function storedMember(administrator: Visitor, uid: string): Promise<Member> {
  return answerOf(administrator, `/api/admin/members/${uid}`);
}

export function changesOf(administrator: Visitor, query = ''): Promise<ChangesPage> {
  return answerOf(administrator, `/api/admin/changes${query}`);
}

import type { Context } from 'hono';
import { adminMessages } from '#domain/admin.ts';
import { memberUid } from '#domain/members.ts';
import { Refusal } from '#server/http/refusal.ts';

/** The member that the address names. Throws 404 MEMBER_NOT_FOUND for a text that no id can be. */
export function uidOf(c: Context): string {
  const uid = memberUid.safeParse(c.req.param('uid'));
  if (!uid.success) throw noSuchMember();
  return uid.data;
}

export function noSuchMember(): Refusal {
  return new Refusal(404, 'MEMBER_NOT_FOUND', adminMessages.memberMissing);
}

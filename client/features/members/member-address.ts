/** The address of the administrator's page of a member. */
export function memberAddress(uid: string): string {
  return `/admin/members/${encodeURIComponent(uid)}`;
}

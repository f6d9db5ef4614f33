export function memberAddress(uid: string): string {
  return `/admin/members/${encodeURIComponent(uid)}`;
}

/** The end of an address that leads nowhere: that of a member whose own is the administrator's since a hand-over. */
export const formerDomain = '@former.invalid';

/** An address as people read it: empty if it leads nowhere. */
export function readableAddress(email: string): string {
  return email.endsWith(formerDomain) ? '' : email;
}

import { z } from 'zod';
import { session } from './accounts.ts';
import { member } from './members.ts';

/** What a device keeps of the portal: who is signed in, and that person's own record. Nothing of anybody else. */
export const lastSeen = z.object({
  user: session.shape.user.unwrap(),
  /** Null where it has not been seen yet, or there is none. */
  member: member.nullable(),
  /** When that was so, in milliseconds since 1970. */
  at: z.number(),
});
export type LastSeen = z.infer<typeof lastSeen>;

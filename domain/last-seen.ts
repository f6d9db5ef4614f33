import * as z from 'zod/mini';
import { session } from './accounts.ts';
import { member } from './members.ts';

/** The data that a device stores for use offline: the signed-in user and their own record, nothing about anybody else. */
export const lastSeen = z.object({
  user: session.shape.user.def.innerType,
  /** Null if it has not been loaded yet or does not exist. */
  member: z.nullable(member),
  /** When the data was fetched, in milliseconds since 1970. */
  at: z.number(),
});
export type LastSeen = z.infer<typeof lastSeen>;

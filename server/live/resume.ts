import type { Context } from 'hono';
import { z } from 'zod';

const eventId = z.coerce.number().int().min(0);

/**
 * After which change a reader goes on. A browser that connects again says so in `Last-Event-ID`; that is newer than
 * the `after` of the address, which it keeps from its first connection.
 */
export function resumeAfter(c: Context, after: number | undefined): number | undefined {
  const header = c.req.header('last-event-id');
  if (!header) return after;
  return eventId.safeParse(header).data ?? after;
}

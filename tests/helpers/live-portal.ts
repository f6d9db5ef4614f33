import { expect } from 'vitest';
import type { Member } from '#domain/members.ts';
import { isUnavailable } from '#server/store/database-errors.ts';
import { openTestApp, signInAdministrator, type TestAppOptions } from './app.ts';
import type { TestEngine } from './engines.ts';
import { type EventReader, readEvents } from './event-reader.ts';
import { listen } from './listen.ts';
import type { Visitor } from './visitor.ts';

export type LivePortal = Awaited<ReturnType<typeof openLive>>;

/** A portal that listens, so that streams can be opened. */
export async function openLive(engine: TestEngine, options?: TestAppOptions) {
  const portal = await openTestApp(engine, options);
  const url = await listen(portal);
  return {
    portal,
    url,
    administrator: await signInAdministrator(portal),
    /** Opens a stream; `path` is relative to `/api/`. */
    open: (visitor: Visitor, path: string) => readEvents(`${url}/api/${path}`, visitor),
  };
}

/**
 * Reads a stream until it names a member, as after a registration: PostgreSQL may tell of it late, and streams that are opened
 * now do not hear of it.
 */
export async function told(reader: EventReader, uid: string): Promise<void> {
  await expect.poll(async () => (await reader.nextChange()).uid).toBe(uid);
}

/** Repeats a write that waited too long for a PostgreSQL connection or lock, as on a busy machine, and has written nothing. */
export async function writeOnceAvailable(attempt: () => Promise<void>): Promise<void> {
  try {
    await attempt();
  } catch (error) {
    if (!isUnavailable(error)) throw error;
    await writeOnceAvailable(attempt);
  }
}

/** Distinct phone numbers, so that every write is a change. */
let written = 0;
export function somethingNew(length = 10): Partial<Member> {
  written += 1;
  return { contactNumber: String(written).padStart(length, '0') };
}

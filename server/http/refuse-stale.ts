import { isDeepStrictEqual } from 'node:util';
import type { Shown } from '#domain/shown.ts';
import { staleVersion } from './refusal.ts';

interface DecidedWrite {
  /** Left out by a caller that showed nobody anything, such as a command. */
  shown?: Shown | undefined;
  set: object;
}

/**
 * Whether one of the fields that a write was decided on has another value now. A write that would change nothing is never
 * stale: it has been carried out, and its first answer was lost.
 */
export function isStale(stored: object, { shown = {}, set }: DecidedWrite): boolean {
  return isOther(stored, shown) && isOther(stored, set);
}

/** Whether one of these values is not the stored one. */
export function isOther(stored: object, values: object): boolean {
  const now: Record<string, unknown> = { ...stored };
  return Object.entries(values).some(
    ([name, value]) => value !== undefined && !isDeepStrictEqual(value, now[name]),
  );
}

/**
 * Refuses a stale write with 409 STALE_VERSION and the values as they are now, or what the page shows of them
 * (docs/decisions/shown.md).
 */
export function refuseStale(stored: object, write: DecidedWrite, current = stored, text?: string): void {
  if (isStale(stored, write)) throw staleVersion(current, text);
}

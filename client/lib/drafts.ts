import { dropStored, dropStoredUnder, keepStored, readStored } from './browser-storage.ts';

const prefix = 'draft:';

/** How long a draft waits for its owner after the last change, in milliseconds. */
export const draftLifetime = 24 * 60 * 60 * 1000;

interface StoredDraft {
  /** When it was last changed. */
  at: number;
  fields: unknown;
}

function keyOf(form: string, uid: string): string {
  return `${prefix}${uid}:${form}`;
}

/** What a member had typed into a form when the page was left; null if nothing was kept. */
export function readDraft(form: string, uid: string): unknown {
  const stored = readStored(keyOf(form, uid));
  return isFresh(stored) ? stored.fields : null;
}

/** Keeps what a member has typed into a form, in this browser, until it is sent, discarded or out of date. */
export function keepDraft(form: string, uid: string, fields: Record<string, string>): void {
  keepStored(keyOf(form, uid), { at: Date.now(), fields } satisfies StoredDraft);
}

export function dropDraft(form: string, uid: string): void {
  dropStored(keyOf(form, uid));
}

/** Drops every draft on this device, for whoever signs out of it. */
export function dropAllDrafts(): void {
  dropStoredUnder(prefix);
}

/**
 * Drops drafts that are out of date and, if somebody is signed in, those of everybody else. A session that ended by
 * itself leaves its drafts for a day, so that its owner can sign in and finish (docs/decisions/0027).
 */
export function dropStaleDrafts(uid: string | null): void {
  dropStoredUnder(prefix, (name) => {
    const theirs = uid === null || name.startsWith(keyOf('', uid));
    return theirs && isFresh(readStored(name));
  });
}

function isFresh(stored: unknown): stored is StoredDraft {
  if (typeof stored !== 'object' || stored === null || !('at' in stored)) return false;
  const age = Date.now() - Number(stored.at);
  return age >= 0 && age < draftLifetime;
}

import {
  dropStored,
  dropStoredUnder,
  keepStored,
  readStored,
  storedUnder,
  thisBrowser,
  thisTab,
} from './browser-storage.ts';

const prefix = 'draft:';

/** How long a draft waits for its owner after the last change, in milliseconds. */
export const draftLifetime = 24 * 60 * 60 * 1000;

/** The account that a draft belongs to. A visitor's draft has none and stays in the tab (docs/decisions/drafts.md). */
type Owner = string | null;

interface StoredDraft {
  at: number;
  fields: unknown;
}

function keyOf(form: string, owner: Owner): string {
  return `${prefix}${owner ?? ''}:${form}`;
}

function areaOf(owner: Owner) {
  return owner === null ? thisTab : thisBrowser;
}

export function readDraft(form: string, owner: Owner, area = areaOf(owner)): unknown {
  const stored = readStored(keyOf(form, owner), area);
  return isFresh(stored) ? stored.fields : null;
}

/**
 * Keeps the input of a form until it is sent, discarded or out of date.
 * @returns whether the browser stored it
 */
export function keepDraft(
  form: string,
  owner: Owner,
  fields: Record<string, string | boolean>,
  area = areaOf(owner),
): boolean {
  return keepStored(keyOf(form, owner), { at: Date.now(), fields } satisfies StoredDraft, area);
}

export function dropDraft(form: string, owner: Owner, area = areaOf(owner)): void {
  dropStored(keyOf(form, owner), area);
}

/** The owners of input that the browser could not store and that is only in an open form. */
const unstored = new Set<{ owner: Owner }>();

/** Declares that an open form holds input that is not stored. @returns a function that takes it back */
export function holdUnstored(owner: Owner): () => void {
  const form = { owner };
  unstored.add(form);
  return () => void unstored.delete(form);
}

/** Whether an account has input in this browser that was neither sent nor discarded. */
export function hasDrafts(uid: string): boolean {
  return (
    [...unstored].some(({ owner }) => owner === uid) ||
    storedUnder(keyOf('', uid)).some((name) => isFresh(readStored(name)))
  );
}

/** Drops every draft on this device, when a user signs out. */
export function dropAllDrafts(): void {
  for (const area of [thisBrowser, thisTab]) dropStoredUnder(prefix, () => false, area);
}

/**
 * Drops drafts that are out of date and, if a user is signed in, those of everybody else. A session that expired
 * leaves its drafts for a day, so that their owner can sign in and finish (docs/decisions/drafts.md).
 */
export function dropStaleDrafts(uid: string | null): void {
  for (const area of [thisBrowser, thisTab]) {
    dropStoredUnder(
      prefix,
      (name) => (uid === null || name.startsWith(keyOf('', uid))) && isFresh(readStored(name, area)),
      area,
    );
  }
}

function isFresh(stored: unknown): stored is StoredDraft {
  if (typeof stored !== 'object' || stored === null || !('at' in stored)) return false;
  const age = Date.now() - Number(stored.at);
  return age >= 0 && age < draftLifetime;
}

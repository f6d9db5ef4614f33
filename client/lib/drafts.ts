import {
  type Area,
  dropStored,
  keepStored,
  readStored,
  storedUnder,
  thisBrowser,
  thisTab,
} from './browser-storage.ts';

const prefix = 'draft:';

/** How long a draft waits for its owner after the last change, in milliseconds: as long as a session. */
export const draftLifetime = 7 * 24 * 60 * 60 * 1000;

/** The account that a draft belongs to. A visitor's draft has none and stays in the tab (docs/decisions/drafts.md). */
type Owner = string | null;

interface StoredDraft {
  at: number;
  fields: unknown;
  /** The page in which it was typed is gone. */
  isLeft?: boolean;
}

/** This page among those that are open, and the one that its tab showed before. */
let page = '';
let former: unknown = null;

/** Begins to keep drafts for this page. @returns a function that leaves them to the next one, as closing it does */
export function beginPage(): () => void {
  page = Math.random().toString(36).slice(2);
  former = readStored('page', thisTab);
  keepStored('page', page, thisTab);
  function leave() {
    for (const area of [thisBrowser, thisTab]) {
      for (const name of storedUnder(prefix, area).filter((name) => name.endsWith(`#${page}`)))
        keepStored(name, { ...(readStored(name, area) as StoredDraft), isLeft: true }, area);
    }
  }
  window.addEventListener('pagehide', leave);
  return leave;
}

/** The name of a form in this page: two tabs of a form have two drafts. */
export function inThisPage(form: string): string {
  return `${form}#${page}`;
}

export interface KeptDraft {
  /** The name of the form in its page. */
  form: string;
  fields: unknown;
  /** It comes back by itself, since no other page can have it: a visitor's is in the tab. */
  isOwn: boolean;
}

/** The texts that were typed into a form and not sent, in all pages: this one's first, then those that are gone, the newest first. */
export function draftsOf(form: string, owner: Owner): KeptDraft[] {
  const area = areaOf(owner);
  const here = inThisPage(form);
  const rank = (draft: KeptDraft) =>
    Number(draft.form === here) * 4 + Number(draft.isOwn) * 2 + Number(draft.form === `${form}#${former}`);
  return storedUnder(keyOf(`${form}#`, owner), area)
    .flatMap((key) => {
      const stored = readStored(key, area);
      if (!isFresh(stored)) return [];
      const { fields, at, isLeft = false } = stored;
      const name = key.slice(keyOf('', owner).length);
      return [{ form: name, fields, at, isOwn: isLeft || owner === null || name === here }];
    })
    .toSorted((a, b) => rank(b) - rank(a) || b.at - a.at);
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

/** Declares that an open form holds input that is not stored. @returns a function that reverts that */
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

/** Drops every draft on this device, when a user signs out, except those that `isKept` lets stay. */
export function dropAllDrafts(isKept: (name: string, area: Area) => boolean = () => false): void {
  for (const area of [thisBrowser, thisTab]) {
    for (const name of storedUnder(prefix, area)) if (!isKept(name, area)) dropStored(name, area);
  }
}

/**
 * Drops drafts that are out of date and, if a user is signed in, those of everybody else. A session that expired
 * leaves its drafts for a week, so that their owner can sign in and finish (docs/decisions/drafts.md).
 */
export function dropStaleDrafts(uid: string | null): void {
  dropAllDrafts(
    (name, area) => (uid === null || name.startsWith(keyOf('', uid))) && isFresh(readStored(name, area)),
  );
}

function isFresh(stored: unknown): stored is StoredDraft {
  if (typeof stored !== 'object' || stored === null || !('at' in stored)) return false;
  const age = Date.now() - Number(stored.at);
  return age >= 0 && age < draftLifetime;
}

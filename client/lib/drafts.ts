import { dropStored, dropStoredUnder, keepStored, readStored } from './browser-storage.ts';

function keyOf(form: string, uid: string): string {
  return `draft:${uid}:${form}`;
}

/** What a member had typed into a form when the page was left; null if nothing was kept. */
export function readDraft(form: string, uid: string): unknown {
  return readStored(keyOf(form, uid));
}

/** Keeps what a member has typed into a form, in this browser, until it is sent or they sign out. */
export function keepDraft(form: string, uid: string, draft: Record<string, string>): void {
  keepStored(keyOf(form, uid), draft);
}

export function dropDraft(form: string, uid: string): void {
  dropStored(keyOf(form, uid));
}

/** Drops all drafts of a member, who signs out of this browser. */
export function dropDrafts(uid: string): void {
  dropStoredUnder(keyOf('', uid));
}

import { dropStored, dropStoredUnder, keepStored, readStored } from './browser-storage.ts';

const prefix = 'draft:';

function keyOf(form: string, uid: string): string {
  return `${prefix}${uid}:${form}`;
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

/** Drops every draft on this device but those of the account that is signed in; all of them for null. */
export function dropOtherDrafts(uid: string | null): void {
  dropStoredUnder(prefix, uid === null ? undefined : keyOf('', uid));
}

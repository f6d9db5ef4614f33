const prefix = 'draft:';

/** Storage may be full or forbidden; then a draft is not kept, and nothing else is the worse for it. */
function ignoringFailure<T>(work: () => T): T | null {
  try {
    return work();
  } catch {
    return null;
  }
}

function keyOf(form: string, uid: string): string {
  return `${prefix}${uid}:${form}`;
}

/** What a member had typed into a form when the page was left, as it was kept; null if there is none. */
export function readDraft(form: string, uid: string): unknown {
  return ignoringFailure(() => JSON.parse(localStorage.getItem(keyOf(form, uid)) ?? 'null') as unknown);
}

/** Keeps what a member has typed into a form, in this browser, until it is sent or they sign out. */
export function keepDraft(form: string, uid: string, draft: Record<string, string>): void {
  ignoringFailure(() => localStorage.setItem(keyOf(form, uid), JSON.stringify(draft)));
}

export function dropDraft(form: string, uid: string): void {
  ignoringFailure(() => localStorage.removeItem(keyOf(form, uid)));
}

/** Drops all drafts of a member, who signs out of this browser. */
export function dropDrafts(uid: string): void {
  ignoringFailure(() => {
    for (const key of Object.keys(localStorage)) {
      if (key.startsWith(keyOf('', uid))) localStorage.removeItem(key);
    }
  });
}

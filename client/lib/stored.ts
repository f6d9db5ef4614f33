/** Under it, this browser keeps what was last seen of the portal, for when it cannot be reached. */
export const lastSeenName = 'last-seen';

/** What this browser remembers under a name, or null; also where storage is turned off. */
export function readStored(name: string): unknown {
  try {
    const text = window.localStorage.getItem(name);
    return text === null ? null : JSON.parse(text);
  } catch {
    return null;
  }
}

/** Remembers a value under a name for the next visit, where the browser lets us. */
export function keepStored(name: string, value: unknown): void {
  try {
    window.localStorage.setItem(name, JSON.stringify(value));
  } catch {
    // Full, or turned off: the choice lasts as long as the page.
  }
}

/** Forgets what was remembered under a name. */
export function dropStored(name: string): void {
  try {
    window.localStorage.removeItem(name);
  } catch {
    // Turned off: there is nothing to forget.
  }
}

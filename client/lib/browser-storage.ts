/** The key under which this browser keeps what it last saw of the portal, for use offline. */
export const lastSeenName = 'last-seen';

/** A function, since reading `window.localStorage` throws where storage is forbidden. */
type Area = () => Storage;
const thisBrowser: Area = () => window.localStorage;
/** Storage that ends with the tab. */
export const thisTab: Area = () => window.sessionStorage;

/** What is stored under a name, or null; also where storage is forbidden. */
export function readStored(name: string, area = thisBrowser): unknown {
  return attempt(() => JSON.parse(area().getItem(name) ?? 'null') as unknown);
}

/** Stores a value under a name. Where storage is full or forbidden, nothing is stored and nothing else fails. */
export function keepStored(name: string, value: unknown, area = thisBrowser): void {
  attempt(() => area().setItem(name, JSON.stringify(value)));
}

export function dropStored(name: string, area = thisBrowser): void {
  attempt(() => area().removeItem(name));
}

/** Drops everything whose name begins with a prefix. */
export function dropStoredUnder(prefix: string): void {
  attempt(() => {
    for (const name of Object.keys(thisBrowser())) if (name.startsWith(prefix)) dropStored(name);
  });
}

function attempt<T>(work: () => T): T | null {
  try {
    return work();
  } catch {
    return null;
  }
}

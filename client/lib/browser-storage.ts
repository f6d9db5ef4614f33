/** A function, because reading `window.localStorage` throws if storage is disabled. */
export type Area = () => Storage;
export const thisBrowser: Area = () => window.localStorage;
export const thisTab: Area = () => window.sessionStorage;

/** The value stored under a name; null if there is none or storage is disabled. */
export function readStored(name: string, area = thisBrowser): unknown {
  return attempt(() => JSON.parse(area().getItem(name) ?? 'null') as unknown);
}

/** Stores a value under a name. @returns whether it was stored: storage may be full or disabled */
export function keepStored(name: string, value: unknown, area = thisBrowser): boolean {
  return (
    attempt(() => {
      area().setItem(name, JSON.stringify(value));
      return true;
    }) ?? false
  );
}

export function dropStored(name: string, area = thisBrowser): void {
  attempt(() => area().removeItem(name));
}

/** The names of all entries that start with a prefix; none if storage is disabled. */
export function storedUnder(prefix: string, area = thisBrowser): string[] {
  return attempt(() => Object.keys(area()).filter((name) => name.startsWith(prefix))) ?? [];
}

function attempt<T>(work: () => T): T | null {
  try {
    return work();
  } catch {
    return null;
  }
}

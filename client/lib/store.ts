/** A value outside of React, which components follow with `useSyncExternalStore`. */
export interface Store<T> {
  get: () => T;
  /** @returns a function that unsubscribes */
  subscribe: (listener: () => void) => () => void;
}

export function createStore<T>(value: T): Store<T> & { set: (next: T) => void } {
  const listeners = new Set<() => void>();
  return {
    get: () => value,
    set(next) {
      value = next;
      for (const listener of listeners) listener();
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}

/** Notifies subscribers that the change log may have grown. */
export interface ChangeEmitter {
  emit(): void;
  /** @returns a function that unsubscribes */
  subscribe(listener: () => void): () => void;
}

export function createChangeEmitter(): ChangeEmitter {
  const listeners = new Set<() => void>();
  return {
    emit() {
      for (const listener of listeners) listener();
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

import { useState } from 'react';
import { keepStored, readStored } from '#client/lib/browser-storage.ts';

/** A switch that this browser remembers. */
export function useStoredFlag(name: string, otherwise: boolean) {
  const [value, setValue] = useState(() => {
    const stored = readStored(name);
    return typeof stored === 'boolean' ? stored : otherwise;
  });
  function set(next: boolean) {
    setValue(next);
    keepStored(name, next);
  }
  return [value, set] as const;
}

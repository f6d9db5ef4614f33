import type { serve } from '@hono/node-server';

type Fetch = Parameters<typeof serve>[0]['fetch'];

/** Accepts requests as soon as the port is open and holds them until the portal is ready. */
export interface Door {
  fetch: Fetch;
  open(portal: Fetch): void;
}

export function createDoor(): Door {
  const ready = Promise.withResolvers<Fetch>();
  let answer: Fetch = async (...request) => (await ready.promise)(...request);
  return {
    fetch: (...request) => answer(...request),
    open(portal) {
      answer = portal;
      ready.resolve(portal);
    },
  };
}

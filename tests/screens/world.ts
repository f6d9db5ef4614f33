import { type Portal, startPortal } from '#tests/helpers/portal.ts';
import { withStore } from '#tests/helpers/with-store.ts';
import { seedMembers } from '../../scripts/seed-members.ts';
import { addClub, letters } from './club.ts';
import type { PortalName } from './screen-state.ts';

/** The portals that the states are opened on, each started on first use. */
export interface World {
  portal(name: PortalName): Promise<Portal>;
  discard(): Promise<void>;
}

/** @param crowd number of members of the portal `crowd` */
export function createWorld(crowd: number): World {
  const started = new Map<PortalName, Promise<Portal>>();
  return {
    portal(name) {
      const known = started.get(name) ?? start(name, crowd);
      started.set(name, known);
      return known;
    },
    async discard() {
      for (const portal of await Promise.all(started.values())) await portal.discard();
    },
  };
}

async function start(name: PortalName, crowd: number): Promise<Portal> {
  // All states register and sign in from one address.
  const portal = await startPortal({ env: { RATE_LIMIT: 'off' } });
  if (name === 'club') {
    await withStore(portal, (store) => addClub(store, 'sdc-admin'));
    for (const letter of letters) await post(`${portal.url}/f/contact`, letter);
  }
  if (name === 'crowd') await withStore(portal, (store) => seedMembers(store, crowd));
  return portal;
}

async function post(url: string, body: object): Promise<void> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Accept: 'application/json' },
    body: JSON.stringify(body),
  });
  if (!response.ok) throw new Error(`POST ${url}: ${response.status} ${await response.text()}`);
}

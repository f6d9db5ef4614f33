import { adminSummary } from '#domain/admin.ts';
import { inboxPage } from '#domain/form-inbox.ts';
import { type Portal, startPortal } from '#tests/helpers/portal.ts';
import { administratorRemotely, type RemoteVisitor, remoteVisitor } from '#tests/helpers/remote-visitor.ts';
import { withStore } from '#tests/helpers/with-store.ts';
import { seedMembers } from '../../scripts/seed-members.ts';
import { addCertificate, addClub, letters } from './club.ts';
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
  const portal = await startPortal({ env: { RATE_LIMIT: 'off', BACKUPS: 'off' } });
  if (name === 'members') await withStore(portal, addCertificate);
  if (name === 'club') {
    await withStore(portal, (store) => addClub(store, 'sdc-admin'));
    const visitor = remoteVisitor(portal.url);
    for (const letter of letters) await send(visitor, 'POST', '/f/contact', letter);
    await visitClub(portal);
  }
  if (name === 'crowd') await withStore(portal, (store) => seedMembers(store, crowd));
  if (name === 'reviewing') await withStore(portal, (store) => seedMembers(store, 40));
  return portal;
}

/** Has the administrator see what states would mark as seen: the changes, and the messages that states open. */
async function visitClub(portal: Portal): Promise<void> {
  const administrator = await administratorRemotely(portal, portal.url);
  const { seq } = adminSummary.parse(await send(administrator, 'GET', '/api/admin/summary'));
  await send(administrator, 'PUT', '/api/admin/visit', { seq });
  const messages = '/api/admin/form-submissions';
  const { submissions } = inboxPage.parse(await send(administrator, 'GET', messages));
  const [_unread, project, longOne, question] = submissions;
  for (const message of [project, longOne, question])
    await send(administrator, 'PATCH', `${messages}/${message?.id}`, { read: true });
  await send(administrator, 'PATCH', `${messages}/${question?.id}`, { answered: true });
}

async function send(by: RemoteVisitor, method: string, path: string, data?: object): Promise<unknown> {
  const { status, body } = await by.send(method, path, data);
  if (status >= 300) throw new Error(`${method} ${path}: ${status} ${JSON.stringify(body)}`);
  return body;
}

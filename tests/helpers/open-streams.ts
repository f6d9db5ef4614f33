import { health } from '#domain/diagnostics.ts';
import type { Portal } from './portal.ts';
import { administratorRemotely, type RemoteVisitor } from './remote-visitor.ts';

const administrators = new WeakMap<Portal, Promise<RemoteVisitor>>();

/** How many event streams the portal has open, by its health page. */
export async function openStreams(portal: Portal): Promise<number> {
  const administrator = administrators.get(portal) ?? administratorRemotely(portal, portal.url);
  administrators.set(portal, administrator);
  const { body } = await (await administrator).send('GET', '/api/diagnostics/health');
  const facts = health.parse(body).groups.flatMap((group) => group.facts);
  return Number(facts.find(({ label }) => label === 'Live streams open')?.value);
}

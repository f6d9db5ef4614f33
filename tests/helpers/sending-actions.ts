import type { Page } from '@playwright/test';
import type { Portal } from './portal.ts';
import type { SendingAction } from './sending-actions/action.ts';
import { administratorActions, prepareAdministration } from './sending-actions/administrator-actions.ts';
import { memberActions } from './sending-actions/member-actions.ts';
import { visitorActions } from './sending-actions/visitor-actions.ts';
import { signedInAdmin } from './signed-in-admin.ts';
import { signedInMember } from './signed-in-member.ts';

/** Every action that sends something, for tests of what happens if that fails. */
export const sendingActions: readonly SendingAction[] = [
  ...visitorActions,
  ...memberActions,
  ...administratorActions,
];

/**
 * Signs somebody in who can do the action, and stores what it needs.
 * @returns the path of the action's page
 */
export async function prepare(
  { as, path }: SendingAction,
  { page, newPage, portal }: { page: Page; newPage: () => Promise<Page>; portal: Portal },
): Promise<string> {
  if (as === 'administrator') {
    await prepareAdministration(await newPage(), portal);
    await signedInAdmin(page, portal);
  } else if (as !== 'visitor') await signedInMember(page, portal, as);
  return typeof path === 'string' ? path : path();
}

import type { Page } from '@playwright/test';
import { signedInAdmin } from '#tests/helpers/signed-in-admin.ts';
import { signedInMember } from '#tests/helpers/signed-in-member.ts';
import { see } from './acts.ts';
import type { OpeningState, ScreenState } from './screen-state.ts';
import type { World } from './world.ts';

/** Opens a state's page as its user; the state is not reached yet. */
export async function openPage(page: Page, world: World, state: OpeningState): Promise<void> {
  const portal = await world.portal(state.portal ?? 'members');
  if (state.as === 'administrator') await signedInAdmin(page, portal);
  else if (state.as) await signedInMember(page, portal, state.as, state.as.details);
  await state.before?.(page);
  await page.goto(`${portal.url}${state.path}`);
}

/** Brings a page that is open, or in the former state, to a state. */
export async function reachState(page: Page, { reach, shows }: ScreenState): Promise<void> {
  await reach?.(page);
  if (shows) await see(page, shows);
}

/** Leaves a page without a trace, as if the next one were the first in a new browser. The tab keeps its compiled code. */
export async function leavePage(page: Page): Promise<void> {
  const { origin } = new URL(page.url());
  // Requests that a route still holds end with their page; without the route they would reach the server. A page may store
  // something as it is left, and only a document of the same origin can clear its session storage.
  await page.goto(`${origin}/favicon.svg`);
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  await page.evaluate('sessionStorage.clear()');
  const browser = await page.context().newCDPSession(page);
  await browser.send('Storage.clearDataForOrigin', { origin, storageTypes: 'all' });
  await browser.detach();
  await page.context().clearCookies();
}

import type { Page } from '@playwright/test';
import type { Registration } from '#domain/registration.ts';
import type { Progress } from '#tests/helpers/signed-in-member.ts';

/**
 * The portals that screens are looked at on: `members` is for the member's side, where each state has a member of its
 * own; the others are the administrator's, with nobody, a dozen members, and very many.
 */
export type PortalName = 'members' | 'nobody' | 'club' | 'crowd';

/** Somebody who has registered, as far along as the state wants. */
export interface Person extends Progress {
  details?: Partial<Registration>;
}

/** One state of one screen. The table of them drives the pictures (`npm run screens`) and the axe test. */
export interface ScreenState {
  /** Screen first, state second: the picture's file name and the test's. */
  name: string;
  path: string;
  /** Who looks at it; a visitor unless told. */
  as?: Person | 'administrator';
  /** `members` unless told. */
  portal?: Exclude<PortalName, 'members'>;
  /** Only at a phone's width, since there is no such thing on wider screens. */
  phoneOnly?: boolean;
  /** Before the page is opened: requests that shall fail or wait. */
  before?: (page: Page) => Promise<unknown>;
  /** Once it is open: brings the page to the state and waits until it is there. */
  reach: (page: Page) => Promise<unknown>;
  /** Something floats over the page or frames it, which cuts off targets that scrolling brings into view. */
  cutOff?: boolean;
  /** What the browser complains about in this state, and may. */
  complaints?: RegExp;
}

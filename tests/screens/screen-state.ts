import type { Page } from '@playwright/test';
import type { Registration } from '#domain/registration.ts';
import type { Progress } from '#tests/helpers/signed-in-member.ts';

/**
 * The portals that screens are opened on. `members` has a separate member for each state of the member's side. The
 * others are for the administrator's side: without members, with a dozen, with very many, and one whose submissions are
 * reviewed. States change nothing that others show, whichever came before: their snapshots would differ.
 */
export type PortalName = 'members' | 'nobody' | 'club' | 'crowd' | 'reviewing';

/** A registered member with the progress that the state needs. */
export interface Person extends Progress {
  details?: Partial<Registration>;
}

interface State {
  /** Screen first, state second; names the picture's file and the test. */
  name: string;
  /** Exists only at a phone's width. */
  phoneOnly?: boolean;
  /** After the page is opened, or the former state reached: brings the page to the state and waits for it. */
  reach: (page: Page) => Promise<unknown>;
  /** A floating or framing element covers targets that scrolling brings into view. */
  cutOff?: boolean;
  /** Its snapshot includes the header and footer, which it shares with other states of its layout and role. */
  hasFrame?: boolean;
  /** Browser errors that are expected in this state. */
  complaints?: RegExp;
}

/** A state that opens a page. */
export interface OpeningState extends State {
  path: string;
  /** The user who opens it; a visitor by default. */
  as?: Person | 'administrator';
  /** `members` by default. */
  portal?: Exclude<PortalName, 'members'>;
  /** Before the page is opened: sets up requests that fail or wait. */
  before?: (page: Page) => Promise<unknown>;
}

/** A state that is reached from another one, on the same page. */
export interface FollowingState extends State {
  /** The name of the other one. */
  after: string;
}

/** One state of one screen. Their table drives the pictures (`npm run screens`) and the axe test. */
export type ScreenState = OpeningState | FollowingState;

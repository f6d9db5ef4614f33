import type { Page } from '@playwright/test';
import type { Registration } from '#domain/registration.ts';
import type { Progress } from '#tests/helpers/signed-in-member.ts';

/**
 * The portals that screens are opened on. `members` has a separate member for each state of the member's side. The
 * others are for the administrator's side: without members, with a dozen, with very many, and one whose submissions are
 * reviewed. States change nothing that others show, whichever came before: their snapshots would differ.
 */
export type PortalName = 'members' | 'nobody' | 'club' | 'reviewing';

/** A registered member with the progress that the state needs. */
export interface Person extends Progress {
  details?: Partial<Registration>;
}

interface State {
  /** Screen first, state second; names the picture's file and the test. */
  name: string;
  /** Exists only at a phone's width. */
  phoneOnly?: boolean;
  /** A floating or framing element covers targets that scrolling brings into view. */
  cutOff?: boolean;
  /** Its contents are recorded: it is a page in one of its main states. */
  isRecorded?: boolean;
  /** Its snapshot includes the header and footer, which it shares with other states of its layout and role. */
  hasFrame?: boolean;
  /** Browser errors that are expected in this state. */
  complaints?: RegExp;
}

/** How a page that is open, or in the former state, gets to a state: by an act, by waiting for a text, or by both. */
type Way = { reach: Act; shows?: string | RegExp } | { reach?: never; shows: string | RegExp };
type Act = (page: Page) => Promise<unknown>;

/** A state that opens a page. */
export type OpeningState = State &
  Way & {
    path: string;
    /** The user who opens it; a visitor by default. */
    as?: Person | 'administrator';
    /** `members` by default. */
    portal?: Exclude<PortalName, 'members'>;
    /** Before the page is opened: sets up requests that fail or wait. */
    before?: Act;
  };

/** A state that is reached from another one, whose name is `after`, on the same page. */
export type FollowingState = State & Way & { after: string };

/** One state of one screen. Their table drives the pictures (`npm run screens`) and the axe test. */
export type ScreenState = OpeningState | FollowingState;

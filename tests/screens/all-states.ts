import type { FollowingState, OpeningState, ScreenState } from './screen-state.ts';
import { accountStates } from './states/accounts.ts';
import { adminDashboardStates } from './states/admin-dashboard.ts';
import { adminUserStates } from './states/admin-users.ts';
import { formStates } from './states/forms.ts';
import { groupMessageStates } from './states/group-messages.ts';
import { inboxStates } from './states/inbox.ts';
import { memberPageStates } from './states/member-page.ts';
import { memberStates } from './states/members.ts';
import { openPageStates } from './states/open-pages.ts';
import { resultStates } from './states/results.ts';
import { reviewStates } from './states/review.ts';
import { settingsStates } from './states/settings.ts';
import { setupStates } from './states/setup.ts';
import { toolStates } from './states/tools.ts';

/** Every state of every screen (docs/design.md). Add new screens and states here. */
export const screenStates: readonly ScreenState[] = [
  ...accountStates,
  ...openPageStates,
  ...memberStates,
  ...formStates,
  ...adminDashboardStates,
  ...adminUserStates,
  ...memberPageStates,
  ...inboxStates,
  ...groupMessageStates,
  ...reviewStates,
  ...resultStates,
  ...settingsStates,
  ...setupStates,
  ...toolStates,
];

/** The states of one page in their order: one that opens it, and those that continue from there. */
export type PageStates = readonly [first: OpeningState, ...rest: FollowingState[]];

/** All states, grouped by the page that they share. */
export const pageStates: readonly PageStates[] = screenStates
  .filter((state): state is OpeningState => 'path' in state)
  .map((first) => [first, ...followers(first)]);

function followers({ name }: ScreenState): FollowingState[] {
  const next = screenStates.find(
    (state): state is FollowingState => 'after' in state && state.after === name,
  );
  return next ? [next, ...followers(next)] : [];
}

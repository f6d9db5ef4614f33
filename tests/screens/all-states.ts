import type { ScreenState } from './screen-state.ts';
import { accountStates } from './states/accounts.ts';
import { administratorStates } from './states/administrator.ts';
import { formStates } from './states/forms.ts';
import { memberStates } from './states/members.ts';
import { openPageStates } from './states/open-pages.ts';
import { reviewStates } from './states/review.ts';
import { toolStates } from './states/tools.ts';

/** Every state of every screen (docs/design.md). Add new screens and states here. */
export const screenStates: readonly ScreenState[] = [
  ...accountStates,
  ...openPageStates,
  ...memberStates,
  ...formStates,
  ...administratorStates,
  ...reviewStates,
  ...toolStates,
];

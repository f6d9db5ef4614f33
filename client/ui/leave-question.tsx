import { useEffectEvent } from 'react';
import { useBlocker } from 'react-router';
import { Question } from './question.tsx';

const texts = {
  title: 'Leave without saving?',
  text: 'Your changes aren’t saved. This browser keeps them for a week, so you can finish later.',
  yes: 'Leave',
  no: 'Keep Editing',
} as const;

interface LeaveQuestionProps {
  /** Whether there are unsaved changes, at the time when the page is about to be left. */
  when: () => boolean;
}

/** Asks before a page with unsaved changes is left for another page, unless the way there has asked (`state.discarded`). */
export function LeaveQuestion({ when }: LeaveQuestionProps) {
  // The router learns of another function only some time after the page was rendered.
  const hasUnsaved = useEffectEvent(when);
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      currentLocation.pathname !== nextLocation.pathname && !nextLocation.state?.discarded && hasUnsaved(),
  );
  if (blocker.state !== 'blocked') return null;
  return <Question texts={texts} onYes={blocker.proceed} onNo={blocker.reset} />;
}

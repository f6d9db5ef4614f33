import { useBlocker } from 'react-router';
import { Button } from './button.tsx';
import { Dialog } from './dialog.tsx';
import classes from './leave-question.module.css';

const texts = {
  title: 'Leave without saving?',
  text: 'Your changes are not saved. This browser keeps them for a day, so that you can finish later.',
  leave: 'Leave',
  stay: 'Keep Editing',
} as const;

interface LeaveQuestionProps {
  /** Whether there are unsaved changes, at the time when the page is about to be left. */
  when: () => boolean;
}

/** Asks before a page with unsaved changes is left for another page of the portal. */
export function LeaveQuestion({ when }: LeaveQuestionProps) {
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) => currentLocation.pathname !== nextLocation.pathname && when(),
  );
  if (blocker.state !== 'blocked') return null;
  return (
    <Dialog question title={texts.title} onClose={blocker.reset}>
      <p className={classes.text}>{texts.text}</p>
      <div className={classes.buttons}>
        <Button onClick={blocker.reset}>{texts.stay}</Button>
        <Button variant="default" onClick={blocker.proceed}>
          {texts.leave}
        </Button>
      </div>
    </Dialog>
  );
}

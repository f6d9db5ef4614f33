import { IconCheck } from '@tabler/icons-react';
import { useRef } from 'react';
import { useCompleteTask } from '#client/features/members/mutations.ts';
import { failureMessage } from '#client/lib/api.ts';
import { useRestoreFocus } from '#client/lib/use-restore-focus.ts';
import { Button } from '#client/ui/button.tsx';
import { HexSpinner } from '#client/ui/hex-spinner.tsx';
import { Notice } from '#client/ui/notice.tsx';
import { markDoneFailed } from '#domain/progress.ts';
import classes from './mark-done-button.module.css';
import { taskTexts } from './texts.ts';

/** Marks the member's task as done (spec, point 4). A failure is shown below the button, which works again. */
export function MarkDoneButton({ variant = 'filled' }: { variant?: 'filled' | 'default' }) {
  const { completeTask, busy, error } = useCompleteTask();
  const button = useRef<HTMLButtonElement>(null);
  useRestoreFocus(busy, () => button.current);
  return (
    <>
      <Button
        ref={button}
        variant={variant}
        disabled={busy}
        leftSection={busy ? <HexSpinner size={18} /> : <IconCheck size={18} stroke={2} aria-hidden="true" />}
        onClick={completeTask}
      >
        {busy ? taskTexts.marking : taskTexts.markDone}
      </Button>
      {error && !busy && (
        <div className={classes.failure}>
          <Notice tone="error">{markDoneFailed(failureMessage(error))}</Notice>
        </div>
      )}
    </>
  );
}

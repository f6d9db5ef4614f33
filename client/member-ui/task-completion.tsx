import { failureMessage } from '#client/lib/api.ts';
import { Button } from '#client/ui/button.tsx';
import { HexSpinner } from '#client/ui/hex-spinner.tsx';
import { IconCheck } from '#client/ui/icons.tsx';
import layout from '#client/ui/layout.module.css';
import { Notice } from '#client/ui/notice.tsx';
import { IconArrowBackUp } from '#client/ui/page-icons.ts';
import type { Member } from '#domain/members.ts';
import { canReopenTask, taskMessages } from '#domain/progress.ts';
import { useTaskCompletion } from './mutations.ts';

const texts = {
  markDone: 'Mark as Done',
  marking: 'Marking...',
  undo: 'Undo',
  undoing: 'Undoing...',
} as const;

interface TaskCompletionProps {
  member: Member;
  variant?: 'filled' | 'default';
}

/**
 * Marks the member's task as done (spec, point 4), and undoes that until something is submitted. A failure is shown
 * below the button, which works again.
 */
export function TaskCompletion({ member, variant = 'filled' }: TaskCompletionProps) {
  const { setDone, busy, error, wanted } = useTaskCompletion();
  const done = member.taskCompleted;
  const marking = wanted ?? !done;
  const explain = marking ? taskMessages.markFailed : taskMessages.undoFailed;
  const Glyph = done ? IconArrowBackUp : IconCheck;
  return (
    <>
      {(!done || canReopenTask(member)) && (
        <Button
          key={done ? 'undo' : 'mark'}
          data-takes-focus={!done || undefined}
          variant={done ? 'subtle' : variant}
          busy={busy}
          leftSection={busy ? <HexSpinner size={18} /> : <Glyph size={18} stroke={2} aria-hidden="true" />}
          onClick={() => setDone(!done)}
        >
          {busy ? (marking ? texts.marking : texts.undoing) : done ? texts.undo : texts.markDone}
        </Button>
      )}
      {error && !busy && (
        <div className={layout.whole}>
          <Notice tone="error">{explain(failureMessage(error))}</Notice>
        </div>
      )}
    </>
  );
}

import { startTransition, useRef, useState } from 'react';
import { causeOf, type Problem, problemOf, type useProblem } from './use-problem.ts';

/** Runs one action at a time and shows what it throws. */
export function useAttempt(
  { show, clear }: Pick<ReturnType<typeof useProblem>, 'show' | 'clear'>,
  explain: (error: unknown) => Problem = problemOf,
) {
  const [busy, setBusy] = useState(false);
  const running = useRef(false);

  /** Runs `action` unless one is already running. */
  async function attempt(action: () => Promise<unknown>): Promise<void> {
    if (running.current) return;
    running.current = true;
    clear();
    setBusy(true);
    try {
      await action();
    } catch (error) {
      show(explain(error), causeOf(error));
    } finally {
      running.current = false;
      // After the page that a successful submit has navigated to: until that is shown, the button is busy.
      startTransition(() => setBusy(false));
    }
  }

  /** Shows a problem that the form itself cannot find. */
  function refuse(found: Problem) {
    show(found, 'server');
  }

  return { busy, attempt, refuse };
}

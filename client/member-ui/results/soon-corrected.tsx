import { useNow } from '#client/lib/use-now.ts';
import { outcomeLabel } from '#domain/outcomes.ts';
import type { PendingCorrection } from '#domain/results.ts';
import { correctionTexts as texts } from './decide-texts.ts';

/** The outcome that a correction leads to, and when, within a table. */
export function SoonCorrected({ after, dueAt }: Pick<PendingCorrection, 'after' | 'dueAt'>) {
  const left = texts.left(useTimeLeft(dueAt));
  return (
    <>
      {outcomeLabel(after)} {left}
    </>
  );
}

/** The milliseconds until a time; 0 once it is past. */
export function useTimeLeft(at: string): number {
  return Math.max(0, Date.parse(at) - useNow(5_000));
}

import { useEffect, useState } from 'react';
import { outcomeLabel } from '#domain/outcomes.ts';
import type { PendingCorrection } from '#domain/results.ts';
import { correctionTexts as texts } from './texts.ts';

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
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 5_000);
    return () => clearInterval(timer);
  }, []);
  return Math.max(0, Date.parse(at) - now);
}

import { type RefObject, useEffect, useRef, useState } from 'react';
import { command } from '#client/lib/api.ts';
import { logFailure } from '#client/lib/log.ts';
import type { AdminSummary } from '#domain/admin.ts';

/** How long the list of changes must be visible to count as seen, in milliseconds. */
const lookMs = 3_000;

/** The former visit, and how much was new when this one began. */
export interface FormerVisit {
  seq: number;
  at: string;
  newChanges: number;
}

/**
 * Tells the server which changes the administrator has seen, once their list has been visible for a moment.
 * @returns the former visit, which stays the same while the page is open; null on the first
 */
export function useVisit(
  summary: AdminSummary | undefined,
  list: RefObject<HTMLElement | null>,
): FormerVisit | null {
  const [before, setBefore] = useState<{ visit: FormerVisit | null } | null>(null);
  if (summary && before === null) {
    const { lastVisit, newChanges } = summary;
    setBefore({ visit: lastVisit && { ...lastVisit, newChanges } });
  }

  const remembered = useRef(0);
  const newest = summary?.seq ?? 0;
  const seen = summary?.lastVisit?.seq ?? 0;
  useEffect(() => {
    const element = list.current;
    if (newest <= seen || !element) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const observer = new IntersectionObserver(([entry]) => {
      clearTimeout(timer);
      if (!entry?.isIntersecting || remembered.current >= newest) return;
      timer = setTimeout(() => {
        if (document.visibilityState !== 'visible') return;
        remembered.current = newest;
        rememberVisit(newest);
      }, lookMs);
    });
    observer.observe(element);
    return () => {
      clearTimeout(timer);
      observer.disconnect();
    };
  }, [newest, seen, list]);

  return before?.visit ?? null;
}

function rememberVisit(seq: number): void {
  command('/api/admin/visit', { method: 'PUT', body: { seq } }).catch((error: unknown) =>
    logFailure('The visit was not remembered', error),
  );
}

import { type RefObject, useEffect, useRef, useState } from 'react';
import { command } from '#client/lib/api.ts';
import { formatNumber, momentText } from '#client/lib/format.ts';
import { logFailure } from '#client/lib/log.ts';
import { ChangeList } from '#client/member-ui/changes/change-list.tsx';
import { changeTexts } from '#client/member-ui/changes/texts.ts';
import { Panel } from '#client/ui/panel.tsx';
import { type AdminSummary, newChangesCap } from '#domain/admin.ts';
import classes from './recent-changes.module.css';

interface RecentChangesProps {
  /** Undefined if it could not be loaded. */
  summary: AdminSummary | undefined;
}

/** Recent changes, with those since the last visit marked as new. */
export function RecentChanges({ summary }: RecentChangesProps) {
  const panel = useRef<HTMLDivElement>(null);
  const visit = useVisit(summary, panel);
  return (
    <div ref={panel} className={classes.changes}>
      <Panel title={changeTexts.title} {...(visit && { subtitle: visitText(visit) })}>
        {/* biome-ignore-start lint/a11y: what scrolls must be reachable by the keyboard, and have a name */}
        <div className={classes.scroll} role="group" aria-label={changeTexts.list} tabIndex={0}>
          {/* biome-ignore-end lint/a11y: the end of it */}
          <ChangeList news={visit} />
        </div>
      </Panel>
    </div>
  );
}

function visitText({ at, newChanges }: FormerVisit): string {
  const count = newChanges >= newChangesCap ? `${formatNumber(newChangesCap)}+` : String(newChanges);
  return changeTexts.sinceVisit(newChanges === 0 ? null : count, momentText(at));
}

/** How long the list of changes must be visible to count as seen, in milliseconds. */
const lookMs = 3_000;

/** The former visit, and how much was new when this one began. */
interface FormerVisit {
  seq: number;
  at: string;
  newChanges: number;
  /** The end of the log then: a change that comes while the page is open is not counted as new, and not marked. */
  until: number;
}

/**
 * Tells the server which changes the administrator has seen, once their list has been visible for a moment.
 * @returns the former visit, which stays the same while the page is open; null on the first
 */
function useVisit(
  summary: AdminSummary | undefined,
  list: RefObject<HTMLElement | null>,
): FormerVisit | null {
  const [before, setBefore] = useState<{ visit: FormerVisit | null } | null>(null);
  if (summary && before === null) {
    const { lastVisit, newChanges, seq: until } = summary;
    setBefore({ visit: lastVisit && { ...lastVisit, newChanges, until } });
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

import { useRef } from 'react';
import { changeTexts } from '#client/features/history/texts.ts';
import { formatNumber, momentText } from '#client/lib/format.ts';
import { Panel } from '#client/ui/panel.tsx';
import { type AdminSummary, newChangesCap } from '#domain/admin.ts';
import { ChangeList } from './change-list.tsx';
import classes from './recent-changes.module.css';
import { type FormerVisit, useVisit } from './use-visit.ts';

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
          <ChangeList newAfter={visit?.seq ?? null} />
        </div>
      </Panel>
    </div>
  );
}

function visitText({ at, newChanges }: FormerVisit): string {
  const count = newChanges >= newChangesCap ? `${formatNumber(newChangesCap)}+` : String(newChanges);
  return changeTexts.sinceVisit(newChanges === 0 ? null : count, momentText(at));
}

import '#client/lib/own-task.ts';
import type { QueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useInTurn } from '#client/lib/use-in-turn.ts';
import { Panel } from '#client/ui/panel.tsx';
import type { AdminSummary } from '#domain/admin.ts';
import { RecentChanges } from '../changes/recent-changes.tsx';
import { Glance } from '../glance/glance.tsx';
import { readView } from '../list-view.ts';
import { MemberDetails } from '../member-details/member-details.tsx';
import { useOpenedMember } from '../member-details/use-opened-member.ts';
import { submissionsPreset } from '../member-list/presets.ts';
import { changesQuery, membersQuery } from '../queries.ts';
import classes from './overview.module.css';
import { StatusCards } from './status-cards.tsx';
import { SubmissionsPanel } from './submissions-panel.tsx';
import { ToolCards } from './tool-cards.tsx';

interface OverviewProps {
  /** Undefined where it could not be loaded. */
  summary: AdminSummary | undefined;
  /** The administrator's. */
  email: string;
}

/** Asks for what it will show: the first answers are on their way while it is being drawn. */
export function askAhead(client: QueryClient): void {
  const view = readView(new URLSearchParams(window.location.search), submissionsPreset);
  void client.prefetchInfiniteQuery(membersQuery(view));
  void client.prefetchInfiniteQuery(changesQuery());
}

/** Whether it has stood before: whoever comes back finds it whole, scrolled to where it was. */
let stoodBefore = false;

/** All of the dashboard that stands below its figures. A chunk of its own: those are shown before it is there. */
export function Overview({ summary, email }: OverviewProps) {
  const opened = useOpenedMember();
  const parts = useInTurn(3, stoodBefore);
  useEffect(() => {
    stoodBefore = true;
  }, []);
  return (
    <>
      <SubmissionsPanel summary={summary} onOpen={opened.open} />
      {parts > 1 && (
        <div className={classes.columns}>
          {summary && (
            <Panel title="At a glance">
              <Glance summary={summary} />
            </Panel>
          )}
          <RecentChanges summary={summary} onOpen={opened.open} />
        </div>
      )}
      {parts > 2 ? (
        <>
          <ToolCards users={summary?.total} />
          <StatusCards email={email} readable={summary !== undefined} />
        </>
      ) : (
        <div className={classes.toCome} />
      )}
      {opened.uid && <MemberDetails key={opened.uid} uid={opened.uid} onClose={opened.close} />}
    </>
  );
}

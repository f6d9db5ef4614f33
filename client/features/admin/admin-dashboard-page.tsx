import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query';
import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import { usePageTitle } from '#client/lib/use-page-title.ts';
import { LoadingScreen } from '#client/ui/loading-screen.tsx';
import { PageHeading } from '#client/ui/page-heading.tsx';
import { Panel } from '#client/ui/panel.tsx';
import { Skeleton } from '#client/ui/skeleton.tsx';
import type { SessionUser } from '#domain/accounts.ts';
import { newChangesCap } from '#domain/admin.ts';
import { AccessDenied } from './access-denied.tsx';
import classes from './admin-dashboard-page.module.css';
import { isAdministrator, useAdministrator } from './administrator.ts';
import { ChangeList } from './changes/change-list.tsx';
import { type FormerVisit, useVisit } from './changes/use-visit.ts';
import { StatCards } from './dashboard/stat-cards.tsx';
import { StatusCards } from './dashboard/status-cards.tsx';
import { SubmissionsPanel } from './dashboard/submissions-panel.tsx';
import { ToolCards } from './dashboard/tool-cards.tsx';
import { LiveStatus } from './live-status.tsx';
import { MemberDetails } from './member-details/member-details.tsx';
import { useOpenedMember } from './member-details/use-opened-member.ts';
import { submissionsPreset } from './member-list/presets.ts';
import { useListView } from './member-list/use-list-view.ts';
import { changesQuery, membersQuery, summaryQuery } from './queries.ts';
import { momentText } from './words.ts';

const Glance = lazy(() => import('./glance/glance.tsx').then((module) => ({ default: module.Glance })));

/** For whoever is about to open the page (client/app/prefetch.ts). */
export const handle = {
  async prefetch(client: QueryClient): Promise<void> {
    if (isAdministrator(client)) await client.prefetchQuery(summaryQuery);
  },
};

/** The administrator's dashboard; for a member 'Access Denied' (spec, point 2). The route's guard sees to the rest. */
export function Component() {
  usePageTitle('Admin Dashboard');
  const administrator = useAdministrator();
  return administrator ? <Dashboard administrator={administrator} /> : <AccessDenied />;
}

function Dashboard({ administrator }: { administrator: SessionUser }) {
  const { data: summary, error, isPending } = useQuery(summaryQuery);
  const control = useListView(submissionsPreset);
  const opened = useOpenedMember();
  const changes = useRef<HTMLDivElement>(null);
  const visit = useVisit(summary, changes);
  useEarlyStart(control.view);

  // Until it is known whether there is anything to show (spec: 'spinner while loading').
  if (isPending) return <LoadingScreen />;
  return (
    <>
      <PageHeading title="Admin Dashboard" actions={<LiveStatus />} />
      <div className={classes.page}>
        <StatCards summary={summary} />
        <SubmissionsPanel summary={summary} control={control} onOpen={opened.open} />
        <div className={classes.columns}>
          {summary && (
            <Panel title="At a glance">
              <Suspense fallback={<Skeleton height="600px" />}>
                <Glance summary={summary} />
              </Suspense>
            </Panel>
          )}
          <div ref={changes} className={classes.changes}>
            <Panel title="Recent changes" {...(visit && { subtitle: visitText(visit) })}>
              {/* biome-ignore-start lint/a11y: what scrolls must be reachable by the keyboard, and have a name */}
              <div className={classes.scroll} role="group" aria-label="List of changes" tabIndex={0}>
                {/* biome-ignore-end lint/a11y: the end of it */}
                <ChangeList newAfter={visit?.seq ?? null} onOpen={opened.open} />
              </div>
            </Panel>
          </div>
        </div>
        <ToolCards users={summary?.total} />
        <StatusCards email={administrator.email} loaded={error && !summary ? 'failed' : 'loaded'} />
      </div>
      {opened.uid && <MemberDetails key={opened.uid} uid={opened.uid} onClose={opened.close} />}
    </>
  );
}

/** Asks for what the page will show while the spinner still turns. */
function useEarlyStart(view: Parameters<typeof membersQuery>[0]) {
  const client = useQueryClient();
  const [first] = useState(view);
  useEffect(() => {
    void client.prefetchInfiniteQuery(membersQuery(first));
    void client.prefetchInfiniteQuery(changesQuery());
  }, [client, first]);
}

function visitText({ at, newChanges }: FormerVisit): string {
  const since = `since your last visit on ${momentText(at)}`;
  if (newChanges === 0) return `Nothing new ${since}`;
  const many = newChanges >= newChangesCap ? `${newChangesCap.toLocaleString('en-US')}+` : String(newChanges);
  return `${many} new ${since}`;
}

import { type QueryClient, useQuery } from '@tanstack/react-query';
import { isAdministrator, useAdministrator } from '#client/features/accounts/administrator.ts';
import { RecentChanges } from '#client/features/history/recent-changes.tsx';
import { MemberDetails } from '#client/features/members/list/member-details.tsx';
import { SkipToRows } from '#client/features/members/list/skip-to-rows.tsx';
import { useOpenedMember } from '#client/features/members/list/use-opened-member.ts';
import { summaryQuery } from '#client/features/members/summary.ts';
import { chartTexts } from '#client/features/summary/texts.ts';
import layout from '#client/ui/layout.module.css';
import { LoadingScreen } from '#client/ui/loading-screen.tsx';
import { PageHeading } from '#client/ui/page-heading.tsx';
import { Panel } from '#client/ui/panel.tsx';
import type { SessionUser } from '#domain/accounts.ts';
import classes from './admin-dashboard-page.module.css';
import { Charts } from './charts.tsx';
import { StatCards } from './stat-cards.tsx';
import { StatusCards } from './status-cards.tsx';
import { SubmissionsPanel } from './submissions-panel.tsx';
import { summaryTexts } from './texts.ts';
import { ToolCards } from './tool-cards.tsx';

/** Called before the page is opened (client/app/prefetch.ts). */
export const handle = {
  async prefetch(client: QueryClient): Promise<void> {
    if (isAdministrator(client)) await client.prefetchQuery(summaryQuery);
  },
};

/** The administrator's dashboard (spec, point 2). */
export function Component() {
  const administrator = useAdministrator();
  return administrator && <Dashboard administrator={administrator} />;
}

function Dashboard({ administrator }: { administrator: SessionUser }) {
  const { data: summary, isPending } = useQuery(summaryQuery);
  const opened = useOpenedMember();
  // Until it is known whether there is anything to show (spec: 'spinner while loading').
  if (isPending) return <LoadingScreen />;
  return (
    <>
      <SkipToRows />
      <PageHeading compact title={summaryTexts.title} />
      <div className={layout.stackL}>
        <StatCards summary={summary} />
        <SubmissionsPanel />
        <div className={classes.columns}>
          {summary && (
            <Panel title={chartTexts.title}>
              <Charts summary={summary} />
            </Panel>
          )}
          <RecentChanges summary={summary} onOpen={opened.open} />
        </div>
        <ToolCards users={summary?.total} />
        <StatusCards email={administrator.email} readable={summary !== undefined} />
      </div>
      {opened.uid && <MemberDetails key={opened.uid} uid={opened.uid} onClose={opened.close} />}
    </>
  );
}

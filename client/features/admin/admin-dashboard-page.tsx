import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query';
import { type ComponentProps, lazy, Suspense, useDeferredValue, useEffect } from 'react';
import { isAdministrator, useAdministrator } from '#client/features/accounts/administrator.ts';
import { useFirstPaint } from '#client/lib/first-paint.ts';
import { LoadingNote } from '#client/ui/loading-note.tsx';
import { LoadingScreen } from '#client/ui/loading-screen.tsx';
import { PageHeading } from '#client/ui/page-heading.tsx';
import { Panel } from '#client/ui/panel.tsx';
import { Skeleton } from '#client/ui/skeleton.tsx';
import type { SessionUser } from '#domain/accounts.ts';
import { submissionTable } from '#domain/admin-words.ts';
import classes from './admin-dashboard-page.module.css';
import { StatCards } from './dashboard/stat-cards.tsx';
import { LiveStatus } from './live-status.tsx';
import { summaryQuery } from './summary.ts';

const loadOverview = () => import('./dashboard/overview.tsx');

const Overview = lazy(async () => ({ default: (await loadOverview()).Overview }));

/** For whoever is about to open the page (client/app/prefetch.ts). */
export const handle = {
  async prefetch(client: QueryClient): Promise<void> {
    if (isAdministrator(client)) await Promise.all([client.prefetchQuery(summaryQuery), loadOverview()]);
  },
};

/** The administrator's dashboard (spec, point 2). */
export function Component() {
  const administrator = useAdministrator();
  return administrator && <Dashboard administrator={administrator} />;
}

function Dashboard({ administrator }: { administrator: SessionUser }) {
  const { data: summary, isPending } = useQuery(summaryQuery);
  // Until it is known whether there is anything to show (spec: 'spinner while loading').
  if (isPending) return <LoadingScreen />;
  return (
    <>
      <PageHeading title="Admin Dashboard" actions={<LiveStatus />} />
      <div className={classes.page}>
        <StatCards summary={summary} />
        <Below summary={summary} email={administrator.email} />
      </div>
    </>
  );
}

/** What stands below the figures: begun once those can be seen, and drawn in slices. */
function Below(props: ComponentProps<typeof Overview>) {
  const client = useQueryClient();
  const painted = useFirstPaint();
  const begun = useDeferredValue(painted);
  useEffect(() => {
    if (painted) loadOverview().then(({ askAhead }) => askAhead(client), noteNothing);
  }, [client, painted]);
  return (
    <Suspense fallback={<OverviewLoading />}>
      {begun ? <Overview {...props} /> : <OverviewLoading />}
    </Suspense>
  );
}

/** What could not be loaded is told where it is drawn. */
function noteNothing() {}

function OverviewLoading() {
  return (
    <Panel title={submissionTable.title}>
      <div className={classes.loading}>
        <LoadingNote />
        {['a', 'b', 'c', 'd', 'e', 'f'].map((key) => (
          <Skeleton key={key} height="20px" />
        ))}
      </div>
    </Panel>
  );
}

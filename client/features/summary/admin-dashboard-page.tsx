import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import { formatNumber } from '#client/lib/format.ts';
import { SkipToRows } from '#client/member-list/skip-to-rows.tsx';
import { summaryQuery } from '#client/member-ui/summary.ts';
import { trackStyles } from '#client/member-ui/track-style.ts';
import { useAdministrator } from '#client/session/administrator.ts';
import type { Icon } from '#client/ui/icons.tsx';
import layout from '#client/ui/layout.module.css';
import { LoadFailure } from '#client/ui/load-failure.tsx';
import { LoadingScreen } from '#client/ui/loading-screen.tsx';
import { PageHeading } from '#client/ui/page-heading.tsx';
import { TextLink } from '#client/ui/text-link.tsx';
import typography from '#client/ui/typography.module.css';
import type { SessionUser } from '#domain/accounts.ts';
import { type AdminSummary, statLabels } from '#domain/admin.ts';
import { type Track, tracks } from '#domain/member-choices.ts';
import { checklistQuery } from './checklist.tsx';
import { problemsQuery } from './queries.ts';
import { Season } from './season.tsx';
import cards from './stat-cards.module.css';
import { SubmissionsPanel } from './submissions-panel.tsx';
import { summaryTexts } from './texts.ts';

/** Below the first screen. */
const Overview = lazy(() => import('./overview.tsx').then(({ Overview }) => ({ default: Overview })));

export function Component() {
  const administrator = useAdministrator();
  return administrator && <Dashboard administrator={administrator} />;
}

function Dashboard({ administrator }: { administrator: SessionUser }) {
  const { data: summary, isPending, isFetched, isError, error, refetch } = useQuery(summaryQuery);
  // The first steps come before a list that is still empty.
  const isNew = summary?.submissions === 0;
  const steps = useQuery({ ...checklistQuery, enabled: isNew });
  // Until it is known whether there is anything to show (spec: 'spinner while loading'); not at a retry.
  if (isPending && !isFetched) return <LoadingScreen />;
  return (
    <>
      <SkipToRows />
      <PageHeading title={summaryTexts.title} />
      <div className={layout.stackL}>
        {summary && !(isNew && steps.isPending) && <Season summary={summary} isNew={isNew} />}
        {isError && !summary ? (
          <div className={layout.card}>
            <LoadFailure title={summaryTexts.failed} error={error} onRetry={() => void refetch()} />
          </div>
        ) : (
          <StatCards summary={summary} />
        )}
        {!(isNew && steps.isPending) && (
          <>
            <SubmissionsPanel total={summary?.submissions} />
            <Suspense fallback={null}>
              <Overview summary={summary} email={administrator.email} />
            </Suspense>
          </>
        )}
      </div>
    </>
  );
}

interface Stat {
  label: string;
  value: string;
  icon?: Icon;
  track?: Track;
  /** The page that explains it. */
  to?: string;
}

function StatCards({ summary }: { summary: AdminSummary | undefined }) {
  const hasProblem = (useQuery(problemsQuery).data?.problems.length ?? 0) > 0;
  const { systemStatus } = statLabels;
  const number = (value: number | undefined) => (value === undefined ? '–' : formatNumber(value));
  const stats: Stat[] = [
    { label: statLabels.total, value: number(summary?.total) },
    ...tracks.map((track) => ({
      label: statLabels.tracks[track],
      value: number(summary?.tracks[track]),
      icon: trackStyles[track].icon,
      track,
    })),
    hasProblem
      ? { label: systemStatus.label, value: systemStatus.problem, to: '/admin/health' }
      : { label: systemStatus.label, value: systemStatus.value },
    statLabels.accessLevel,
  ];
  return (
    <ul className={`${layout.card} ${cards.cards}`} aria-label={summaryTexts.figures}>
      {stats.map(({ label, value, to, icon: Glyph, track }) => (
        <li key={label} className={`${layout.stackXs} ${cards.card}`}>
          <span className={`${layout.media} ${typography.note}`}>
            {Glyph && <Glyph size={17} stroke={1.8} color={`var(--track-${track})`} aria-hidden="true" />}
            {label}
          </span>
          <span className={cards.value}>{to ? <TextLink to={to}>{value}</TextLink> : value}</span>
        </li>
      ))}
    </ul>
  );
}

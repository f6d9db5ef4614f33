import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import { formatNumber, timeZone } from '#client/lib/format.ts';
import { useNow } from '#client/lib/use-now.ts';
import { SkipToRows } from '#client/member-list/skip-to-rows.tsx';
import { summaryQuery } from '#client/member-ui/summary.ts';
import { trackStyles } from '#client/member-ui/track-style.ts';
import { useAdministrator } from '#client/session/administrator.ts';
import { HexIcon } from '#client/ui/hex-icon.tsx';
import type { Icon } from '#client/ui/icons.tsx';
import layout from '#client/ui/layout.module.css';
import { LoadFailure } from '#client/ui/load-failure.tsx';
import { LoadingScreen } from '#client/ui/loading-screen.tsx';
import { Notice } from '#client/ui/notice.tsx';
import { PageHeading } from '#client/ui/page-heading.tsx';
import { IconActivity, IconShieldCheck, IconUsers } from '#client/ui/page-icons.ts';
import { TextLink } from '#client/ui/text-link.tsx';
import typography from '#client/ui/typography.module.css';
import type { SessionUser } from '#domain/accounts.ts';
import { type AdminSummary, statLabels } from '#domain/admin.ts';
import { isPast, moment, timeLeft } from '#domain/days.ts';
import { type Track, tracks } from '#domain/member-choices.ts';
import { Checklist, checklistQuery } from './checklist.tsx';
import { problemsQuery } from './queries.ts';
import cards from './stat-cards.module.css';
import { SubmissionsPanel } from './submissions-panel.tsx';
import { summaryTexts, resultsDueTexts as texts } from './texts.ts';

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
        {summary?.hearBy && <ResultsDue {...summary.hearBy} waitingForReview={summary.waitingForReview} />}
        <StatCards summary={summary} />
        {isError && !summary && (
          <LoadFailure title={summaryTexts.failed} error={error} onRetry={() => void refetch()} />
        )}
        {isNew && <Checklist />}
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

interface ResultsDueProps {
  at: string;
  withoutResult: number;
  waitingForReview: number;
}

/** Tells the lead how much is left before members hear about their results, and that they see when it is too late. */
function ResultsDue({ at, withoutResult, waitingForReview }: ResultsDueProps) {
  const now = useNow();
  const when = moment(at, timeZone());
  return (
    <Notice tone="info">
      <p>{isPast(at, now) ? texts.passed(when) : texts.ahead(when, timeLeft(at, now, timeZone()))}</p>
      <p className={layout.line}>
        <TextLink to="/admin/review">{texts.unreviewed(waitingForReview)}</TextLink>
        <TextLink to="/admin/results">{texts.withoutResult(withoutResult)}</TextLink>
      </p>
    </Notice>
  );
}

interface Stat {
  label: string;
  value: string;
  icon: Icon;
  track?: Track;
  tone?: 'success';
  /** The page that explains it. */
  to?: string;
}

function StatCards({ summary }: { summary: AdminSummary | undefined }) {
  const hasProblem = (useQuery(problemsQuery).data?.problems.length ?? 0) > 0;
  const { systemStatus } = statLabels;
  const number = (value: number | undefined) => (value === undefined ? '–' : formatNumber(value));
  const stats: Stat[] = [
    { label: statLabels.total, value: number(summary?.total), icon: IconUsers },
    ...tracks.map((track) => ({
      label: statLabels.tracks[track],
      value: number(summary?.tracks[track]),
      icon: trackStyles[track].icon,
      track,
    })),
    hasProblem
      ? { label: systemStatus.label, value: systemStatus.problem, icon: IconActivity, to: '/admin/health' }
      : { label: systemStatus.label, value: systemStatus.value, icon: IconActivity, tone: 'success' },
    { ...statLabels.accessLevel, icon: IconShieldCheck },
  ];
  return (
    <ul className={cards.cards} aria-label={summaryTexts.figures}>
      {stats.map(({ label, value, to, ...look }) => (
        <li key={label} className={`${layout.card} ${layout.media} ${cards.card}`}>
          <HexIcon {...look} size="s" />
          <span className={layout.stackXs}>
            <span className={typography.note}>{label}</span>
            <span className={cards.value}>{to ? <TextLink to={to}>{value}</TextLink> : value}</span>
          </span>
        </li>
      ))}
    </ul>
  );
}

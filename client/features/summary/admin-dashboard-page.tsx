import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useCallback } from 'react';
import { formatNumber } from '#client/lib/format.ts';
import { listQuery, useListState } from '#client/lib/list-state.ts';
import { MemberList } from '#client/member-list/member-list.tsx';
import { submissionsPreset } from '#client/member-list/presets.ts';
import { submissionCountsQuery } from '#client/member-list/queries.ts';
import { SkipToRows } from '#client/member-list/skip-to-rows.tsx';
import type { FilterName, ListView } from '#client/member-ui/filters/list-view.ts';
import { submissionTabTexts as texts } from '#client/member-ui/filters/texts.ts';
import { deskAddress } from '#client/member-ui/reviews/queries.ts';
import { summaryQuery } from '#client/member-ui/summary.ts';
import { trackStyles } from '#client/member-ui/track-style.ts';
import { useAdministrator } from '#client/session/administrator.ts';
import { Choice } from '#client/ui/choice.tsx';
import type { Icon } from '#client/ui/icons.tsx';
import layout from '#client/ui/layout.module.css';
import { LoadingScreen } from '#client/ui/loading-screen.tsx';
import { Notice } from '#client/ui/notice.tsx';
import { PageHeading } from '#client/ui/page-heading.tsx';
import { Panel } from '#client/ui/panel.tsx';
import { LinkButton, TextLink } from '#client/ui/text-link.tsx';
import typography from '#client/ui/typography.module.css';
import type { SessionUser } from '#domain/accounts.ts';
import { type AdminSummary, type SubmissionCounts, statLabels, submissionTable } from '#domain/admin.ts';
import { type Track, tracks } from '#domain/member-choices.ts';
import { checklistQuery } from './checklist.tsx';
import { problemsQuery } from './queries.ts';
import { Season } from './season.tsx';
import cards from './stat-cards.module.css';
import { summaryTexts } from './texts.ts';

/** Below the first screen. */
const Overview = lazy(() => import('./overview.tsx').then((m) => ({ default: m.Overview })));

export function Component() {
  const administrator = useAdministrator();
  return administrator && <Dashboard administrator={administrator} />;
}

function Dashboard({ administrator }: { administrator: SessionUser }) {
  const { data: summary, isPending, isFetched, isError, refetch } = useQuery(summaryQuery);
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
          // The table and the card of the database say why.
          <Notice tone="error">
            {summaryTexts.failed} <LinkButton onClick={() => void refetch()}>{summaryTexts.again}</LinkButton>
          </Notice>
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

interface Tab {
  label: string;
  filters: Partial<Record<FilterName, string>>;
  count: keyof SubmissionCounts;
}

const tabs: readonly Tab[] = [
  { label: texts.all, filters: {}, count: 'all' },
  { label: texts.waiting, filters: { reviewed: 'false' }, count: 'waitingForReview' },
  { label: texts.reviewed, filters: { reviewed: 'true' }, count: 'reviewed' },
  { label: texts.graded, filters: { graded: 'true' }, count: 'graded' },
];

/** The Project Submissions table (spec, point 2). A row opens the review desk, with the table's filters as its queue. */
function SubmissionsPanel({ total }: { total: number | undefined }) {
  const control = useListState(submissionsPreset.state);
  const { view, change } = control;
  const addressOf = useCallback((uid: string) => deskAddressIn(view, uid), [view]);
  const { data: counts } = useQuery({ ...submissionCountsQuery(view), placeholderData: keepPreviousData });
  const set = { reviewed: text(view.reviewed), graded: text(view.graded) };
  const chosen = tabs.find(
    ({ filters }) => set.reviewed === (filters.reviewed ?? '') && set.graded === (filters.graded ?? ''),
  );

  function choose(label: string) {
    const filters = tabs.find((tab) => tab.label === label)?.filters;
    change({ reviewed: filters?.reviewed ?? '', graded: filters?.graded ?? '' });
  }

  return (
    <Panel
      dense
      title={submissionTable.title}
      aside={
        <Choice
          inline
          label={texts.legend}
          name="submissions"
          options={tabs.map(({ label, count }) => ({
            value: label,
            label,
            count: counts ? formatNumber(counts[count]) : '–',
          }))}
          value={chosen?.label ?? null}
          onChange={choose}
        />
      }
    >
      <MemberList preset={submissionsPreset} control={control} addressOf={addressOf} expected={total} />
    </Panel>
  );
}

function deskAddressIn({ q, track, year, step, reviewed, reviewedBy }: ListView, uid: string): string {
  const queue = listQuery({ q, track, year, step, reviewed, reviewedBy });
  return `${deskAddress(uid)}${queue.size > 0 ? `&${queue}` : ''}`;
}

function text(flag: boolean | undefined): string {
  return flag === undefined ? '' : String(flag);
}

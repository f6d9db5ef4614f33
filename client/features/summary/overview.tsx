import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useId, useSyncExternalStore } from 'react';
import { Link } from 'react-router';
import { changesKey, membersKey } from '#client/lib/admin-keys.ts';
import type { StreamStatus } from '#client/lib/event-stream.ts';
import { formatCount } from '#client/lib/format.ts';
import { useLiveStatus } from '#client/live/live.tsx';
import { listTexts } from '#client/member-list/texts.ts';
import { Breakdown, type Part } from '#client/member-ui/breakdown.tsx';
import { stepChoices, trackChoices } from '#client/member-ui/filters/choices.ts';
import { summaryQuery } from '#client/member-ui/summary.ts';
import { trackStyles } from '#client/member-ui/track-style.ts';
import cover from '#client/ui/cover.module.css';
import { DescriptionList } from '#client/ui/description-list.tsx';
import { IconCircleCheck } from '#client/ui/icons.tsx';
import layout from '#client/ui/layout.module.css';
import { Notice } from '#client/ui/notice.tsx';
import { IconChevronRight } from '#client/ui/page-icons.ts';
import { Panel } from '#client/ui/panel.tsx';
import { TextLink } from '#client/ui/text-link.tsx';
import typography from '#client/ui/typography.module.css';
import {
  type AdminSummary,
  adminMessages,
  adminStatusCard,
  databaseStatusCard,
  type HealthProblems,
  healthGroups,
  toolCards,
} from '#domain/admin.ts';
import { pageAt } from '#domain/pages.ts';
import { Checklist } from './checklist.tsx';
import { problemsQuery } from './queries.ts';
import { RecentChanges } from './recent-changes.tsx';
import { chartTexts, summaryTexts, toolTexts } from './texts.ts';
import classes from './tool-cards.module.css';

interface OverviewProps {
  summary: AdminSummary | undefined;
  /** The administrator's address. */
  email: string;
}

/** The part below the submissions: charts, the last changes, first steps, tools, and how the portal is doing. */
export function Overview({ summary, email }: OverviewProps) {
  return (
    <>
      {/* The changes beside the charts are as high as these. */}
      <div className={`${layout.split} ${layout.even}`}>
        {summary && (
          <>
            <Panel title={chartTexts.title}>
              <Charts summary={summary} />
            </Panel>
            <RecentChanges summary={summary} />
          </>
        )}
      </div>
      {summary?.submissions !== 0 && <Checklist />}
      <ToolCards users={summary?.total} />
      <StatusCards email={email} readable={summary !== undefined} />
    </>
  );
}

function Charts({ summary }: { summary: AdminSummary }) {
  const byTrack: Part[] = trackChoices.map(({ value, label }) => ({
    key: value,
    label,
    count: summary.tracks[value],
    to: `/admin?track=${value}`,
    ...(value === 'none' ? { color: 'var(--ink-faint)' } : trackStyles[value]),
  }));
  const byStep: Part[] = stepChoices.map(({ value, label }, index) => ({
    key: value,
    label,
    count: summary.steps[index] ?? 0,
    to: `/admin?step=${value}`,
  }));
  return (
    <div className={`${layout.columns} ${classes.charts}`}>
      <Breakdown
        title={chartTexts.byTrack}
        columns={[chartTexts.track, chartTexts.members, undefined]}
        parts={byTrack}
      />
      <Breakdown
        title={chartTexts.byStep}
        columns={[chartTexts.step, chartTexts.members, undefined]}
        parts={byStep}
      />
    </div>
  );
}

/** The six tool cards, in the spec's order (point 2); User Management shows how many users there are. */
function ToolCards({ users }: { users: number | undefined }) {
  return (
    <Panel plain title={summaryTexts.toolsTitle}>
      <ul className={`${layout.tiles} ${classes.cards}`}>
        {toolCards.map(({ title, path }) => (
          <li key={path}>
            <LinkCard
              to={path}
              title={title}
              text={
                path === '/admin' && users !== undefined
                  ? formatCount(users, ...listTexts.userNouns)
                  : toolTexts[path]
              }
            />
          </li>
        ))}
      </ul>
    </Panel>
  );
}

/** A card that links to another page. The title is the link, and its target covers the whole card. */
function LinkCard({ to, title, text }: Record<'to' | 'title' | 'text', string>) {
  const id = useId();
  return (
    <div className={`${layout.card} ${layout.media} ${cover.card} ${classes.card}`}>
      <div className={`${layout.stackXs} ${layout.grow}`}>
        <Link className={cover.link ?? ''} to={to} aria-describedby={id}>
          {title}
        </Link>
        <p id={id} className={typography.note}>
          {text}
        </p>
      </div>
      <IconChevronRight className={cover.arrow} size={18} stroke={1.8} aria-hidden="true" />
    </div>
  );
}

interface StatusCardsProps {
  email: string;
  readable: boolean;
}

function StatusCards({ email, readable }: StatusCardsProps) {
  const status = useLiveStatus();
  const listFailed = useListFailed();
  const { data } = useQuery(problemsQuery);
  const rows = [
    { label: adminStatusCard.email, value: <span className={typography.wrap}>{email}</span> },
    adminStatusCard.role,
    adminStatusCard.access,
  ];
  return (
    <div className={layout.tiles}>
      <Panel title={adminStatusCard.title}>
        <DescriptionList rows={rows} />
      </Panel>
      <Panel
        title={databaseStatusCard.title}
        aside={<TextLink to="/admin/health">{pageAt('/admin/health')?.title}</TextLink>}
      >
        <DatabaseStatus error={databaseError(readable && !listFailed, status) ?? problemsText(data)} />
      </Panel>
    </div>
  );
}

/** The problems of database and storage; null if there are none. */
function problemsText(data: HealthProblems | undefined): string | null {
  const titles: string[] = Object.values(healthGroups);
  const problems = data?.problems.filter(({ group }) => titles.includes(group)) ?? [];
  return problems.map(({ label, value }) => `${label}: ${value}`).join('. ') || null;
}

/** Whether the last request for any of the page's data about members failed. */
function useListFailed(): boolean {
  const cache = useQueryClient().getQueryCache();
  return useSyncExternalStore(
    (listener) => cache.subscribe(listener),
    () =>
      [summaryQuery.queryKey, membersKey, changesKey].some((queryKey) =>
        cache.findAll({ queryKey, type: 'active' }).some(({ state }) => state.status === 'error'),
      ),
  );
}

/** Why the database is not available, in the spec's words (point 8), or null. */
function databaseError(readable: boolean, status: StreamStatus): string | null {
  if (!readable) return adminMessages.loadFailed;
  return status === 'failed' || status === 'offline' ? adminMessages.subscriptionFailed : null;
}

function DatabaseStatus({ error }: { error: string | null }) {
  if (error) return <Notice tone="error">{error}</Notice>;
  return (
    <ul className={layout.stackM}>
      {databaseStatusCard.lines.map((line) => (
        <li key={line} className={`${layout.media} ${typography.toned}`} data-tone="success">
          <IconCircleCheck size={20} stroke={1.8} aria-hidden="true" />
          {line}
        </li>
      ))}
    </ul>
  );
}

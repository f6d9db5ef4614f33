import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import { changesKey, membersKey } from '#client/lib/admin-keys.ts';
import type { StreamStatus } from '#client/lib/event-stream.ts';
import { useLiveStatus } from '#client/live/live.tsx';
import { summaryQuery } from '#client/member-ui/summary.ts';
import { DescriptionList } from '#client/ui/description-list.tsx';
import { IconCircleCheck } from '#client/ui/icons.tsx';
import layout from '#client/ui/layout.module.css';
import { Notice } from '#client/ui/notice.tsx';
import { Panel } from '#client/ui/panel.tsx';
import { TextLink } from '#client/ui/text-link.tsx';
import typography from '#client/ui/typography.module.css';
import {
  adminMessages,
  adminStatusCard,
  databaseStatusCard,
  type HealthProblems,
  healthGroups,
} from '#domain/admin.ts';
import { pageAt } from '#domain/pages.ts';
import { problemsQuery } from './queries.ts';

interface StatusCardsProps {
  email: string;
  readable: boolean;
}

export function StatusCards({ email, readable }: StatusCardsProps) {
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

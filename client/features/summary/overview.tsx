import { Breakdown, type Part } from '#client/member-ui/breakdown.tsx';
import { stepChoices, trackChoices } from '#client/member-ui/filters/choices.ts';
import { trackStyles } from '#client/member-ui/track-style.ts';
import layout from '#client/ui/layout.module.css';
import { Panel } from '#client/ui/panel.tsx';
import type { AdminSummary } from '#domain/admin.ts';
import { Checklist } from './checklist.tsx';
import { RecentChanges } from './recent-changes.tsx';
import { StatusCards } from './status-cards.tsx';
import { chartTexts } from './texts.ts';
import { ToolCards } from './tool-cards.tsx';

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
          <Panel title={chartTexts.title}>
            <Charts summary={summary} />
          </Panel>
        )}
        <RecentChanges summary={summary} />
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
    <div className={layout.columns}>
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

import { stepChoices, trackChoices } from '#client/features/members/filters/choices.ts';
import { trackStyles } from '#client/features/members/track-style.ts';
import { chartTexts } from '#client/features/summary/texts.ts';
import type { AdminSummary } from '#domain/admin.ts';
import { Breakdown, type Part } from './breakdown.tsx';
import classes from './charts.module.css';
import { RegistrationsChart } from './registrations-chart.tsx';

/** Registrations over time, and how far members have come. */
export function Charts({ summary }: { summary: AdminSummary }) {
  const byTrack: Part[] = trackChoices.map(({ value, label }) => ({
    key: value,
    label,
    count: summary.tracks[value],
    to: `/admin?track=${value}`,
    ...(value === 'none' ? { color: 'var(--ink-faint)' } : trackStyles[value]),
  }));
  const byStep: Part[] = stepChoices.map(({ value, label, hint }) => ({
    key: String(value),
    label,
    hint,
    count: summary.steps[value - 1] ?? 0,
    to: `/admin?step=${value}`,
  }));
  return (
    <div className={classes.charts}>
      <RegistrationsChart days={summary.registrationsPerDay} />
      <div className={classes.parts}>
        <Breakdown title={chartTexts.byTrack} unit={chartTexts.track} parts={byTrack} />
        <Breakdown title={chartTexts.byStep} unit={chartTexts.step} parts={byStep} />
      </div>
    </div>
  );
}

import { type Icon, IconActivity, IconShieldCheck, IconUsers } from '@tabler/icons-react';
import { trackStyles } from '#client/features/members/track-style.ts';
import { formatNumber } from '#client/lib/format.ts';
import { HexIcon } from '#client/ui/hex-icon.tsx';
import layout from '#client/ui/layout.module.css';
import typography from '#client/ui/typography.module.css';
import { type AdminSummary, statLabels } from '#domain/admin.ts';
import { type Track, tracks } from '#domain/member-choices.ts';
import classes from './stat-cards.module.css';
import { summaryTexts } from './texts.ts';

interface Stat {
  label: string;
  value: string;
  icon: Icon;
  track?: Track;
  tone?: 'success';
}

export function StatCards({ summary }: { summary: AdminSummary | undefined }) {
  const number = (value: number | undefined) => (value === undefined ? '–' : formatNumber(value));
  const stats: Stat[] = [
    { label: statLabels.total, value: number(summary?.total), icon: IconUsers },
    ...tracks.map((track) => ({
      label: statLabels.tracks[track],
      value: number(summary?.tracks[track]),
      icon: trackStyles[track].icon,
      track,
    })),
    { ...statLabels.systemStatus, icon: IconActivity, tone: 'success' },
    { ...statLabels.accessLevel, icon: IconShieldCheck },
  ];
  return (
    <ul className={classes.cards} aria-label={summaryTexts.figures}>
      {stats.map(({ label, value, ...look }) => (
        <li key={label} className={`${layout.card} ${layout.media} ${classes.card}`}>
          <HexIcon {...look} size="s" />
          <span className={layout.stackXs}>
            <span className={typography.note}>{label}</span>
            <span className={classes.value}>{value}</span>
          </span>
        </li>
      ))}
    </ul>
  );
}

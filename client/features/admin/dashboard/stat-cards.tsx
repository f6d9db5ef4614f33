import { type Icon, IconActivity, IconShieldCheck, IconUsers } from '@tabler/icons-react';
import { trackStyles } from '#client/features/members/track-style.ts';
import { HexIcon } from '#client/ui/hex-icon.tsx';
import { type AdminSummary, statLabels } from '#domain/admin.ts';
import { tracks } from '#domain/member-choices.ts';
import { formatNumber } from '../format.ts';
import { adminTexts } from '../texts.ts';
import classes from './stat-cards.module.css';

interface Stat {
  label: string;
  value: string;
  icon: Icon;
  color?: string;
}

/** The stat cards, in the spec's order (point 2). */
export function StatCards({ summary }: { summary: AdminSummary | undefined }) {
  const number = (value: number | undefined) => (value === undefined ? '–' : formatNumber(value));
  const stats: Stat[] = [
    { label: statLabels.total, value: number(summary?.total), icon: IconUsers },
    ...tracks.map((track) => ({
      label: statLabels.tracks[track],
      value: number(summary?.tracks[track]),
      ...trackStyles[track],
    })),
    { ...statLabels.systemStatus, icon: IconActivity, color: 'var(--success)' },
    { ...statLabels.accessLevel, icon: IconShieldCheck },
  ];
  return (
    <ul className={classes.cards} aria-label={adminTexts.figures}>
      {stats.map(({ label, value, icon, color }) => (
        <li key={label} className={classes.card}>
          <HexIcon icon={icon} size={32} {...(color && { color })} />
          <span className={classes.words}>
            <span className={classes.label}>{label}</span>
            <span className={classes.value}>{value}</span>
          </span>
        </li>
      ))}
    </ul>
  );
}

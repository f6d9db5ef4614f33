import type { StreamStatus } from '#client/lib/event-stream.ts';
import type { Icon } from '#client/ui/icons.tsx';
import { IconAlertTriangle, IconLoader2, IconRefresh, IconWifi, IconWifiOff } from '#client/ui/page-icons.ts';
import typography from '#client/ui/typography.module.css';
import { useLiveStatus } from './live.tsx';
import classes from './live-status.module.css';

const looks = {
  connecting: { tone: 'warning', label: 'Connecting', hint: 'Connecting to live updates' },
  live: { tone: 'success', label: 'Live', hint: 'This page follows every change' },
  reconnecting: { tone: 'warning', label: 'Reconnecting', hint: 'Reconnecting to live updates' },
  offline: { tone: 'error', label: 'Offline', hint: 'You’re offline; what you see may be out of date' },
  failed: {
    tone: 'error',
    label: 'Not live',
    hint: 'The live connection can’t be opened; what you see may be out of date',
  },
} as const;

const icons: Record<StreamStatus, Icon> = {
  connecting: IconLoader2,
  live: IconWifi,
  reconnecting: IconRefresh,
  offline: IconWifiOff,
  failed: IconAlertTriangle,
};

/** Whether the page follows changes, as text and shape and not by colour alone. */
export function LiveStatus() {
  const status = useLiveStatus();
  const Icon = icons[status];
  const { tone, label, hint } = looks[status];
  return (
    <p
      className={`${typography.fact} ${classes.status}`}
      data-status={status}
      data-tone={tone}
      role="status"
      data-screen-only
      title={hint}
    >
      <Icon size={17} stroke={1.9} aria-hidden="true" />
      <span className={classes.label}>{label}</span>
    </p>
  );
}

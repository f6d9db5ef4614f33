import {
  type Icon,
  IconAlertTriangle,
  IconLoader2,
  IconRefresh,
  IconWifi,
  IconWifiOff,
} from '@tabler/icons-react';
import { liveTexts } from '#client/features/live/texts.ts';
import type { StreamStatus } from '#client/lib/event-stream.ts';
import { useLiveStatus } from './live.tsx';
import classes from './live-status.module.css';

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
  const { label, hint } = liveTexts[status];
  return (
    <p className={classes.status} data-status={status} role="status" title={hint}>
      <Icon size={17} stroke={1.9} aria-hidden="true" />
      <span className={classes.label}>{label}</span>
    </p>
  );
}

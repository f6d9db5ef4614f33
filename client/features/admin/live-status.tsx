import {
  type Icon,
  IconAlertTriangle,
  IconLoader2,
  IconRefresh,
  IconWifi,
  IconWifiOff,
} from '@tabler/icons-react';
import type { StreamStatus } from '#client/lib/event-stream.ts';
import { useLiveStatus } from './live.tsx';
import classes from './live-status.module.css';

const looks: Record<StreamStatus, { icon: Icon; label: string; hint: string }> = {
  connecting: { icon: IconLoader2, label: 'Connecting', hint: 'Connecting to live updates' },
  live: { icon: IconWifi, label: 'Live', hint: 'This page follows every change' },
  reconnecting: {
    icon: IconRefresh,
    label: 'Reconnecting',
    hint: 'Reconnecting to live updates',
  },
  offline: { icon: IconWifiOff, label: 'Offline', hint: 'There is no network; what you see may be old' },
  failed: {
    icon: IconAlertTriangle,
    label: 'Not live',
    hint: 'The live connection cannot be opened; what you see may be old',
  },
};

/** Whether the page follows changes, as text and shape and not by colour alone. */
export function LiveStatus() {
  const status = useLiveStatus();
  const { icon: Icon, label, hint } = looks[status];
  return (
    <p className={classes.status} data-status={status} role="status" title={hint}>
      <Icon size={17} stroke={1.9} aria-hidden="true" />
      {label}
    </p>
  );
}

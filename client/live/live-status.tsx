import type { StreamStatus } from '#client/lib/event-stream.ts';
import type { Icon } from '#client/ui/icons.tsx';
import layout from '#client/ui/layout.module.css';
import { IconAlertTriangle, IconLoader2, IconRefresh, IconWifi, IconWifiOff } from '#client/ui/page-icons.ts';
import typography from '#client/ui/typography.module.css';
import { VisuallyHidden } from '#client/ui/visually-hidden.tsx';
import { useLiveStatus } from './live.tsx';

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

/** Whether the page follows changes, as a text for screen readers and a shape, not by colour alone. */
export function LiveStatus() {
  const status = useLiveStatus();
  const Icon = icons[status];
  const { tone, label, hint } = looks[status];
  return (
    <p
      className={`${layout.media} ${typography.toned}`}
      data-status={status}
      data-tone={tone}
      role="status"
      data-screen-only
      title={hint}
    >
      <Icon size={17} stroke={1.9} aria-hidden="true" />
      <VisuallyHidden>{label}</VisuallyHidden>
    </p>
  );
}

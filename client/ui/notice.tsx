import type { ReactNode } from 'react';
import { IconAlertCircle, IconCircleCheck, IconInfoCircle } from '#client/ui/icons.tsx';
import layout from './layout.module.css';
import classes from './notice.module.css';

const tones = {
  error: { icon: IconAlertCircle, role: 'alert' },
  success: { icon: IconCircleCheck, role: 'status' },
  info: { icon: IconInfoCircle, role: undefined },
} as const;

interface NoticeProps {
  tone: keyof typeof tones;
  /** Set this inside an existing live region, which then announces the message. */
  inLiveRegion?: boolean;
  children: ReactNode;
}

/** A message in a box. Screen readers announce errors immediately, successes when idle, and information not at all. */
export function Notice({ tone, inLiveRegion = false, children }: NoticeProps) {
  const { icon: Icon, role } = tones[tone];
  return (
    <div
      className={`${layout.card} ${layout.media} ${classes.notice}`}
      data-tone={tone}
      role={inLiveRegion ? undefined : role}
    >
      <Icon size={20} stroke={1.8} aria-hidden="true" />
      <div>{children}</div>
    </div>
  );
}

import { type Icon, IconCheck, IconProgress } from '@tabler/icons-react';
import type { OwnRecord } from '#client/features/members/queries.ts';
import { trackStyles } from '#client/features/members/track-style.ts';
import { Badge } from '#client/ui/badge.tsx';
import { DescriptionList } from '#client/ui/description-list.tsx';
import { Panel } from '#client/ui/panel.tsx';
import { RetryButton } from '#client/ui/retry-button.tsx';
import { Skeleton } from '#client/ui/skeleton.tsx';
import { accountStatus, type StatusTone } from '#domain/account-status.ts';
import { trackLabels } from '#domain/member-choices.ts';
import classes from './account-status.module.css';
import { dashboardTexts } from './texts.ts';

const tones: Record<StatusTone, { tone: 'success' | 'accent' | 'neutral'; icon?: Icon }> = {
  done: { tone: 'success', icon: IconCheck },
  open: { tone: 'accent', icon: IconProgress },
  none: { tone: 'neutral' },
};

/** The Account Status card. If the record could not be loaded it shows no status and offers a retry. */
export function AccountStatus({ record, loading }: { record: OwnRecord; loading: boolean }) {
  const { member, retry } = record;
  const track = member?.developmentTrack;
  const rows = accountStatus(member ?? null).map(({ label, value, tone }) => {
    const own = track && value === trackLabels[track] ? trackStyles[track] : null;
    const look = own ? { icon: own.icon, iconColor: own.color } : tones[tone];
    return {
      label,
      value: loading ? <Skeleton width="6.5rem" height="24px" /> : <Badge {...look}>{value}</Badge>,
    };
  });
  return (
    <Panel title={dashboardTexts.statusTitle}>
      <DescriptionList rows={rows} />
      {member === undefined && !loading && (
        <div className={classes.retry}>
          <RetryButton variant="default" onRetry={retry} />
        </div>
      )}
    </Panel>
  );
}

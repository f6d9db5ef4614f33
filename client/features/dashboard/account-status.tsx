import cell from '#client/member-ui/cell.module.css';
import { Cell } from '#client/member-ui/cell.tsx';
import type { OwnRecord } from '#client/member-ui/queries.ts';
import layout from '#client/ui/layout.module.css';
import { RetryButton } from '#client/ui/load-failure.tsx';
import { Panel } from '#client/ui/panel.tsx';
import { Skeleton } from '#client/ui/skeleton.tsx';
import { accountStatus, type StatusTone } from '#domain/account-status.ts';
import type { StepStatus } from '#domain/progress.ts';
import classes from './account-status.module.css';
import { dashboardTexts } from './texts.ts';

const cells: Record<StatusTone, StepStatus> = { done: 'completed', open: 'current', none: 'pending' };

/** The Account Status card. If the record could not be loaded it shows no status and offers a retry. */
export function AccountStatus({ record, loading }: { record: OwnRecord; loading: boolean }) {
  const { member, retry } = record;
  return (
    <Panel title={dashboardTexts.statusTitle}>
      <dl className={layout.divided}>
        {accountStatus(member ?? null).map(({ label, value, tone }) => (
          <div key={label} className={`${layout.ends} ${classes.row}`} data-tone={tone}>
            <dt className={layout.media}>
              <span className={cell.small}>
                <Cell status={loading ? 'pending' : cells[tone]} />
              </span>
              {label}
            </dt>
            <dd>{loading ? <Skeleton width="6.5rem" height="24px" /> : value}</dd>
          </div>
        ))}
      </dl>
      {member === undefined && !loading && (
        <div className={classes.retry}>
          <RetryButton onRetry={retry} />
        </div>
      )}
    </Panel>
  );
}

import { lazy, Suspense } from 'react';
import { useSessionUser } from '#client/session/queries.ts';
import layout from '#client/ui/layout.module.css';
import { isMember } from '#domain/accounts.ts';
import { DataPanel } from './data-panel.tsx';
import { DevicesPanel } from './devices-panel.tsx';
import { LeavePanel } from './leave-panel.tsx';
import { PasswordPanel } from './password-panel.tsx';

const FactorPanels = lazy(() =>
  import('#client/member-ui/factors/panels.tsx').then((module) => ({ default: module.FactorPanels })),
);

/** A person's account, for the profile of members and the staff's page. Only members can leave. */
export function AccountPanels() {
  const user = useSessionUser();
  return (
    <div className={layout.withAside}>
      <div className={layout.stackXl}>
        <DevicesPanel />
        <DataPanel />
        {user && isMember(user) && <LeavePanel />}
      </div>
      <div className={layout.stackXl}>
        <PasswordPanel />
        <Suspense>
          <FactorPanels />
        </Suspense>
      </div>
    </div>
  );
}

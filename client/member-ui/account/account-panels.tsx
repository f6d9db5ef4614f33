import { FactorPanels } from '#client/member-ui/factors/panels.tsx';
import layout from '#client/ui/layout.module.css';
import { DevicesPanel } from './devices-panel.tsx';
import { PasswordPanel } from './password-panel.tsx';

/** Password, second factor and devices, for the profile of members and the staff's page. */
export function AccountPanels() {
  return (
    <div className={layout.withAside}>
      <DevicesPanel />
      <div className={layout.stackL}>
        <PasswordPanel />
        <FactorPanels />
      </div>
    </div>
  );
}

import layout from '#client/ui/layout.module.css';
import { DevicesPanel } from './devices-panel.tsx';
import { PasswordPanel } from './password-panel.tsx';

/** What everybody has of their own account: on the profile of members, and on a page of the staff. */
export function AccountPanels() {
  return (
    <div className={layout.withAside}>
      <DevicesPanel />
      <PasswordPanel />
    </div>
  );
}

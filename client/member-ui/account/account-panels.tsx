import { FactorPanels } from '#client/member-ui/factors/panels.tsx';
import { useSessionUser } from '#client/session/queries.ts';
import { ButtonAnchor } from '#client/ui/button.tsx';
import layout from '#client/ui/layout.module.css';
import { Panel } from '#client/ui/panel.tsx';
import typography from '#client/ui/typography.module.css';
import { isMember } from '#domain/accounts.ts';
import { ClubPanel } from './club-panel.tsx';
import { DevicesPanel } from './devices-panel.tsx';
import { LeavePanel } from './leave-panel.tsx';
import { PasswordPanel } from './password-panel.tsx';
import { dataTexts as texts } from './texts.ts';

/** A person's account, for the profile of members and the staff's page. Only members can leave. */
export function AccountPanels() {
  const user = useSessionUser();
  return (
    <div className={layout.withAside}>
      <div className={layout.stackL}>
        <DevicesPanel />
        <DataPanel />
        {user && isMember(user) && <ClubPanel />}
        {user && isMember(user) && <LeavePanel />}
      </div>
      <div className={layout.stackL}>
        <PasswordPanel />
        <FactorPanels />
      </div>
    </div>
  );
}

function DataPanel() {
  return (
    <Panel title={texts.title}>
      <div className={layout.stackM}>
        <p className={typography.soft}>{texts.text}</p>
        <div className={layout.row}>
          <ButtonAnchor variant="default" href="/api/me/data/page" target="_blank">
            {texts.read}
          </ButtonAnchor>
          <ButtonAnchor variant="default" href="/api/me/data" download="my-data.json">
            {texts.download}
          </ButtonAnchor>
        </div>
      </div>
    </Panel>
  );
}

import typography from '#client/ui/typography.module.css';
import { CheckSetting } from './fields.tsx';
import { SettingsForm } from './settings-form.tsx';
import { accountsTexts as texts } from './texts.ts';

/** How people sign in. */
export function AccountsSettings() {
  return (
    <SettingsForm part="accounts" preview={() => <p className={typography.soft}>{texts.unseen}</p>}>
      <CheckSetting name="secondFactor" description={texts.secondFactor} />
    </SettingsForm>
  );
}

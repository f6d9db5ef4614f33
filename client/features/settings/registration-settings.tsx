import { choiceTexts } from '#client/member-ui/person-inputs.ts';
import { SelectField } from '#client/ui/select-field.tsx';
import typography from '#client/ui/typography.module.css';
import { domainFault } from '#domain/mail-domains.ts';
import { longLabel } from '#domain/member-fields.ts';
import type { RegistrationSettings as Value } from '#domain/registration-settings.ts';
import { CheckSetting, LinesSetting } from './fields.tsx';
import { SettingsForm } from './settings-form.tsx';
import { registrationTexts as texts } from './texts.ts';

export function RegistrationSettings() {
  return (
    <SettingsForm part="registration" preview={(value) => <RegistrationPreview value={value} />}>
      <LinesSetting name="domains" description={texts.domains} />
      <CheckSetting name="confirmedOnly" description={texts.confirmedOnly} />
      <LinesSetting name="departments" />
      <LinesSetting name="profileDepartments" description={texts.profileDepartments} />
    </SettingsForm>
  );
}

function RegistrationPreview({ value }: { value: Value }) {
  const fault = domainFault(value, '');
  return (
    <>
      <p className={typography.soft}>{fault ? texts.refused(fault) : texts.anybody}</p>
      <SelectField
        label={longLabel('department')}
        options={[{ value: '', label: choiceTexts.department }, ...value.departments]}
      />
    </>
  );
}

import { useQuery } from '@tanstack/react-query';
import layout from '#client/ui/layout.module.css';
import { Unloaded } from '#client/ui/load-failure.tsx';
import typography from '#client/ui/typography.module.css';
import { providerState, providerTestAnswer } from '#domain/account-settings.ts';
import { CheckSetting, TextSetting } from './fields.tsx';
import { SecretSetting, SettingsTest, stateQuery, useSecret } from './secret-setting.tsx';
import { SettingsForm } from './settings-form.tsx';
import { settingsTexts, accountsTexts as texts } from './texts.ts';

const state = stateQuery('accounts', providerState);

/** How people sign in. */
export function AccountsSettings() {
  const secret = useSecret({ part: 'accounts', name: 'secret', query: state, rule: providerState });
  const query = useQuery(state);
  if (!query.data) return <Unloaded query={query} failed={settingsTexts.loadFailed} />;
  const { secret: isStored, returnAddress } = query.data;
  return (
    <SettingsForm
      part="accounts"
      secret={secret}
      previewTitle={texts.test}
      preview={(value) => (
        <>
          <p className={typography.soft}>{texts.returnAddress(returnAddress)}</p>
          <SettingsTest
            part="accounts"
            body={{ value, ...secret.body }}
            rule={providerTestAnswer}
            texts={{ start: texts.tryIt, busy: texts.trying }}
            isGood={({ works }) => works}
          >
            {({ text }) => text}
          </SettingsTest>
        </>
      )}
    >
      <CheckSetting name="secondFactor" description={texts.secondFactor} />
      <TextSetting name="issuer" description={texts.issuer} />
      <TextSetting name="provider" description={texts.provider} />
      <div className={layout.columns}>
        <TextSetting name="clientId" />
        <SecretSetting
          secret={secret}
          label={texts.secret}
          stored={isStored && texts.secretStored}
          of={['issuer', 'clientId']}
        />
      </div>
    </SettingsForm>
  );
}

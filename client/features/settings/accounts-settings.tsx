import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { settingsKey } from '#client/lib/admin-keys.ts';
import { failureMessage, request } from '#client/lib/api.ts';
import { useMutation } from '#client/lib/use-mutation.ts';
import { Button } from '#client/ui/button.tsx';
import layout from '#client/ui/layout.module.css';
import { Unloaded } from '#client/ui/load-failure.tsx';
import { Notice } from '#client/ui/notice.tsx';
import { PasswordField } from '#client/ui/password-field.tsx';
import typography from '#client/ui/typography.module.css';
import {
  providerState,
  providerTestAnswer,
  type AccountSettings as Value,
} from '#domain/account-settings.ts';
import { CheckSetting, TextSetting } from './fields.tsx';
import { SettingsForm, useSetting } from './settings-form.tsx';
import { settingsTexts, accountsTexts as texts } from './texts.ts';

const path = '/api/admin/settings/accounts';

const stateQuery = queryOptions({
  queryKey: [...settingsKey, 'accounts', 'state'],
  queryFn: ({ signal }) => request(`${path}/state`, providerState, { signal }),
});

/** How people sign in. The secret for the provider is stored apart, and is in no draft. */
export function AccountsSettings() {
  const client = useQueryClient();
  const [secret, setSecret] = useState('');
  const query = useQuery(stateQuery);
  if (!query.data) return <Unloaded query={query} failed={settingsTexts.loadFailed} />;
  const save = async () => {
    const state = await request(`${path}/secret`, providerState, { method: 'PUT', body: { secret } });
    client.setQueryData(stateQuery.queryKey, state);
    setSecret('');
  };
  return (
    <SettingsForm
      part="accounts"
      secret={{ dirty: secret !== '', save, discard: () => setSecret('') }}
      previewTitle={texts.test}
      preview={(value) => <ProviderTest value={value} secret={secret} address={query.data.returnAddress} />}
    >
      <CheckSetting name="secondFactor" description={texts.secondFactor} />
      <TextSetting name="issuer" description={texts.issuer} />
      <TextSetting name="provider" description={texts.provider} />
      <div className={layout.columns}>
        <TextSetting name="clientId" />
        <Secret value={secret} onChange={setSecret} isStored={query.data.secret} />
      </div>
    </SettingsForm>
  );
}

interface SecretProps {
  value: string;
  onChange: (secret: string) => void;
  isStored: boolean;
}

/** Another provider or client ID has no secret until one is typed. */
function Secret({ value, onChange, isStored }: SecretProps) {
  const isKept = [useSetting('issuer'), useSetting('clientId')].every(({ isChanged }) => !isChanged);
  return (
    <PasswordField
      label={texts.secret}
      autoComplete="new-password"
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
      description={isStored && isKept && texts.secretStored}
    />
  );
}

/** Tries the provider with what the form holds, and shows in words whether it can be used. */
function ProviderTest({ value, secret, address }: { value: Value; secret: string; address: string }) {
  const body = { value, ...(secret !== '' && { secret }) };
  const test = useMutation({
    mutationFn: () => request(`${path}/test`, providerTestAnswer, { method: 'POST', body }),
  });
  return (
    <>
      <p className={typography.soft}>{texts.returnAddress(address)}</p>
      <div className={layout.row}>
        <Button variant="default" busy={test.isPending} onClick={() => test.mutate()}>
          {test.isPending ? texts.trying : texts.tryIt}
        </Button>
      </div>
      <div aria-live="polite">
        {test.error && (
          <Notice tone="error" inLiveRegion>
            {failureMessage(test.error)}
          </Notice>
        )}
        {test.data && (
          <Notice tone={test.data.works ? 'success' : 'error'} inLiveRegion>
            {test.data.text}
          </Notice>
        )}
      </div>
    </>
  );
}

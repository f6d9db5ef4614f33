import { type QueryClient, queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { settingsKey } from '#client/lib/admin-keys.ts';
import { failureMessage, reads, request } from '#client/lib/api.ts';
import { useMutation } from '#client/lib/use-mutation.ts';
import { useAdministrator } from '#client/session/administrator.ts';
import { Button } from '#client/ui/button.tsx';
import { TextField } from '#client/ui/field.tsx';
import layout from '#client/ui/layout.module.css';
import { Unloaded } from '#client/ui/load-failure.tsx';
import { Notice } from '#client/ui/notice.tsx';
import { PasswordField } from '#client/ui/password-field.tsx';
import typography from '#client/ui/typography.module.css';
import {
  mailState,
  mailTestAnswer,
  mailVariables,
  type MailSettings as Value,
} from '#domain/mail-settings.ts';
import { NumberSetting, SelectSetting, TextSetting } from './fields.tsx';
import { SettingsForm, useSetting } from './settings-form.tsx';
import { settingsTexts, mailTexts as texts } from './texts.ts';

const path = '/api/admin/settings/mail';
type Variable = keyof typeof mailVariables;

const stateQuery = queryOptions({
  queryKey: [...settingsKey, 'mail', 'state'],
  queryFn: reads(`${path}/state`, mailState),
});

/** How the portal sends emails, and where messages to the club go. The password is stored apart, and is in no draft. */
export function MailSettings() {
  const administrator = useAdministrator();
  const client = useQueryClient();
  const [password, setPassword] = useState('');
  const query = useQuery(stateQuery);
  const state = query.data;
  if (!administrator) return null;
  if (!state) return <Unloaded query={query} failed={settingsTexts.loadFailed} />;
  const secret = {
    dirty: password !== '',
    save: () => savePassword(client, password).then(() => setPassword('')),
    discard: () => setPassword(''),
  };
  const setByOperator = (part: Variable) =>
    state.environment.includes(part) && <Notice tone="info">{texts.environment(mailVariables[part])}</Notice>;
  return (
    <SettingsForm
      part="mail"
      secret={secret}
      previewTitle={texts.test}
      preview={(value) => <MailTest value={value} password={password} address={administrator.email} />}
    >
      {setByOperator('server') || (
        <>
          <TextSetting name="host" description={texts.host} />
          <div className={layout.columns}>
            <SelectSetting name="security" options={texts.securities} />
            <NumberSetting name="port" />
          </div>
          <div className={layout.columns}>
            <TextSetting name="user" />
            <Password value={password} onChange={setPassword} isStored={state.password} />
          </div>
        </>
      )}
      {setByOperator('sender') || <TextSetting name="sender" description={texts.sender} />}
      {setByOperator('contactInbox') || (
        <TextSetting optional name="contactInbox" description={texts.contactInbox} />
      )}
      {setByOperator('perDay') || <NumberSetting name="perDay" description={texts.perDay} />}
    </SettingsForm>
  );
}

async function savePassword(client: QueryClient, password: string) {
  const state = await request(`${path}/password`, mailState, { method: 'PUT', body: { password } });
  client.setQueryData(stateQuery.queryKey, state);
}

interface PasswordProps {
  value: string;
  onChange: (password: string) => void;
  isStored: boolean;
}

/** Another server or user has no password until one is typed. */
function Password({ value, onChange, isStored }: PasswordProps) {
  const isKept = [useSetting('host'), useSetting('user')].every(({ isChanged }) => !isChanged);
  return (
    <PasswordField
      label={texts.password}
      autoComplete="new-password"
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
      description={isStored && isKept && texts.passwordStored}
    />
  );
}

/** Sends a test email with what the form holds, and shows the answer of the mail server in words. */
function MailTest({ value, password, address }: { value: Value; password: string; address: string }) {
  const [to, setTo] = useState(address);
  const body = { to, value, ...(password !== '' && { password }) };
  const test = useMutation({
    mutationFn: () => request(`${path}/test`, mailTestAnswer, { method: 'POST', body }),
  });
  return (
    <>
      <TextField
        label={texts.testTo}
        type="email"
        value={to}
        onChange={(event) => setTo(event.currentTarget.value)}
      />
      <div className={layout.row}>
        <Button variant="default" busy={test.isPending} onClick={() => test.mutate()}>
          {test.isPending ? texts.testing : texts.sendTest}
        </Button>
      </div>
      <div aria-live="polite">
        {test.error && (
          <Notice tone="error" inLiveRegion>
            {failureMessage(test.error)}
          </Notice>
        )}
        {test.data && (
          <Notice tone={test.data.sent ? 'success' : 'error'} inLiveRegion>
            <p>{test.data.text}</p>
            {test.data.answer && <p className={typography.note}>{texts.answer(test.data.answer)}</p>}
          </Notice>
        )}
      </div>
    </>
  );
}

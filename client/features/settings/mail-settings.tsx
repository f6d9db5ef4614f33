import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useAdministrator } from '#client/session/administrator.ts';
import { TextField } from '#client/ui/field.tsx';
import layout from '#client/ui/layout.module.css';
import { Unloaded } from '#client/ui/load-failure.tsx';
import { Notice } from '#client/ui/notice.tsx';
import typography from '#client/ui/typography.module.css';
import {
  mailState,
  mailTestAnswer,
  mailVariables,
  type MailSettings as Value,
} from '#domain/mail-settings.ts';
import { NumberSetting, SelectSetting, TextSetting } from './fields.tsx';
import { SecretSetting, SettingsTest, stateQuery, useSecret } from './secret-setting.tsx';
import { SettingsForm } from './settings-form.tsx';
import { settingsTexts, mailTexts as texts } from './texts.ts';

type Variable = keyof typeof mailVariables;

const stored = stateQuery('mail', mailState);

/** How the portal sends emails, and where messages to the club go. */
export function MailSettings() {
  const administrator = useAdministrator();
  const secret = useSecret({ part: 'mail', name: 'password', query: stored, rule: mailState });
  const query = useQuery(stored);
  const state = query.data;
  if (!administrator) return null;
  if (!state) return <Unloaded query={query} failed={settingsTexts.loadFailed} />;
  const setByOperator = (part: Variable) =>
    state.environment.includes(part) && <Notice tone="info">{texts.environment(mailVariables[part])}</Notice>;
  return (
    <SettingsForm
      part="mail"
      secret={secret}
      previewTitle={texts.test}
      preview={(value) => <MailTest settings={{ value, ...secret.body }} address={administrator.email} />}
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
            <SecretSetting
              secret={secret}
              label={texts.password}
              stored={state.password && texts.passwordStored}
              of={['host', 'user']}
            />
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

/** Sends a test email with what the form holds. */
function MailTest({ settings, address }: { settings: { value: Value }; address: string }) {
  const [to, setTo] = useState(address);
  return (
    <>
      <TextField
        label={texts.testTo}
        type="email"
        value={to}
        onChange={(event) => setTo(event.currentTarget.value)}
      />
      <SettingsTest
        part="mail"
        body={{ to, ...settings }}
        rule={mailTestAnswer}
        texts={{ start: texts.sendTest, busy: texts.testing }}
        isGood={({ sent }) => sent}
      >
        {({ text, answer }) => (
          <>
            <p>{text}</p>
            {answer && <p className={typography.note}>{texts.answer(answer)}</p>}
          </>
        )}
      </SettingsTest>
    </>
  );
}

import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type * as z from 'zod/mini';
import { settingsKey } from '#client/lib/admin-keys.ts';
import { ApiFailure, currentValues, failureMessage, request } from '#client/lib/api.ts';
import { useCheckedForm } from '#client/lib/use-checked-form.ts';
import type { Problem } from '#client/lib/use-problem.ts';
import { DraftNote } from '#client/ui/draft-note.tsx';
import { TextField } from '#client/ui/field.tsx';
import layout from '#client/ui/layout.module.css';
import { LeaveQuestion } from '#client/ui/leave-question.tsx';
import { Notice } from '#client/ui/notice.tsx';
import { Panel } from '#client/ui/panel.tsx';
import { SubmitButton } from '#client/ui/submit-button.tsx';
import {
  mailAnswer,
  mailSettings,
  mailState,
  mailVariables,
  type StoredMail,
} from '#domain/mail-settings.ts';
import { MailServerFields, MailTest, mailFieldsOf, mailInputOf, SenderField } from './mail-server.tsx';

const texts = {
  environment: (variables: string) =>
    `Set by the operator of this server in ${variables}, which takes precedence over what is saved here.`,
  contactInbox: 'Messages to the Club Go to',
  contactInboxHint: 'They are in the inbox in any case. Empty: nobody is emailed.',
  perDay: 'Bulk Emails per Day',
  perDayHint: 'Most email providers allow a few hundred. The rest waits for the next day.',
  save: 'Save',
  saving: 'Saving...',
  saved: 'Saved.',
  notSaved: 'The settings could not be saved',
  storedNow: (list: string) => `Stored now: ${list}. Saving again replaces that.`,
} as const;

export const mailPath = '/api/admin/settings/mail';
type State = z.infer<typeof mailState>;

interface MailFormProps {
  stored: StoredMail;
  state: State;
  administrator: { uid: string; email: string };
}

export function MailForm({ stored, state, administrator }: MailFormProps) {
  const { form, password, setPassword, saved } = useMailForm(stored, administrator.uid);
  const value = mailInputOf(form.values);
  const setByOperator = (part: keyof typeof mailVariables) =>
    state.environment.includes(part) && <Notice tone="info">{texts.environment(mailVariables[part])}</Notice>;
  const unchangedLogin = value.host === stored.value.host && value.user === stored.value.user;
  return (
    <Panel>
      <LeaveQuestion when={() => form.dirty || password !== ''} />
      <form {...form.formProps} className={layout.stackL}>
        <DraftNote form={form} />
        {setByOperator('server') || (
          <MailServerFields
            field={form.field}
            password={password}
            onPassword={setPassword}
            stored={state.password && unchangedLogin}
          />
        )}
        {setByOperator('sender') || <SenderField {...form.field('sender')} />}
        <MailTest
          path={`${mailPath}/test`}
          to={administrator.email}
          body={{ value, ...(password !== '' && { password }) }}
        />
        {setByOperator('contactInbox') || (
          <TextField
            label={texts.contactInbox}
            type="email"
            description={texts.contactInboxHint}
            {...form.field('contactInbox')}
          />
        )}
        {setByOperator('perDay') || (
          <TextField
            label={texts.perDay}
            inputMode="numeric"
            description={texts.perDayHint}
            {...form.field('perDay')}
          />
        )}
        {form.alert && (
          <Notice tone="error">
            <p>{form.alert}</p>
            <p>{form.detail}</p>
          </Notice>
        )}
        <p role="status">{saved && !form.dirty && texts.saved}</p>
        <div className={layout.row}>
          <SubmitButton busy={form.busy} busyLabel={texts.saving}>
            {texts.save}
          </SubmitButton>
        </div>
      </form>
    </Panel>
  );
}

/** The settings as they are being edited. The password is in no draft. */
function useMailForm(stored: StoredMail, owner: string) {
  const client = useQueryClient();
  const [base, setBase] = useState(stored);
  const [password, setPassword] = useState('');
  const [saved, setSaved] = useState(false);

  const form = useCheckedForm({
    initialValues: mailFieldsOf(base.value),
    rule: mailSettings,
    toInput: mailInputOf,
    draft: { form: 'settings-mail', owner },
    explain: (error) => explain(error, base),
    submit: async (value) => {
      setSaved(false);
      try {
        const body = { value, version: base.version };
        const next = await request(mailPath, mailAnswer, { method: 'PUT', body });
        setBase(next);
        form.reset(mailFieldsOf(next.value));
        client.setQueryData([...settingsKey, 'mail'], next);
      } catch (error) {
        // A second save replaces the values that were saved elsewhere, which the message has named.
        const current = currentValues(error, mailAnswer);
        if (current) setBase({ ...base, version: current.version });
        throw error;
      }
      if (password !== '') {
        const body = { password };
        const next = await request(`${mailPath}/password`, mailState, { method: 'PUT', body });
        client.setQueryData([...settingsKey, 'mail', 'state'], next);
        setPassword('');
      }
      setSaved(true);
    },
  });
  return { form, password, setPassword, saved };
}

/** The server names the field as `value.host`. */
function explain(error: unknown, base: StoredMail): Problem {
  const field = error instanceof ApiFailure ? error.field?.replace('value.', '') : undefined;
  if (field) return { fields: { [field]: failureMessage(error) } };
  const current = currentValues(error, mailAnswer);
  const differing = Object.entries(current?.value ?? {}).filter(
    ([name, value]) => value !== base.value[name as keyof StoredMail['value']],
  );
  const list = differing.map(([name, value]) => `${name} ${value ?? 'none'}`).join(', ');
  return current
    ? { alert: failureMessage(error), detail: texts.storedNow(list) }
    : { alert: texts.notSaved, detail: failureMessage(error) };
}

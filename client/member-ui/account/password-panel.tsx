import { useState } from 'react';
import { useCheckedForm } from '#client/lib/use-checked-form.ts';
import { useSessionUser } from '#client/session/queries.ts';
import { Button } from '#client/ui/button.tsx';
import { CheckedForm } from '#client/ui/checked-form.tsx';
import layout from '#client/ui/layout.module.css';
import { Notice } from '#client/ui/notice.tsx';
import { Panel } from '#client/ui/panel.tsx';
import { PasswordField } from '#client/ui/password-field.tsx';
import { passwordChangeForm } from '#domain/my-account.ts';
import { useChangePassword } from './queries.ts';
import { passwordTexts as texts } from './texts.ts';

export function PasswordPanel() {
  const [editing, setEditing] = useState(false);
  const [saved, setSaved] = useState(false);

  function close(isSaved: boolean) {
    setEditing(false);
    setSaved(isSaved);
  }

  return (
    <Panel title={texts.title} subtitle={texts.hint}>
      <div role="status" className={layout.place}>
        {saved && !editing && <Notice tone="success">{texts.saved}</Notice>}
      </div>
      {editing ? (
        <PasswordForm onClose={close} />
      ) : (
        <div className={layout.actions}>
          <Button onClick={() => setEditing(true)}>{texts.change}</Button>
        </div>
      )}
    </Panel>
  );
}

function PasswordForm({ onClose }: { onClose: (saved: boolean) => void }) {
  const user = useSessionUser();
  const save = useChangePassword();
  const form = useCheckedForm({
    initialValues: { current: '', password: '', confirmPassword: '' },
    rule: passwordChangeForm,
    submit: async ({ current, password }) => {
      await save.mutateAsync({ current, password });
      onClose(true);
    },
  });
  return (
    <CheckedForm
      form={form}
      button={texts.save}
      busyLabel={texts.saving}
      cancel={{ label: texts.cancel, onClick: () => onClose(false) }}
      alertFirst
    >
      {/* Says to password managers whose password it is. */}
      <input type="email" autoComplete="username" value={user?.email ?? ''} readOnly hidden />
      <PasswordField label={texts.current} autoFocus {...form.field('current')} />
      <PasswordField
        label={texts.fresh}
        description={texts.required}
        autoComplete="new-password"
        {...form.field('password')}
      />
      <PasswordField label={texts.confirm} autoComplete="new-password" {...form.field('confirmPassword')} />
    </CheckedForm>
  );
}

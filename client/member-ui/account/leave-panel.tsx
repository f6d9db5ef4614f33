import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from 'react-router';
import { ApiFailure } from '#client/lib/api.ts';
import { dropAllDrafts } from '#client/lib/drafts.ts';
import { useCheckedForm } from '#client/lib/use-checked-form.ts';
import { problemOf } from '#client/lib/use-problem.ts';
import { factorsQuery } from '#client/member-ui/factors/queries.ts';
import { signedOut, startSession, whileSigningOut } from '#client/session/mutations.ts';
import { Button } from '#client/ui/button.tsx';
import { Dialog, DialogButton } from '#client/ui/dialog.tsx';
import layout from '#client/ui/layout.module.css';
import { Notice } from '#client/ui/notice.tsx';
import { Panel } from '#client/ui/panel.tsx';
import { PasswordField } from '#client/ui/password-field.tsx';
import { SubmitButton } from '#client/ui/submit-button.tsx';
import { leaving } from '#domain/my-account.ts';
import { useLeave } from './queries.ts';
import { leaveTexts as texts } from './texts.ts';

export function LeavePanel() {
  return (
    <Panel title={texts.title} subtitle={texts.hint}>
      <div className={layout.actions}>
        <DialogButton dialog={(close) => <LeaveDialog onClose={close} />}>{texts.open}</DialogButton>
      </div>
    </Panel>
  );
}

function LeaveDialog({ onClose }: { onClose: () => void }) {
  const client = useQueryClient();
  const navigate = useNavigate();
  const leave = useLeave();
  const { data } = useQuery(factorsQuery);
  const close = (proof: Parameters<typeof leave.mutateAsync>[0]) =>
    whileSigningOut(async () => {
      await leave.mutateAsync(proof);
      dropAllDrafts();
      await navigate('/login', { flushSync: true });
      startSession(client, signedOut);
    });
  const form = useCheckedForm({
    initialValues: { password: '' },
    rule: leaving,
    submit: close,
    explain: (error) => (error instanceof ApiFailure ? problemOf(error) : { alert: texts.noPasskey }),
  });
  const usePasskey = async () => {
    const { askForPasskey } = await import('#client/session/passkey-browser.ts');
    await close({ passkey: await askForPasskey() });
  };
  return (
    <Dialog question title={texts.question} onClose={onClose}>
      <form {...form.formProps} className={layout.stackL}>
        {form.alert && <Notice tone="error">{form.alert}</Notice>}
        {[texts.goes, texts.stays, texts.back, texts.takeAlong].map((text) => (
          <p key={text}>{text}</p>
        ))}
        <PasswordField label={texts.password} description={texts.none} {...form.field('password')} />
        <div className={layout.actions}>
          <SubmitButton busy={form.busy} busyLabel={texts.leaving}>
            {texts.yes}
          </SubmitButton>
          {data && data.passkeys.length > 0 && (
            <Button busy={form.busy} onClick={() => void form.attempt(usePasskey)}>
              {texts.byPasskey}
            </Button>
          )}
          <Button busy={form.busy} onClick={onClose}>
            {texts.no}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

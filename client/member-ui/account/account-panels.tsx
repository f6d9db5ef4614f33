import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { ApiFailure, failureMessage, request } from '#client/lib/api.ts';
import { dropAllDrafts } from '#client/lib/drafts.ts';
import { agoText, dayText, momentText } from '#client/lib/format.ts';
import { resultKey } from '#client/lib/query-keys.ts';
import { readQuery } from '#client/lib/read-query.ts';
import { useCheckedForm } from '#client/lib/use-checked-form.ts';
import { useMutation } from '#client/lib/use-mutation.ts';
import { useNow } from '#client/lib/use-now.ts';
import { problemOf } from '#client/lib/use-problem.ts';
import { IdentitiesPanel, PasskeysPanel } from '#client/member-ui/factors/passkeys.tsx';
import { factorsQuery } from '#client/member-ui/factors/queries.ts';
import { SecondFactorPanel } from '#client/member-ui/factors/second-factor.tsx';
import { signedOut, startSession, whileSigningOut } from '#client/session/mutations.ts';
import { useSessionUser } from '#client/session/queries.ts';
import { Badge } from '#client/ui/badge.tsx';
import { Button, ButtonAnchor } from '#client/ui/button.tsx';
import { CheckedForm } from '#client/ui/checked-form.tsx';
import { Dialog, DialogButton } from '#client/ui/dialog.tsx';
import layout from '#client/ui/layout.module.css';
import { Loaded } from '#client/ui/load-failure.tsx';
import { Notice } from '#client/ui/notice.tsx';
import { Panel } from '#client/ui/panel.tsx';
import { PasswordField } from '#client/ui/password-field.tsx';
import { AskingButton } from '#client/ui/question.tsx';
import { SubmitButton } from '#client/ui/submit-button.tsx';
import typography from '#client/ui/typography.module.css';
import { isMember } from '#domain/accounts.ts';
import { membershipTexts, ownMembership } from '#domain/membership.ts';
import { leaving, passwordChangeForm, type SignedInDevice } from '#domain/my-account.ts';
import { devicesQuery, useChangePassword, useEndDevices, useLeave } from './queries.ts';
import { deviceTexts, leaveTexts, passwordTexts, dataTexts as texts } from './texts.ts';

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
        <PasskeysPanel />
        <IdentitiesPanel />
        {user && user.role !== 'member' && <SecondFactorPanel />}
      </div>
    </div>
  );
}

function DataPanel() {
  return (
    <Panel title={texts.title} subtitle={texts.text}>
      <div className={layout.actions}>
        <ButtonAnchor href="/api/me/data/page" target="_blank">
          {texts.read}
        </ButtonAnchor>
        <ButtonAnchor href="/api/me/data" download="my-data.json">
          {texts.download}
        </ButtonAnchor>
      </div>
    </Panel>
  );
}

const hour = 60 * 60 * 1000;

function DevicesPanel() {
  const query = useQuery(devicesQuery);
  const end = useEndDevices();
  const { data } = query;
  return (
    <Panel title={deviceTexts.title}>
      <div role="status" className={layout.place}>
        {end.data && <Notice tone="success">{deviceTexts.ended(end.data.ended)}</Notice>}
      </div>
      <div className={layout.stackL}>
        <Loaded query={query} failed={deviceTexts.loadFailed} height="3rem">
          {(data) => (
            <ul className={layout.rows}>
              {data.map((device) => (
                <Device key={device.id} device={device} end={end} />
              ))}
            </ul>
          )}
        </Loaded>
        {data && data.length > 1 && (
          <div className={layout.actions}>
            <Button size="sm" busy={end.isPending} onClick={() => end.mutate(null)}>
              {deviceTexts.endOthers}
            </Button>
          </div>
        )}
        {end.isError && (
          <Notice tone="error">
            {deviceTexts.failed} {failureMessage(end.error)}
          </Notice>
        )}
      </div>
    </Panel>
  );
}

/** 'Sign Out' of the header ends this device, so that its row has no button. */
function Device({ device, end }: { device: SignedInDevice; end: ReturnType<typeof useEndDevices> }) {
  const now = useNow();
  const { id, current, lastUsedAt, signedInAt } = device;
  const name = deviceTexts.name(device);
  const ago = now - Date.parse(lastUsedAt) < hour ? deviceTexts.lastHour : agoText(lastUsedAt, now);
  return (
    <li className={layout.ends}>
      <div className={`${layout.stackXs} ${layout.grow}`}>
        <p className={typography.name}>{name}</p>
        <p className={typography.fact}>
          {[...(current ? [] : [deviceTexts.lastUsed(ago)]), deviceTexts.since(momentText(signedInAt))].join(
            ' · ',
          )}
        </p>
      </div>
      {current ? (
        <Badge tone="accent">{deviceTexts.current}</Badge>
      ) : (
        <Button
          size="sm"
          busy={end.isPending}
          aria-label={deviceTexts.endOf(name)}
          onClick={() => end.mutate(id)}
        >
          {deviceTexts.end}
        </Button>
      )}
    </li>
  );
}

const address = '/api/me/membership';
// Below the key of the result, which makes somebody a member.
const membershipQuery = readQuery([...resultKey, 'membership'], address, ownMembership);

/** The membership of somebody who is or was in the club, who can leave it. */
function ClubPanel() {
  const { data } = useQuery(membershipQuery);
  const client = useQueryClient();
  const leave = useMutation({
    mutationFn: () => request(address, ownMembership, { method: 'DELETE', body: {} }),
    onSuccess: (answer) => client.setQueryData(membershipQuery.queryKey, answer),
  });
  const membership = data?.membership;
  if (!membership) return null;
  const { since, season, role, leftOn } = membership;
  return (
    <Panel title={membershipTexts.title}>
      <div className={layout.stackM}>
        <p>{[membershipTexts.since(dayText(since, '')), season, role].filter(Boolean).join(' · ')}</p>
        {leftOn !== null && <p>{membershipTexts.left(dayText(leftOn, ''))}</p>}
        {leave.error && (
          <Notice tone="error">
            {membershipTexts.failed} {failureMessage(leave.error)}
          </Notice>
        )}
        {leftOn === null && (
          <div className={layout.actions}>
            <AskingButton
              size="sm"
              busy={leave.isPending}
              question={membershipTexts.question}
              onYes={leave.mutate}
            >
              {membershipTexts.leave}
            </AskingButton>
          </div>
        )}
      </div>
    </Panel>
  );
}

function PasswordPanel() {
  const [editing, setEditing] = useState(false);
  const [saved, setSaved] = useState(false);

  function close(isSaved: boolean) {
    setEditing(false);
    setSaved(isSaved);
  }

  return (
    <Panel title={passwordTexts.title} subtitle={passwordTexts.hint}>
      <div role="status" className={layout.place}>
        {saved && !editing && <Notice tone="success">{passwordTexts.saved}</Notice>}
      </div>
      {editing ? (
        <PasswordForm onClose={close} />
      ) : (
        <div className={layout.actions}>
          <Button onClick={() => setEditing(true)}>{passwordTexts.change}</Button>
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
      button={passwordTexts.save}
      busyLabel={passwordTexts.saving}
      cancel={{ label: passwordTexts.cancel, onClick: () => onClose(false) }}
      alertFirst
    >
      {/* Says to password managers whose password it is. */}
      <input type="email" autoComplete="username" value={user?.email ?? ''} readOnly hidden />
      <PasswordField label={passwordTexts.current} autoFocus {...form.field('current')} />
      <PasswordField
        label={passwordTexts.fresh}
        description={passwordTexts.required}
        autoComplete="new-password"
        {...form.field('password')}
      />
      <PasswordField
        label={passwordTexts.confirm}
        autoComplete="new-password"
        {...form.field('confirmPassword')}
      />
    </CheckedForm>
  );
}

function LeavePanel() {
  return (
    <Panel title={leaveTexts.title} subtitle={leaveTexts.hint}>
      <div className={layout.actions}>
        <DialogButton dialog={(close) => <LeaveDialog onClose={close} />}>{leaveTexts.open}</DialogButton>
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
    explain: (error) => (error instanceof ApiFailure ? problemOf(error) : { alert: leaveTexts.noPasskey }),
  });
  const usePasskey = async () => {
    const { askForPasskey } = await import('#client/session/passkey-browser.ts');
    await close({ passkey: await askForPasskey() });
  };
  return (
    <Dialog question title={leaveTexts.question} onClose={onClose}>
      <form {...form.formProps} className={layout.stackL}>
        {form.alert && <Notice tone="error">{form.alert}</Notice>}
        {[leaveTexts.goes, leaveTexts.stays, leaveTexts.back, leaveTexts.takeAlong].map((text) => (
          <p key={text}>{text}</p>
        ))}
        <PasswordField
          label={leaveTexts.password}
          description={leaveTexts.none}
          {...form.field('password')}
        />
        <div className={layout.actions}>
          <SubmitButton busy={form.busy} busyLabel={leaveTexts.leaving}>
            {leaveTexts.yes}
          </SubmitButton>
          {data && data.passkeys.length > 0 && (
            <Button busy={form.busy} onClick={() => void form.attempt(usePasskey)}>
              {leaveTexts.byPasskey}
            </Button>
          )}
          <Button busy={form.busy} onClick={onClose}>
            {leaveTexts.no}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

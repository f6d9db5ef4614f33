import { IconUserQuestion } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useLocation } from 'react-router';
import { useSessionUser } from '#client/features/accounts/queries.ts';
import { keepMember } from '#client/features/members/queries.ts';
import { ApiFailure, failureMessage, request } from '#client/lib/api.ts';
import { Button, ButtonLink } from '#client/ui/button.tsx';
import { DescriptionList } from '#client/ui/description-list.tsx';
import { Dialog } from '#client/ui/dialog.tsx';
import { EmptyState } from '#client/ui/empty-state.tsx';
import { Notice } from '#client/ui/notice.tsx';
import { Panel } from '#client/ui/panel.tsx';
import { usersRead } from '#domain/diagnostics.ts';
import { yearLabels } from '#domain/member-choices.ts';
import { type Member, member } from '#domain/members.ts';
import { loginPath } from '#domain/pages.ts';
import { accountDate } from '#domain/profile-texts.ts';
import { recoveryState, shownFields, recoveryMessages as texts } from '#domain/recovery.ts';
import { ToolFrame } from './tool-frame.tsx';
import { ToolStatus } from './tool-status.tsx';
import classes from './tools.module.css';
import { useTool } from './use-tool.ts';

const path = '/api/me/recovery';

/** /data-recovery: looks at the own record, and makes one where it is missing (spec, points 2, 3 and 8). */
export function Component() {
  const user = useSessionUser();
  return (
    <ToolFrame title={texts.title} subtitle={texts.subtitle}>
      {/* Somebody else, after a sign-in elsewhere, starts afresh. */}
      {user ? <Recovery key={user.uid} isMember={user.role === 'member'} /> : <SignedOut />}
    </ToolFrame>
  );
}

function SignedOut() {
  const location = useLocation();
  return (
    <EmptyState
      icon={IconUserQuestion}
      title={texts.signedOut}
      action={<ButtonLink to={loginPath(location)}>Go to Login</ButtonLink>}
    />
  );
}

/** The session may end while the page stands: then the spec's own words (point 8). */
function failed(text: (reason: string) => string) {
  return (error: unknown) =>
    error instanceof ApiFailure && error.code === 'SIGN_IN_REQUIRED'
      ? texts.loginFirst
      : text(failureMessage(error));
}

/** The administrator, who has no record, can only check the database. */
function Recovery({ isMember }: { isMember: boolean }) {
  const client = useQueryClient();
  const { state, busy, run, show } = useTool();
  const [record, setRecord] = useState<Member | null>(null);
  /** What would be lost, while it is asked whether to go on. */
  const [warning, setWarning] = useState<string | null>(null);

  function checkOwn() {
    return run(
      texts.checkingOwn,
      async () => {
        setRecord(null);
        const answer = await request(path, recoveryState);
        setRecord(answer.record);
        return answer.record ? texts.found : { phase: 'error', text: texts.notFound };
      },
      failed(texts.checkFailed),
    );
  }

  function checkDatabase() {
    return run(
      texts.checkingDatabase,
      async () => {
        const { count } = await request('/api/diagnostics/users', usersRead);
        return count > 0 ? texts.databaseRead(count) : { phase: 'error', text: texts.noUsersNode };
      },
      failed(texts.databaseFailed),
    );
  }

  async function create(overwrite: boolean) {
    setWarning(null);
    let loss: string | null = null;
    await run(
      texts.creating,
      async () => {
        const made = await request(path, member, { method: 'PUT', body: { overwrite } });
        setRecord(made);
        await keepMember(client, made);
        return texts.created;
      },
      (error) => {
        if (error instanceof ApiFailure && error.code === 'RECORD_EXISTS') loss = error.message;
        return failed(texts.createFailed)(error);
      },
    );
    if (loss === null) return;
    // Nothing has failed: it is asked first.
    show({ phase: 'idle' });
    setWarning(loss);
  }

  return (
    <>
      <div className={classes.columns}>
        <Panel title="Recovery">
          <div className={classes.buttons}>
            <Button disabled={busy || !isMember} onClick={() => void checkOwn()}>
              {texts.checkOwn}
            </Button>
            <Button variant="default" disabled={busy} onClick={() => void checkDatabase()}>
              {texts.checkDatabase}
            </Button>
            <Button variant="default" disabled={busy || !isMember} onClick={() => void create(false)}>
              {texts.create}
            </Button>
          </div>
          <ToolStatus state={state} idle={isMember ? texts.start : texts.administrator} />
          {state.phase === 'success' && state.text === texts.created && (
            <ButtonLink to="/profile" variant="default">
              My Profile
            </ButtonLink>
          )}
        </Panel>
        <Panel title="Account">
          <Account record={record} />
        </Panel>
      </div>
      {warning !== null && (
        <Dialog question title={texts.overwriteTitle} onClose={() => setWarning(null)}>
          <div className={classes.ask}>
            <Notice tone="info">{warning}</Notice>
            <p>{texts.takenBack}</p>
            <div className={classes.buttons}>
              <Button variant="default" onClick={() => setWarning(null)}>
                {texts.keep}
              </Button>
              <Button onClick={() => void create(true)}>{texts.overwrite}</Button>
            </div>
          </div>
        </Dialog>
      )}
    </>
  );
}

/** Who is signed in, and the record as it was last read or made. */
function Account({ record }: { record: Member | null }) {
  const user = useSessionUser();
  const text = (value: string) => <span className={classes.value}>{value || 'N/A'}</span>;
  if (!record) return <DescriptionList rows={[{ label: 'Signed in as', value: text(user?.email ?? '') }]} />;
  return (
    <DescriptionList
      rows={shownFields.map(({ field, label }) => ({ label, value: text(shownValue(record, field)) }))}
    />
  );
}

function shownValue(record: Member, field: (typeof shownFields)[number]['field']): string {
  if (field === 'createdAt') return accountDate(record.createdAt, 'N/A');
  if (field === 'yearOfStudy') return yearLabels[record.yearOfStudy];
  return record[field];
}

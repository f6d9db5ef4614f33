import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { useLocation, useNavigate, useParams } from 'react-router';
import { ApiFailure, failureMessage } from '#client/lib/api.ts';
import { momentText, timeZone } from '#client/lib/format.ts';
import { recordQuery } from '#client/member-list/queries.ts';
import { RemovalQuestion, useOpenTrash } from '#client/member-list/removal-question.tsx';
import { RemovedMembers } from '#client/member-list/removed-members.tsx';
import { ChangeList } from '#client/member-ui/changes/change-list.tsx';
import { memberAddress } from '#client/member-ui/member-address.ts';
import { Badge } from '#client/ui/badge.tsx';
import { Button, ButtonLink } from '#client/ui/button.tsx';
import { DescriptionList } from '#client/ui/description-list.tsx';
import { DialogButton } from '#client/ui/dialog.tsx';
import { EmptyState } from '#client/ui/empty-state.tsx';
import layout from '#client/ui/layout.module.css';
import { Unloaded } from '#client/ui/load-failure.tsx';
import { MomentField } from '#client/ui/moment-field.tsx';
import { Notice } from '#client/ui/notice.tsx';
import { useNotify } from '#client/ui/notifications.tsx';
import { PageHeading } from '#client/ui/page-heading.tsx';
import { IconUserMinus, IconUserOff } from '#client/ui/page-icons.ts';
import { Panel } from '#client/ui/panel.tsx';
import { Skeleton } from '#client/ui/skeleton.tsx';
import { SubmitButton } from '#client/ui/submit-button.tsx';
import { TextLink } from '#client/ui/text-link.tsx';
import typography from '#client/ui/typography.module.css';
import { adminMessages, userTable } from '#domain/admin.ts';
import type { MemberExtension } from '#domain/dates.ts';
import { moment } from '#domain/days.ts';
import { answerTexts } from '#domain/form-answers.ts';
import { type BackupsKept, confirmationOf, isConfirmed } from '#domain/member-account.ts';
import type { Member } from '#domain/members.ts';
import { lateLabel } from '#domain/review-texts.ts';
import classes from './member-page.module.css';
import { Facts, Judgement, Submission } from './member-record.tsx';
import { useExtendDeadline, useRemoveMember } from './mutations.ts';
import { accountQuery, answersQuery, extensionQuery } from './queries.ts';
import { SignInPanel } from './sign-in-panel.tsx';
import {
  answersTexts,
  deadlineTexts,
  editTexts,
  recordTexts,
  removeTexts,
  memberPageTexts as texts,
} from './texts.ts';

/** Few visits correct a detail. */
const EditDetails = lazy(() => import('./edit-details.tsx').then((m) => ({ default: m.EditDetails })));

export function Component() {
  const { uid = '' } = useParams();
  return <MemberPage key={uid} uid={uid} />;
}

function MemberPage({ uid }: { uid: string }) {
  const query = useQuery(recordQuery(uid));
  const { data, error } = query;
  const list = useListAddress();
  if (error instanceof ApiFailure && error.code === 'MEMBER_NOT_FOUND')
    return <Gone removed={Boolean(data)} />;
  if (data) return <OneMember member={data} />;
  return (
    <>
      <PageHeading title={texts.loading} back={{ to: list, label: texts.back }} />
      <Unloaded query={query} failed={adminMessages.loadFailed} />
    </>
  );
}

/** The address of the list that led here. */
function useListAddress(): string {
  const { state }: { state: { list?: unknown } | null } = useLocation();
  return typeof state?.list === 'string' ? state.list : '/admin';
}

/** @param removed whether the page has just shown the member */
function Gone({ removed }: { removed: boolean }) {
  const list = useListAddress();
  return (
    <div role={removed ? 'alert' : undefined}>
      <EmptyState
        level={1}
        mark={IconUserOff}
        title={removed ? texts.removedTitle : texts.missingTitle}
        action={
          <ButtonLink variant="filled" to={list}>
            {texts.toList}
          </ButtonLink>
        }
      >
        {removed ? texts.removed : texts.missing}
      </EmptyState>
    </div>
  );
}

function OneMember({ member }: { member: Member }) {
  const [editing, setEditing] = useState(Boolean(useLocation().state?.edit));
  const list = useListAddress();
  return (
    <div className={`${layout.stackL} ${classes.sheet}`}>
      <div className={`${layout.card} ${layout.padded} ${layout.stackL}`}>
        <PageHeading
          title={<span className={typography.wrap}>{member.fullName || userTable.missing}</span>}
          back={{ to: list, label: texts.back }}
        />
        <Facts member={member} />
        <div className={layout.row}>
          <Button size="sm" onClick={() => setEditing(true)}>
            {editTexts.open}
          </Button>
          <ButtonLink size="sm" to="/admin/messages" state={{ uids: [member.uid] }}>
            {recordTexts.write}
          </ButtonLink>
        </div>
      </div>
      <div className={`${layout.card} ${layout.padded} ${layout.stack2Xl}`}>
        <SameStudentId uid={member.uid} />
        <Submission member={member} />
        <Panel plain title={recordTexts.history}>
          <ChangeList uid={member.uid} news={null} />
        </Panel>
      </div>
      <div className={`${layout.card} ${layout.padded} ${layout.stack2Xl}`}>
        <Judgement member={member} />
        <AnswersPanel uid={member.uid} />
        <DeadlinePanel uid={member.uid} />
        <SignInPanel member={member} />
        <RemovePanel member={member} />
      </div>
      <Suspense fallback={null}>
        {editing && <EditDetails member={member} onClose={() => setEditing(false)} />}
      </Suspense>
    </div>
  );
}

/** Points out that other members have the same student ID. Only the administrator learns it. */
function SameStudentId({ uid }: { uid: string }) {
  const { data } = useQuery(accountQuery(uid));
  if (!data || data.sameStudentId.length === 0) return null;
  return (
    <Notice tone="info">
      <p>{texts.sameStudentId(data.sameStudentId.length)}</p>
      <p className={`${layout.line} ${typography.wrap}`}>
        {data.sameStudentId.map((other) => (
          <TextLink key={other.uid} to={memberAddress(other.uid)}>
            {other.fullName || other.email}
          </TextLink>
        ))}
      </p>
    </Notice>
  );
}

/** The answers to the member's messages; nothing without one. */
function AnswersPanel({ uid }: { uid: string }) {
  const { data } = useQuery(answersQuery(uid));
  if (!data || data.answers.length === 0) return null;
  return (
    <Panel plain title={answersTexts.title}>
      <ul className={layout.rows}>
        {data.answers.map(({ message, subject, text, at, by, state }) => (
          <li key={at} className={layout.stackS}>
            <TextLink to={`/admin/inbox?message=${encodeURIComponent(message)}`}>{subject}</TextLink>
            <p className={typography.note}>
              {answerTexts.answerSent(by ?? answerTexts.someAdministrator, momentText(at))},{' '}
              {answerTexts.answerStates[state]}
            </p>
            <p className={typography.written} dir="auto">
              {text}
            </p>
          </li>
        ))}
      </ul>
    </Panel>
  );
}

function RemovePanel({ member }: { member: Member }) {
  return (
    <Panel plain title={removeTexts.title} subtitle={removeTexts.about}>
      <DialogButton
        size="sm"
        data-tone="error"
        icon={IconUserMinus}
        dialog={(close) => <RemoveDialog member={member} onClose={close} />}
      >
        {removeTexts.open}
      </DialogButton>
    </Panel>
  );
}

function RemoveDialog({ member, onClose }: { member: Member; onClose: () => void }) {
  const { data: account } = useQuery(accountQuery(member.uid));
  const navigate = useNavigate();
  const list = useListAddress();
  const notify = useNotify();
  const openTrash = useOpenTrash();
  const name = confirmationOf(member);

  const remove = useRemoveMember(member.uid, () => {
    notify({ tone: 'success', text: removeTexts.done(name), action: openTrash });
    void navigate(list, { replace: true });
  });

  return (
    <RemovalQuestion
      texts={{
        title: removeTexts.question(name),
        confirm: removeTexts.confirm(name),
        cancel: removeTexts.cancel,
      }}
      isConfirmed={(typed) => isConfirmed(typed, name)}
      removal={remove}
      onConfirm={(typed) => remove.mutate(typed)}
      onClose={onClose}
    >
      <RemovedMembers members={[member]} />
      {account && account.sameName > 0 && (
        <Notice tone="info">{removeTexts.sameName(account.sameName)}</Notice>
      )}
      <div className={layout.stackS}>
        <h3 className={typography.heading}>{removeTexts.goes}</h3>
        <ul className={typography.bullets}>
          {removeTexts.gone.map((what) => (
            <li key={what}>{what}</li>
          ))}
        </ul>
      </div>
      <div className={layout.stackS}>
        <h3 className={typography.heading}>{removeTexts.stays}</h3>
        <p>{removeTexts.kept}</p>
        {account && <p>{backupsText(account.backups)}</p>}
      </div>
    </RemovalQuestion>
  );
}

function backupsText({ lastAt, goneAt }: BackupsKept): string {
  if (lastAt === null) return removeTexts.noBackup;
  return goneAt === null
    ? removeTexts.endlessBackups(momentText(lastAt))
    : removeTexts.backups(momentText(goneAt));
}

/** The member's deadline, which can be extended for them alone. */
function DeadlinePanel({ uid }: { uid: string }) {
  const query = useQuery(extensionQuery(uid));
  const { data } = query;
  const late = data && lateLabel(data);
  return (
    <Panel plain title={deadlineTexts.title} aside={late && <Badge tone="warning">{late}</Badge>}>
      {!data && (
        <Unloaded query={query} failed={deadlineTexts.loadFailed}>
          <Skeleton height="1.5rem" />
        </Unloaded>
      )}
      {data?.deadline === null && (
        <p className={typography.soft}>
          {deadlineTexts.none} <TextLink to="/admin/settings/dates">{deadlineTexts.toDates}</TextLink>
        </p>
      )}
      {data?.deadline && (
        <Extension key={`${data.deadline} ${data.until}`} uid={uid} {...data} deadline={data.deadline} />
      )}
    </Panel>
  );
}

interface ExtensionProps extends MemberExtension {
  uid: string;
  deadline: string;
}

function Extension({ uid, deadline, until }: ExtensionProps) {
  const [chosen, setChosen] = useState<string | null>(until ?? deadline);
  const { mutate, isPending, error } = useExtendDeadline(uid);
  const zone = timeZone();
  const isLater = chosen !== null && chosen !== until && Date.parse(chosen) > Date.parse(deadline);
  return (
    <form
      className={layout.stackL}
      onSubmit={(event) => {
        event.preventDefault();
        if (isLater && !isPending) mutate(chosen);
      }}
    >
      <DescriptionList
        rows={[
          { label: deadlineTexts.ofTrack, value: moment(deadline, zone) },
          ...(until ? [{ label: deadlineTexts.own, value: moment(until, zone) }] : []),
        ]}
      />
      <MomentField
        label={deadlineTexts.field}
        description={deadlineTexts.zone(zone)}
        value={chosen}
        timeZone={zone}
        onChange={setChosen}
      />
      {error && <Notice tone="error">{deadlineTexts.failed(failureMessage(error))}</Notice>}
      <div className={layout.actions}>
        <SubmitButton
          variant="default"
          busy={isPending}
          busyLabel={deadlineTexts.extending}
          disabled={!isLater}
        >
          {deadlineTexts.extend}
        </SubmitButton>
        {until && (
          <Button variant="subtle" busy={isPending} onClick={() => mutate(null)}>
            {deadlineTexts.end}
          </Button>
        )}
      </div>
    </form>
  );
}

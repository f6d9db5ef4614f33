import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { useLocation, useParams } from 'react-router';
import { ApiFailure } from '#client/lib/api.ts';
import { recordQuery } from '#client/member-list/queries.ts';
import { ChangeList } from '#client/member-ui/changes/change-list.tsx';
import { memberAddress } from '#client/member-ui/member-address.ts';
import { Button, ButtonLink } from '#client/ui/button.tsx';
import { EmptyState } from '#client/ui/empty-state.tsx';
import layout from '#client/ui/layout.module.css';
import { Unloaded } from '#client/ui/load-failure.tsx';
import { Notice } from '#client/ui/notice.tsx';
import { PageHeading } from '#client/ui/page-heading.tsx';
import { IconPencil, IconUserOff } from '#client/ui/page-icons.ts';
import { Panel } from '#client/ui/panel.tsx';
import { TextLink } from '#client/ui/text-link.tsx';
import typography from '#client/ui/typography.module.css';
import { adminMessages, userTable } from '#domain/admin.ts';
import type { Member } from '#domain/members.ts';
import { AnswersPanel } from './answers-panel.tsx';
import { DeadlinePanel } from './deadline-panel.tsx';
import classes from './member-page.module.css';
import { Facts, Judgement, Submission } from './member-record.tsx';
import { accountQuery } from './queries.ts';
import { RemovePanel } from './remove-member.tsx';
import { SignInPanel } from './sign-in-panel.tsx';
import { editTexts, recordTexts, memberPageTexts as texts } from './texts.ts';
import { useListAddress } from './use-list-address.ts';

/** Few visits correct a detail. */
const EditDetails = lazy(() =>
  import('./edit-details.tsx').then(({ EditDetails }) => ({ default: EditDetails })),
);

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

/** @param removed whether the page has just shown the member */
function Gone({ removed }: { removed: boolean }) {
  const list = useListAddress();
  return (
    <div role={removed ? 'alert' : undefined}>
      <EmptyState
        level={1}
        mark={IconUserOff}
        title={removed ? texts.removedTitle : texts.missingTitle}
        action={<ButtonLink to={list}>{texts.toList}</ButtonLink>}
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
      <div className={layout.stackL}>
        <PageHeading
          title={<span className={typography.wrap}>{member.fullName || userTable.missing}</span>}
          back={{ to: list, label: texts.back }}
        />
        <Facts member={member} />
        <div className={layout.row}>
          <Button variant="default" icon={IconPencil} onClick={() => setEditing(true)}>
            {editTexts.open}
          </Button>
        </div>
      </div>
      <div className={layout.stack2Xl}>
        <SameStudentId uid={member.uid} />
        <Submission member={member} />
        <Panel plain title={recordTexts.history}>
          <ChangeList uid={member.uid} news={null} />
        </Panel>
      </div>
      <div className={layout.stack2Xl}>
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

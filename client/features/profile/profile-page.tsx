import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useEffect, useState } from 'react';
import { useLocation } from 'react-router';
import { failureMessage } from '#client/lib/api.ts';
import { accountDate } from '#client/lib/format.ts';
import { mailSettingsQuery, useMailSettings } from '#client/member-ui/answer-queries.ts';
import { useOwnRecord } from '#client/member-ui/queries.ts';
import { useSessionUser } from '#client/session/queries.ts';
import { ButtonLink } from '#client/ui/button.tsx';
import { CheckField } from '#client/ui/check-field.tsx';
import { DescriptionList } from '#client/ui/description-list.tsx';
import state from '#client/ui/empty-state.module.css';
import { EmptyState } from '#client/ui/empty-state.tsx';
import { HexSpinner } from '#client/ui/hex-spinner.tsx';
import layout from '#client/ui/layout.module.css';
import { LoadFailure } from '#client/ui/load-failure.tsx';
import { Notice } from '#client/ui/notice.tsx';
import { PageHeading } from '#client/ui/page-heading.tsx';
import { IconUserQuestion } from '#client/ui/page-icons.ts';
import { Panel } from '#client/ui/panel.tsx';
import typography from '#client/ui/typography.module.css';
import { answerTexts } from '#domain/answers.ts';
import type { Member } from '#domain/members.ts';
import { loginPath } from '#domain/pages.ts';
import { missingRecordTexts, profileMessages } from '#domain/profile.ts';
import { ProfileForm } from './profile-form.tsx';
import { profileTexts } from './texts.ts';

/** Few members come for them, and they are below the details. */
const AccountPanels = lazy(() =>
  import('#client/member-ui/account/account-panels.tsx').then((m) => ({ default: m.AccountPanels })),
);

/** Profile settings. The route has no guard (spec, point 2), so the page itself tells visitors to sign in. */
export function Component() {
  return useSessionUser() ? <OwnProfile /> : <SignedOut />;
}

function SignedOut() {
  const location = useLocation();
  return (
    <EmptyState
      level={1}
      mark={IconUserQuestion}
      title={profileMessages.signedOut}
      action={
        <ButtonLink variant="filled" to={loginPath(location)}>
          {profileTexts.toLogin}
        </ButtonLink>
      }
    />
  );
}

function OwnProfile() {
  return (
    <>
      <PageHeading title={profileTexts.title} subtitle={profileTexts.subtitle} back={{ to: '/dashboard' }} />
      <Content />
    </>
  );
}

function Content() {
  const { member, failure, retry } = useOwnRecord();
  if (member) return <Details record={member} />;
  if (member === null) return <NoRecord />;
  if (failure) {
    return <LoadFailure title={profileMessages.loadFailed} error={failure} onRetry={retry} />;
  }
  return (
    <div className={`${layout.stackM} ${state.state}`} role="status">
      <HexSpinner size={44} />
      <p className={typography.soft}>{profileTexts.loading}</p>
    </div>
  );
}

/** Not in the markup that the server sends, which has no part that is still to be loaded. */
function AccountParts() {
  const [hydrated, setHydrated] = useState(false);
  useEffect(() => setHydrated(true), []);
  return (
    hydrated && (
      <Suspense>
        <AccountPanels />
      </Suspense>
    )
  );
}

/** Offers a member the pages that help. The administrator has no record, and those pages are not for them. */
function NoRecord() {
  const role = useSessionUser()?.role ?? 'member';
  const { to, link } = missingRecordTexts[role];
  const ways = (
    <div className={layout.row}>
      {role === 'member' && <ButtonLink to="/contact">{profileTexts.contact}</ButtonLink>}
      <ButtonLink to={to}>{link}</ButtonLink>
    </div>
  );
  return (
    <div role="alert">
      <EmptyState mark={IconUserQuestion} title={profileMessages.missing} action={ways} />
    </div>
  );
}

function Details({ record }: { record: Member }) {
  return (
    <div className={layout.stackL}>
      <div className={`${layout.withAside} ${layout.even}`}>
        {/* The key resets the form when another account signs in in another tab. */}
        <ProfileForm key={record.uid} record={record} />
        <div className={layout.stackL}>
          <Panel title={profileTexts.accountTitle}>
            <DescriptionList
              rows={[
                { label: profileTexts.created, value: accountDate(record.createdAt, 'N/A') },
                {
                  label: profileTexts.updated,
                  value: accountDate(record.updatedAt, profileTexts.neverUpdated),
                },
              ]}
            />
          </Panel>
          <MailSettingsPanel />
        </div>
      </div>
      <AccountParts />
    </div>
  );
}

function MailSettingsPanel() {
  const { data } = useQuery(mailSettingsQuery);
  const save = useMailSettings();
  const { reviewMails = true, groupMessages = true } = { ...data, ...(save.isPending && save.variables) };
  return (
    <Panel title={answerTexts.settingsTitle}>
      <CheckField
        label={answerTexts.reviewMails}
        checked={reviewMails}
        disabled={!data || save.isPending}
        onChange={(event) => save.mutate({ reviewMails: event.currentTarget.checked })}
      />
      <CheckField
        label={answerTexts.groupMessages}
        description={answerTexts.reviewMailsHint}
        checked={groupMessages}
        disabled={!data || save.isPending}
        onChange={(event) => save.mutate({ groupMessages: event.currentTarget.checked })}
      />
      {save.isError && <Notice tone="error">{answerTexts.settingsFailed(failureMessage(save.error))}</Notice>}
    </Panel>
  );
}

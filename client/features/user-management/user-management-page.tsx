import { useQuery } from '@tanstack/react-query';
import { formatNumber } from '#client/lib/format.ts';
import { useListState } from '#client/lib/list-state.ts';
import { useLiveStatus } from '#client/live/live.tsx';
import { MemberList } from '#client/member-list/member-list.tsx';
import { usersPreset } from '#client/member-list/presets.ts';
import { SkipToRows } from '#client/member-list/skip-to-rows.tsx';
import { listTexts, removalTexts } from '#client/member-list/texts.ts';
import { memberAddress } from '#client/member-ui/member-address.ts';
import { summaryQuery } from '#client/member-ui/summary.ts';
import { useAdministrator } from '#client/session/administrator.ts';
import { AuthCard } from '#client/session/auth-card.tsx';
import { type Credentials, useBeginSession } from '#client/session/mutations.ts';
import { useSessionUser } from '#client/session/queries.ts';
import { SignInForm, useSignInForm } from '#client/session/sign-in-form.tsx';
import layout from '#client/ui/layout.module.css';
import { Notice } from '#client/ui/notice.tsx';
import { PageHeading } from '#client/ui/page-heading.tsx';
import { TextLink } from '#client/ui/text-link.tsx';
import typography from '#client/ui/typography.module.css';
import { adminHeader, adminMessages, userTable } from '#domain/admin.ts';

/** The user table for the administrator; for anyone else the form to sign in as such (spec, point 2, the variant). */
export function Component() {
  return useAdministrator() ? <UserManagement /> : <AdminSignIn />;
}

function UserManagement() {
  const { data: summary } = useQuery(summaryQuery);
  const status = useLiveStatus();
  const control = useListState(usersPreset.state);
  return (
    <>
      <SkipToRows />
      <PageHeading
        title={listTexts.usersTitle}
        subtitle={
          <>
            {userTable.total}:{' '}
            <strong className={typography.data}>{summary ? formatNumber(summary.total) : '–'}</strong>
            {summary && summary.sharedStudentIds > 0 && (
              <>
                {' · '}
                <TextLink to="/admin?sameStudentId=true">
                  {listTexts.sharedStudentIds(summary.sharedStudentIds)}
                </TextLink>
              </>
            )}
            {' · '}
            <TextLink to="/admin/backups">{removalTexts.trash}</TextLink>
          </>
        }
      />
      <div className={layout.stackL}>
        {(status === 'failed' || status === 'offline') && (
          <Notice tone="error">{adminMessages.subscriptionFailed}</Notice>
        )}
        <MemberList preset={usersPreset} control={control} addressOf={memberAddress} />
      </div>
    </>
  );
}

const texts = {
  subtitle: 'Sign in as the administrator',
  signedIn: (email: string) => `You’re signed in as ${email}.`,
  toDashboard: 'Go to Dashboard',
  notAdministrator: 'Not the administrator?',
  signIn: 'Sign in to your account',
} as const;

/** The form at /admin for anyone who is not signed in as the administrator (spec, point 2, the variant). */
function AdminSignIn() {
  const user = useSessionUser();
  // A member's valid credentials are refused like wrong ones.
  const signIn = useBeginSession<Credentials>('/api/admin/sign-in');
  const form = useSignInForm((input) => signIn.mutateAsync(input));

  return (
    <AuthCard
      title={adminHeader.title}
      subtitle={texts.subtitle}
      below={
        user ? (
          <>
            {texts.signedIn(user.email)} <TextLink to="/dashboard">{texts.toDashboard}</TextLink>
          </>
        ) : (
          <>
            {texts.notAdministrator} <TextLink to="/login">{texts.signIn}</TextLink>
          </>
        )
      }
    >
      <SignInForm form={form} />
    </AuthCard>
  );
}

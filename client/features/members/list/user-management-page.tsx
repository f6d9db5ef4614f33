import { useQuery } from '@tanstack/react-query';
import { AdminSignIn } from '#client/features/accounts/admin-sign-in.tsx';
import { useAdministrator } from '#client/features/accounts/administrator.ts';
import { useLiveStatus } from '#client/features/live/live.tsx';
import { MemberDetails } from '#client/features/members/list/member-details.tsx';
import { useOpenedMember } from '#client/features/members/list/use-opened-member.ts';
import { formatNumber } from '#client/lib/format.ts';
import { useListState } from '#client/lib/list-state.ts';
import { Notice } from '#client/ui/notice.tsx';
import { PageHeading } from '#client/ui/page-heading.tsx';
import { TextLink } from '#client/ui/text-link.tsx';
import { adminMessages, userTable } from '#domain/admin.ts';
import { summaryQuery } from '../summary.ts';
import { MemberList } from './member-list.tsx';
import { usersPreset } from './presets.ts';
import { SkipToRows } from './skip-to-rows.tsx';
import { listTexts } from './texts.ts';
import classes from './user-management-page.module.css';

/** The user table for the administrator; for anyone else the form to sign in as such (spec, point 2, the variant). */
export function Component() {
  return useAdministrator() ? <UserManagement /> : <AdminSignIn />;
}

function UserManagement() {
  const { data: summary } = useQuery(summaryQuery);
  const status = useLiveStatus();
  const control = useListState(usersPreset.state);
  const opened = useOpenedMember();
  return (
    <>
      <SkipToRows />
      <PageHeading
        compact
        title={listTexts.usersTitle}
        subtitle={
          <>
            {userTable.total}: <strong>{summary ? formatNumber(summary.total) : '–'}</strong>
            {summary && summary.sharedStudentIds > 0 && (
              <>
                {' · '}
                <TextLink to="/admin?sameStudentId=true">
                  {listTexts.sharedStudentIds(summary.sharedStudentIds)}
                </TextLink>
              </>
            )}
          </>
        }
        back={{ to: '/admin-dashboard', label: listTexts.back }}
      />
      {(status === 'failed' || status === 'offline') && (
        <div className={classes.notice}>
          <Notice tone="error">{adminMessages.subscriptionFailed}</Notice>
        </div>
      )}
      <div className={classes.table}>
        <MemberList preset={usersPreset} control={control} addressOf={opened.addressOf} />
      </div>
      {opened.uid && <MemberDetails key={opened.uid} uid={opened.uid} onClose={opened.close} />}
    </>
  );
}

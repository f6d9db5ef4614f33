import { useQuery } from '@tanstack/react-query';
import { useAdministrator } from '#client/features/accounts/administrator.ts';
import { summaryQuery } from '#client/features/members/summary.ts';
import { Notice } from '#client/ui/notice.tsx';
import { PageHeading } from '#client/ui/page-heading.tsx';
import { adminMessages, userTable } from '#domain/admin.ts';
import { AdminSignIn } from './admin-sign-in.tsx';
import { formatNumber } from './format.ts';
import { useLiveStatus } from './live.tsx';
import { LiveStatus } from './live-status.tsx';
import { MemberDetails } from './member-details/member-details.tsx';
import { useOpenedMember } from './member-details/use-opened-member.ts';
import { MemberList } from './member-list/member-list.tsx';
import { usersPreset } from './member-list/presets.ts';
import { SkipToRows } from './member-list/skip-to-rows.tsx';
import { useListView } from './member-list/use-list-view.ts';
import { adminTexts } from './texts.ts';
import classes from './user-management-page.module.css';

/** The user table for the administrator; for anyone else the form to sign in as such (spec, point 2, the variant). */
export function Component() {
  return useAdministrator() ? <UserManagement /> : <AdminSignIn />;
}

function UserManagement() {
  const { data: summary } = useQuery(summaryQuery);
  const status = useLiveStatus();
  const control = useListView(usersPreset);
  const opened = useOpenedMember();
  return (
    <>
      <SkipToRows />
      <PageHeading
        compact
        title={adminTexts.usersTitle}
        subtitle={
          <>
            {userTable.total}: <strong>{summary ? formatNumber(summary.total) : '–'}</strong>
          </>
        }
        back={{ to: '/admin-dashboard', label: adminTexts.back }}
        actions={<LiveStatus />}
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

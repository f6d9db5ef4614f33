import { AccountPanels } from '#client/member-ui/account/account-panels.tsx';
import { useSessionUser } from '#client/session/queries.ts';
import { PageHeading } from '#client/ui/page-heading.tsx';

/** /admin/account: the account of the administrator, or of a reviewer. Members have it on their profile. */
export function Component() {
  return (
    <>
      <PageHeading title="My Account" subtitle={useSessionUser()?.email} />
      <AccountPanels />
    </>
  );
}

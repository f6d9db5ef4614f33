import { IconUserExclamation } from '@tabler/icons-react';
import { useSyncExternalStore } from 'react';
import { Banner } from '#client/ui/banner.tsx';
import { Button } from '#client/ui/button.tsx';
import { shownAccountTexts } from '#domain/shown-account.ts';
import type { ShownAccount } from './shown-account.ts';

/** Says that the account of this page was replaced in another tab. */
export function AccountBanner({ account }: { account: ShownAccount }) {
  const message = useSyncExternalStore(account.subscribe, account.get);
  return (
    <Banner
      icon={IconUserExclamation}
      action={
        <Button size="sm" variant="light" onClick={account.dismiss}>
          {shownAccountTexts.dismiss}
        </Button>
      }
    >
      {message}
    </Banner>
  );
}

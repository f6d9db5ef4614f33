import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { sessionHooks } from '#client/session/mutations.ts';
import { sessionQuery } from '#client/session/queries.ts';
import { accountTabs } from '#domain/shown-account.ts';
import { reviewerTexts } from './texts.ts';

/** Keeps a reviewer's desk on the screen when the session ends, so that its texts can be copied: the role may have ended. */
export function useHeldDesk(isReviewers: boolean): void {
  const client = useQueryClient();
  useEffect(() => {
    if (!isReviewers) return;
    const session = client.getQueryData(sessionQuery.queryKey);
    const tabs = new BroadcastChannel(accountTabs);
    let signedOut = false;
    tabs.onmessage = ({ data }) => {
      signedOut = data === null;
    };
    sessionHooks.onEnd = () => {
      if (signedOut) return null;
      client.setQueryData(sessionQuery.queryKey, session);
      return reviewerTexts.ended;
    };
    return () => {
      delete sessionHooks.onEnd;
      tabs.close();
    };
  }, [client, isReviewers]);
}

import { useEffect, useRef } from 'react';
import { useSessionUser } from '#client/features/accounts/queries.ts';
import { MissingRecord } from '#client/features/members/missing-record.tsx';
import { prefetchOwnRecord, useOwnRecord } from '#client/features/members/queries.ts';
import { logFailure } from '#client/lib/log.ts';
import { LoadingNote } from '#client/ui/loading-note.tsx';
import { PageHeading } from '#client/ui/page-heading.tsx';
import { greetingName } from '#domain/greeting.ts';
import { AccountStatus } from './account-status.tsx';
import { ConfirmEmailNotice } from './confirm-email-notice.tsx';
import classes from './dashboard-page.module.css';
import { NextSteps } from './next-steps.tsx';
import { Shortcuts } from './shortcuts.tsx';
import { TrackPicker } from './track-picker.tsx';
import { useGreeting } from './use-greeting.ts';

/** Prefetched by client/app/prefetch.ts. */
export const handle = { prefetch: prefetchOwnRecord };

/** A member's start page: next steps, track, account status, and links to the other pages. */
export function Component() {
  const user = useSessionUser();
  const greeting = useGreeting();
  const record = useOwnRecord();
  const { member, failure } = record;
  const tracks = useRef<HTMLDivElement>(null);
  const loading = member === undefined && !failure;

  useEffect(() => {
    // The failure is logged and not shown (spec, point 8); each card says what it lacks.
    if (failure) logFailure('Loading user data on the dashboard failed', failure);
  }, [failure]);

  function focusTracks() {
    tracks.current?.querySelector<HTMLElement>('[type=radio]')?.focus();
  }

  if (!user) return null;
  return (
    <>
      <PageHeading title={`${greeting}, ${greetingName(user.displayName, user.email)}`} />
      {loading && <LoadingNote />}
      {member === null && <MissingRecord quiet />}
      <div className={classes.columns}>
        <div className={classes.next}>
          <NextSteps member={member} loading={loading} onChooseTrack={focusTracks} />
          {user.confirmEmail && <ConfirmEmailNotice email={user.email} />}
        </div>
        <div ref={tracks} className={classes.track}>
          <TrackPicker current={member?.developmentTrack} loading={loading} member={member} />
        </div>
        <div className={classes.status}>
          <AccountStatus record={record} loading={loading} />
        </div>
        <div className={classes.pages}>
          <Shortcuts track={member?.developmentTrack} loading={loading} />
        </div>
      </div>
    </>
  );
}

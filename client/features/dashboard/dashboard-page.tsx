import { useEffect, useState } from 'react';
import { hourNow } from '#client/lib/format.ts';
import { logFailure } from '#client/lib/log.ts';
import { hasOneCard, hasPoster, resultLeads, useResult } from '#client/member-ui/answer-queries.ts';
import { ConfirmEmailNotice } from '#client/member-ui/confirm-email.tsx';
import { MissingRecord } from '#client/member-ui/missing-record.tsx';
import { useOwnRecord } from '#client/member-ui/queries.ts';
import { ResultNews, ResultPoster } from '#client/member-ui/results/result-news.tsx';
import { useSessionUser } from '#client/session/queries.ts';
import layout from '#client/ui/layout.module.css';
import { LoadingNote } from '#client/ui/loading-note.tsx';
import { PageHeading } from '#client/ui/page-heading.tsx';
import { greeting, greetingName, greetingRefreshMs } from '#domain/greeting.ts';
import { confirmationTexts } from '#domain/mailed-links.ts';
import { AccountStatus } from './account-status.tsx';
import classes from './dashboard-page.module.css';
import { NextSteps } from './next-steps.tsx';
import { OwnMessages } from './own-messages.tsx';
import { Shortcuts } from './shortcuts.tsx';
import { TrackPicker } from './track-picker.tsx';

/** A member's start page: next steps, track, account status, and links to the other pages. */
export function Component() {
  const user = useSessionUser();
  const greeting = useGreeting();
  const record = useOwnRecord();
  const { member, failure } = record;
  const loading = member === undefined && !failure;

  useEffect(() => {
    // The failure is logged and not shown (spec, point 8); each card says what it lacks.
    if (failure) logFailure('Loading user data on the dashboard failed', failure);
  }, [failure]);

  const result = useResult();
  const isResultFirst = hasPoster(result) || resultLeads(result);

  const [hadNoPoster, setHadNoPoster] = useState(false);
  if (member && !hasPoster(result) && !hadNoPoster) setHadNoPoster(true);

  // A member without a track chooses one first. The order stays when it is saved, so that nothing moves under a thumb.
  const [tracksFirst, setTracksFirst] = useState<boolean>();
  if (member && tracksFirst === undefined) setTracksFirst(member.developmentTrack === null);

  if (!user) return null;
  const title = `${greeting}, ${greetingName(user.displayName, user.email)}`;
  // By keys, the picker moves as it is: a choice made while the record was loading stays.
  const picker = (
    <TrackPicker
      key="track"
      current={member?.developmentTrack}
      loading={loading}
      member={member}
      main={tracksFirst === true && !isResultFirst}
    />
  );
  const next = (
    <div key="next">
      {!hasPoster(result) && !hasOneCard(result, member) && <ResultNews />}
      <div className={`${layout.stackL} ${classes.next}`}>
        <NextSteps member={member} loading={loading} secondary={tracksFirst === true || isResultFirst} />
        {user.confirmEmail && <ConfirmEmailNotice text={confirmationTexts.ask(user.email)} />}
      </div>
    </div>
  );
  return (
    <>
      {/* The result may appear while the page is open, so its place is a live region from the start. */}
      <div aria-live="polite">
        {hasPoster(result) && <ResultPoster heading={title} panel={result} isNew={hadNoPoster} />}
      </div>
      {!hasPoster(result) && <PageHeading title={title} />}
      <OwnMessages />
      {loading && <LoadingNote />}
      {member === null && <MissingRecord quiet />}
      <div className={`${layout.withAside} ${layout.even} ${classes.columns}`}>
        {tracksFirst ? [picker, next] : [next, picker]}
        <AccountStatus record={record} loading={loading} />
        <Shortcuts track={member?.developmentTrack} loading={loading} />
      </div>
    </>
  );
}

/** The greeting for the club's time of day, updated every 60 seconds (spec, point 9). */
function useGreeting(): string {
  const [hour, setHour] = useState(hourNow);

  useEffect(() => {
    const timer = setInterval(() => setHour(hourNow()), greetingRefreshMs);
    return () => clearInterval(timer);
  }, []);

  return greeting(hour);
}

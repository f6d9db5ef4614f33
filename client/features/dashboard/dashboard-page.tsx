import { useEffect, useState } from 'react';
import { Link } from 'react-router';
import { hourNow } from '#client/lib/format.ts';
import { logFailure } from '#client/lib/log.ts';
import { hasOneCard, hasPoster, useResult } from '#client/member-ui/answer-queries.ts';
import board from '#client/member-ui/board.module.css';
import cell from '#client/member-ui/cell.module.css';
import { Cell } from '#client/member-ui/cell.tsx';
import { ConfirmEmailNotice } from '#client/member-ui/confirm-email.tsx';
import { MissingRecord } from '#client/member-ui/missing-record.tsx';
import { type OwnRecord, useOwnRecord } from '#client/member-ui/queries.ts';
import { ResultNews, ResultPoster } from '#client/member-ui/results/result-news.tsx';
import { useSessionUser } from '#client/session/queries.ts';
import cover from '#client/ui/cover.module.css';
import layout from '#client/ui/layout.module.css';
import { LoadingNote, RetryButton } from '#client/ui/load-failure.tsx';
import { PageHeading } from '#client/ui/page-heading.tsx';
import { IconChevronRight } from '#client/ui/page-icons.ts';
import { Panel } from '#client/ui/panel.tsx';
import { Skeleton } from '#client/ui/skeleton.tsx';
import typography from '#client/ui/typography.module.css';
import { accountStatus, notAvailable, type StatusTone } from '#domain/account-status.ts';
import { greeting, greetingName, greetingRefreshMs } from '#domain/greeting.ts';
import { confirmationTexts } from '#domain/mailed-links.ts';
import type { Track } from '#domain/member-choices.ts';
import type { StepStatus } from '#domain/progress.ts';
import account from './account-status.module.css';
import classes from './dashboard-page.module.css';
import { NextSteps } from './next-steps.tsx';
import { OwnMessages } from './own-messages.tsx';
import overview from './shortcuts.module.css';
import { dashboardTexts, shortcutTexts } from './texts.ts';
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
      main={tracksFirst === true && !result}
    />
  );
  const next = (
    <div key="next">
      {!hasPoster(result) && !hasOneCard(result, member) && <ResultNews />}
      <div className={`${layout.stackL} ${board.room}`}>
        <NextSteps member={member} loading={loading} secondary={tracksFirst === true} />
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

const cells: Record<StatusTone, StepStatus> = { done: 'completed', open: 'current', none: 'pending' };

/** The Account Status card. If the record could not be loaded it shows no status and offers a retry. */
function AccountStatus({ record, loading }: { record: OwnRecord; loading: boolean }) {
  const { member, retry } = record;
  const rows = accountStatus(member ?? null);
  const next = rows.findIndex(({ tone }) => tone === 'open');
  const unknown = !member && !loading;
  return (
    <Panel
      title={dashboardTexts.statusTitle}
      aside={unknown && <p className={typography.fact}>{notAvailable.value}</p>}
    >
      <dl className={layout.divided}>
        {rows.map(({ label, value, tone }, index) => (
          <div key={label} className={`${layout.ends} ${account.row}`} data-tone={tone}>
            <dt className={layout.media}>
              <span className={cell.small}>
                <Cell status={loading ? 'pending' : cells[tone]} next={index === next} sent={index === 3} />
              </span>
              {label}
            </dt>
            <dd>{loading ? <Skeleton width="6.5rem" height="24px" /> : unknown ? '–' : value}</dd>
          </div>
        ))}
      </dl>
      {member === undefined && !loading && (
        <div className={layout.above}>
          <RetryButton onRetry={retry} />
        </div>
      )}
    </Panel>
  );
}

interface ShortcutsProps {
  /** The stored track; null if none is chosen, undefined if that is unknown. */
  track: Track | null | undefined;
  loading: boolean;
}

/** The links to the other pages. The task's appears once a track is chosen (spec, point 2). */
function Shortcuts({ track, loading }: ShortcutsProps) {
  const { task, profile, timeline, contact, about } = shortcutTexts;
  const links = [
    ...(track ? [{ to: '/user-tasks', ...task }] : []),
    { to: '/profile', ...profile },
    { to: '/timeline', ...timeline },
    { to: '/contact', ...contact },
    { to: '/about', ...about },
  ];
  return (
    <nav aria-label={shortcutTexts.pages}>
      <ul className={`${layout.card} ${layout.divided} ${overview.list}`}>
        {loading && (
          <li>
            <div className={overview.item}>
              <Skeleton height="44px" />
            </div>
          </li>
        )}
        {links.map(({ to, title, text }) => (
          <li key={to}>
            <div className={`${cover.card} ${overview.item}`}>
              <Link to={to} className={cover.link ?? ''} aria-describedby={`text-of-${to.slice(1)}`}>
                {title}
              </Link>
              <p id={`text-of-${to.slice(1)}`} className={typography.note}>
                {text}
              </p>
              <IconChevronRight
                className={`${cover.arrow} ${layout.narrow} ${overview.arrow}`}
                size={18}
                stroke={1.8}
                aria-hidden="true"
              />
            </div>
          </li>
        ))}
      </ul>
    </nav>
  );
}

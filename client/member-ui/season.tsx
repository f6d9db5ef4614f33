import { useQuery } from '@tanstack/react-query';
import { Fragment } from 'react';
import { useClub } from '#client/lib/club.ts';
import { timeZone } from '#client/lib/format.ts';
import { seasonKey, untilChanged } from '#client/lib/query-keys.ts';
import { readQuery } from '#client/lib/read-query.ts';
import { useNow } from '#client/lib/use-now.ts';
import { useSessionUser } from '#client/session/queries.ts';
import typography from '#client/ui/typography.module.css';
import { isMember } from '#domain/accounts.ts';
import { type MemberSeason, memberSeason } from '#domain/dates.ts';
import type { Track } from '#domain/member-choices.ts';
import type { Member } from '#domain/members.ts';
import { blockOf, dueTexts, hearByText } from '#domain/season.ts';
import { useResult } from './answer-queries.ts';
import { memberQuery } from './queries.ts';

export const seasonQuery = readQuery(seasonKey, '/api/me/season', memberSeason, { staleTime: untilChanged });

/** The dates that matter to the signed-in member, in a zone that the browser knows; null until they are loaded, and for others. */
export function useSeason(): MemberSeason | null {
  const user = useSessionUser();
  const enabled = user !== null && isMember(user);
  const { data } = useQuery({ ...seasonQuery, enabled });
  if (!enabled || !data) return null;
  // The session is read again when the window gets the focus, as after the mailbox.
  const confirmFirst = data.confirmFirst && user.confirmEmail === true;
  return { ...data, confirmFirst, timeZone: timeZone(data.timeZone) };
}

/** Why the member cannot submit a project now; null if they can. */
export function useBlock() {
  const season = useSeason();
  const now = useNow();
  return season && blockOf(season, now);
}

/** The parts of the deadline, as they are now; none without one. */
export function useDue(member: Member | null): string[] {
  const season = useSeason();
  const now = useNow();
  return season ? dueTexts(season, member, now) : [];
}

/** The parts of a track's deadline: for the member who is in it their own, for everybody else the club's. */
export function useTrackDue(track: Track): string[] {
  const isMember = useSessionUser()?.role === 'member';
  const { data: member = null } = useQuery({ ...memberQuery, enabled: isMember });
  const own = useDue(member);
  const { due } = useClub();
  const now = useNow();
  if (member?.developmentTrack === track) return own;
  if (!due) return [];
  const { late, deadlines } = due;
  return dueTexts({ late, deadline: deadlines[track], extended: false, timeZone: timeZone() }, null, now);
}

/** The deadline with the time that is left. The minute may change between the server's page and the browser's. */
export function Due({ parts }: { parts: readonly string[] }) {
  return parts.map((part, index) => (
    <Fragment key={part}>
      {index > 0 && ' · '}
      <span suppressHydrationWarning>{part}</span>
    </Fragment>
  ));
}

/** The deadline on a line; nothing without one. */
export function DueLine({ member }: { member: Member | null }) {
  const parts = useDue(member);
  return (
    parts.length > 0 && (
      <p className={typography.fact}>
        <Due parts={parts} />
      </p>
    )
  );
}

/** When somebody who has submitted hears about the result; nothing without such a date, and once the result is there. */
export function HearBy({ member }: { member: Member }) {
  const season = useSeason();
  const result = useResult();
  const now = useNow();
  const text = member.githubLink !== null && !result && season && hearByText(season, now);
  return text && <p className={typography.note}>{text}</p>;
}

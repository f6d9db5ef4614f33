import * as z from 'zod/mini';
import type { Dates } from './date-settings.ts';
import { moment } from './days.ts';
import type { Track } from './member-choices.ts';

/** Whether the club takes registrations, and since or until when. */
interface Recruitment {
  open: boolean;
  /** The opening that is still to come. */
  opensAt: string | null;
  /** The closing: still to come while registration is open, past when it is not. */
  closesAt: string | null;
}

export function recruitmentAt({ open, opensAt, closesAt }: Dates, now: number): Recruitment {
  const early = opensAt ? now < Date.parse(opensAt) : false;
  const over = closesAt ? now >= Date.parse(closesAt) : false;
  const isOpen = open ?? !(early || over);
  return {
    open: isOpen,
    // A time is said only if it will change what is said now, or has brought it about.
    opensAt: !isOpen && open === null && early ? (opensAt ?? null) : null,
    closesAt: open === null && !early ? (closesAt ?? null) : null,
  };
}

/** The news of registration that pages show. */
export interface RecruitmentNews {
  open: boolean;
  /** Null leaves it to the club's own words. */
  text: string | null;
}

export const openRecruitment: RecruitmentNews = { open: true, text: null };

export function recruitmentNews(dates: Dates, now: number, timeZone: string): RecruitmentNews {
  const { open, opensAt, closesAt } = recruitmentAt(dates, now);
  return { open, text: recruitmentText({ open, opensAt, closesAt }, timeZone) };
}

function recruitmentText({ open, opensAt, closesAt }: Recruitment, timeZone: string): string | null {
  if (opensAt) return `Registration opens on ${moment(opensAt, timeZone)}`;
  if (!open)
    return closesAt ? `Registration closed on ${moment(closesAt, timeZone)}` : 'Registration is closed';
  return closesAt ? `Registration is open until ${moment(closesAt, timeZone)}` : null;
}

/** The deadline of a track's submissions; the later one for a member with an extension. Null if there is none. */
export function deadlineOf(
  { deadline, deadlines }: Dates,
  track: Track | null,
  extension: string | null,
): string | null {
  const own = (track && deadlines[track]) || deadline || null;
  if (own === null || extension === null) return own;
  return Date.parse(extension) > Date.parse(own) ? extension : own;
}

/** The deadlines of all tracks, for everybody. */
export type ClubDeadlines = Pick<Dates, 'late'> & { deadlines: Record<Track, string | null> };

/** Undefined if no track has one. */
export function clubDeadlines(dates: Dates): ClubDeadlines | undefined {
  const of = (track: Track) => deadlineOf(dates, track, null);
  const deadlines = { android: of('android'), web: of('web'), ml: of('ml'), game: of('game') };
  return Object.values(deadlines).some(Boolean) ? { late: dates.late, deadlines } : undefined;
}

/** The dates that matter to one member: the response of `GET /api/me/season`. */
export const memberSeason = z.object({
  deadline: z.nullable(z.string()),
  /** Whether the deadline is the member's own. */
  extended: z.boolean(),
  late: z.enum(['marked', 'closed']),
  hearBy: z.nullable(z.string()),
  /** Whether the member had submitted before an earlier date, which passed without results. */
  hearByMoved: z.boolean(),
  timeZone: z.string(),
  /** Whether the member has to confirm their address before they can submit. */
  confirmFirst: z.boolean(),
});
export type MemberSeason = z.infer<typeof memberSeason>;

/** The response of `GET` and `PUT /api/admin/members/:uid/extension`: the member's own date, the deadline of their track, and whether they submitted too late after a version that came in time. */
export const memberExtension = z.object({
  until: z.nullable(z.string()),
  deadline: z.nullable(z.string()),
  late: z.boolean(),
  earlierInTime: z.boolean(),
});
export type MemberExtension = z.infer<typeof memberExtension>;

export const dateTexts = {
  deadlinePassed: (deadline: string, timeZone: string) =>
    `The deadline for submissions was ${moment(deadline, timeZone)}. Nothing was submitted.`,
  notLater: 'An extension must be later than the deadline.',
  noDeadline: 'There is no deadline that could be extended.',
} as const;

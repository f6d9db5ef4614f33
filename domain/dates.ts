import * as z from 'zod/mini';
import { boundedString } from './bounded.ts';
import { moment } from './days.ts';
import { type Track, tracks } from './member-choices.ts';

const time = boundedString(40).check(z.iso.datetime({ offset: true, error: 'must be a day and a time' }));
const optionalTime = z._default(z.nullable(time), null);

/** A time zone that this machine knows, such as 'Asia/Kolkata'. */
export const timeZoneName = boundedString(64).check(z.refine(isTimeZone, 'must be a known time zone'));

function isTimeZone(name: string): boolean {
  try {
    return Boolean(new Intl.DateTimeFormat('en-US', { timeZone: name }));
  } catch {
    return false;
  }
}

const lateRules = ['marked', 'closed'] as const;

/** The dates of a season. Times are ISO 8601; null or missing stands for none. */
export const dates = z
  .strictObject({
    /** Null: that of TIME_ZONE, or else of the server. */
    timeZone: z._default(z.nullable(timeZoneName), null),
    opensAt: optionalTime,
    closesAt: optionalTime,
    /** Overrides the two times; null leaves it to them. */
    open: z._default(z.nullable(z.boolean()), null),
    /** For submissions: of all tracks, and of single ones. */
    deadline: optionalTime,
    deadlines: z.prefault(
      z.strictObject(
        Object.fromEntries(tracks.map((track) => [track, optionalTime])) as Record<
          Track,
          typeof optionalTime
        >,
      ),
      {},
    ),
    /** How a submission after its deadline is treated. */
    late: z._default(z.enum(lateRules), 'marked'),
    /** When the results are announced. */
    hearBy: optionalTime,
  })
  .check(
    z.refine(({ opensAt, closesAt }) => !opensAt || !closesAt || Date.parse(opensAt) < Date.parse(closesAt), {
      path: ['closesAt'],
      message: 'must be after the opening',
    }),
  );
export type Dates = z.infer<typeof dates>;

export const noDates: Dates = dates.parse({});

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

/** The dates that matter to one member: the response of `GET /api/me/season`. */
export const memberSeason = z.object({
  deadline: z.nullable(time),
  /** Whether the deadline is the member's own. */
  extended: z.boolean(),
  late: z.enum(lateRules),
  hearBy: z.nullable(time),
  /** Whether the member had submitted before an earlier date, which passed without results. */
  hearByMoved: z.boolean(),
  timeZone: z.string(),
  /** Whether the member has to confirm their address before they can submit. */
  confirmFirst: z.boolean(),
});
export type MemberSeason = z.infer<typeof memberSeason>;

/** The body of `PUT /api/admin/members/:uid/extension`: null ends it. */
export const extensionWrite = z.strictObject({ until: z.nullable(time) });

/** The response of the same: the member's own date, the deadline of their track, and whether they submitted too late. */
export const memberExtension = z.object({
  until: z.nullable(time),
  deadline: z.nullable(time),
  late: z.boolean(),
});
export type MemberExtension = z.infer<typeof memberExtension>;

/** Texts about dates. */
export const dateTexts = {
  late: 'Late',
  deadlinePassed: (deadline: string, timeZone: string) =>
    `The deadline for submissions was ${moment(deadline, timeZone)}. Nothing was submitted.`,
  noDeadline: 'There is no deadline that could be extended.',
} as const;

import * as z from 'zod/mini';
import { boundedString } from './bounded.ts';
import { type Track, tracks } from './member-choices.ts';

const time = boundedString(40).check(z.iso.datetime({ offset: true, error: 'must be a day and a time' }));
const optionalTime = z.optional(z.nullable(time));

/** A time zone that this machine knows, such as 'Asia/Kolkata'. */
export const timeZoneName = boundedString(64).check(z.refine(isTimeZone, 'must be a known time zone'));

function isTimeZone(name: string): boolean {
  try {
    return Boolean(new Intl.DateTimeFormat('en-US', { timeZone: name }));
  } catch {
    return false;
  }
}

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
    deadlines: z._default(z.partialRecord(z.enum(tracks), z.nullable(time)), {}),
    /** How a submission after its deadline is treated. */
    late: z._default(z.enum(['marked', 'closed']), 'marked'),
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
export interface Recruitment {
  open: boolean;
  /** The time of the opening that is still to come. */
  opensAt: string | null;
  /** The time of the closing: to come if it is open, past if it is not. */
  closesAt: string | null;
}

/** Whether registration is open at this moment. */
export function recruitmentAt({ open, opensAt, closesAt }: Dates, now: number): Recruitment {
  const early = opensAt ? now < Date.parse(opensAt) : false;
  const over = closesAt ? now >= Date.parse(closesAt) : false;
  // A manual decision makes the times meaningless, except one that agrees with it.
  return {
    open: open ?? !(early || over),
    opensAt: open !== true && early ? (opensAt ?? null) : null,
    closesAt: open === null && !early ? (closesAt ?? null) : null,
  };
}

/** The deadline of a track's submissions; the later one for a member with an extension. Null if there is none. */
export function deadlineOf(
  { deadline, deadlines }: Dates,
  track: Track | null,
  extension: string | null = null,
): string | null {
  const own = (track && deadlines[track]) ?? deadline ?? null;
  if (own === null || extension === null) return own;
  return Date.parse(extension) > Date.parse(own) ? extension : own;
}

import * as z from 'zod/mini';
import { boundedString } from './bounded.ts';
import { type Track, tracks } from './member-choices.ts';
import { timeZoneName } from './time-zone.ts';

const time = boundedString(40).check(z.iso.datetime({ offset: true, error: 'must be a day and a time' }));
const isFullYear = (text: string) => /^2\d{3}-/.test(text);
const shortYear = 'must have a year of four digits, such as 2026';
const beforeOpening = 'must be after the opening';
const optionalTime = z._default(z.nullable(time), null);

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
    late: z._default(z.enum(['marked', 'closed']), 'marked'),
    /** When the results are announced. */
    hearBy: optionalTime,
  })
  .check(
    z.refine(({ opensAt, closesAt }) => !opensAt || !closesAt || Date.parse(opensAt) < Date.parse(closesAt), {
      path: ['closesAt'],
      message: beforeOpening,
    }),
  );
export type Dates = z.infer<typeof dates>;

export const noDates: Dates = dates.parse({});

/**
 * A date that is surely mistyped: its year as 26, which a browser takes for 0026, or one of last season, before the opening. No
 * rule of the stored dates: those of earlier releases stay readable.
 */
export function mistypedIn({ open, opensAt, closesAt, deadline, hearBy, deadlines }: Dates) {
  const start = open === null && opensAt ? Date.parse(opensAt) : Number.NEGATIVE_INFINITY;
  const ofTracks = Object.entries(deadlines).map(([track, time]) => [`deadlines.${track}`, time] as const);
  const times = [...Object.entries({ opensAt, closesAt, deadline, hearBy }), ...ofTracks];
  for (const [field, time] of times) {
    if (time && !isFullYear(time)) return { field, text: shortYear };
    if (time && Date.parse(time) < start) return { field, text: beforeOpening };
  }
  return null;
}

/** The body of `PUT /api/admin/members/:uid/extension`: null ends it. */
export const extensionWrite = z.strictObject({
  until: z.nullable(time.check(z.refine(isFullYear, shortYear))),
});

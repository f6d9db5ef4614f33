import * as z from 'zod/mini';
import { boundedString, truncate } from './bounded.ts';
import { bulkProgress } from './bulk-mail.ts';
import { withoutInvisible } from './invisible.ts';
import { type Track, tracks } from './member-choices.ts';
import { memberUid } from './members.ts';
import { outcome } from './outcomes.ts';
import { placeStates } from './places.ts';
import { cleanText, optionalLine } from './required-text.ts';
import { resultSettings } from './result-texts.ts';
import { outcomesCap, pendingCorrection } from './results.ts';
import { roundsList } from './rounds.ts';

/* The page of the results: apart from `results.ts`, which each list of members loads. */

const count = z.int().check(z.gte(0));

/** Lines of a pasted list. */
export const listedCap = outcomesCap;

const longestEntry = 200;

/** The body of `POST /api/admin/outcomes/lookup`: addresses or student IDs. */
export const outcomesLookup = z.strictObject({
  entries: z.array(optionalLine('An entry', longestEntry)).check(z.minLength(1), z.maxLength(listedCap)),
});

/** The response of `POST /api/admin/outcomes/lookup`. */
export const lookupAnswer = z.object({
  found: z.array(z.object({ uid: z.string(), fullName: z.string(), outcome: z.nullable(outcome) })),
  /** Entries that name nobody, and student IDs that several members have. */
  missing: z.array(z.string()),
  ambiguous: z.array(z.string()),
});
export type LookupAnswer = z.infer<typeof lookupAnswer>;

/** An address, also in a mail program's list of recipients. */
const address = /[^\s<>()"“”]+@[^\s<>()"“”]+/;

/** A name before its address that has a comma: in quotation marks, or the last name first as Outlook writes it. */
const nameWithComma = /"[^"\r\n]*"(?=\s*<)|(?<=^|[\r\n;])[^\d,;<>@\r\n]+,[^\d,;<>@\r\n]+(?=<)/g;

/**
 * The entries of a pasted list, each once: one to a line, or with commas or semicolons between, as they are written anywhere. Of
 * the cells of a spreadsheet's row only the address counts where there is one.
 */
export function listedEntries(text: string): string[] {
  const entries = withoutInvisible(cleanText(text))
    .replace(nameWithComma, '')
    .split(/[\r\n,;，、،；؛]+/)
    .map((line) => address.exec(line)?.[0].replace(/^mailto:|\.$/gi, '') ?? line)
    .flatMap((line) => line.split('\t'))
    .map((entry) => entry.replace(/^[\s"'“”‘’]+|[\s"'“”‘’]+$/g, ''));
  const byKey = new Map<string, string>();
  for (const entry of entries) {
    const key = entry.toLowerCase();
    if (key !== '' && !byKey.has(key)) byKey.set(key, truncate(entry, longestEntry));
  }
  return [...byKey.values()];
}

/** Places of each track; none for one without a limit. */
const placesOfTrack = z.optional(z.int().check(z.gte(0), z.lte(10_000)));
export const places = z.strictObject(
  Object.fromEntries(tracks.map((track) => [track, placesOfTrack])) as Record<Track, typeof placesOfTrack>,
);
export type Places = z.infer<typeof places>;

/** How many members of a waiting list are shown. */
export const waitingShown = 20;

const waitingList = z.object({
  track: z.enum(tracks),
  /** Places that nobody has: of those of the track, or where it has no number, of those that the rounds gave. */
  free: count,
  /** The next ones for an offer, the first one first; the score is -1 without a submission. */
  members: z.array(z.object({ uid: z.string(), fullName: z.string(), score: z.int() })),
});
export type WaitingList = z.infer<typeof waitingList>;

/** The body of `PUT /api/admin/results/waiting-list`: members of one track in the order of offers. */
export const waitingOrder = z.strictObject({
  uids: z.array(memberUid).check(z.minLength(1), z.maxLength(waitingShown)),
});

/** The response of `GET /api/admin/results`. */
export const resultsView = z.object({
  rounds: roundsList.shape.rounds,
  /** Members by the track that they are judged in, by outcome and by whether that is released; rows with no member are left out. */
  counts: z.array(
    z.object({
      track: z.nullable(z.enum(tracks)),
      outcome: z.nullable(outcome),
      released: z.boolean(),
      /** Whether selected members take their places; null where nobody asks. */
      place: z.nullable(z.enum(placeStates)),
      members: count,
    }),
  ),
  places,
  /** Waiting lists with somebody on them. */
  waiting: z.array(waitingList),
  /** Corrections that have not taken effect yet, the next one first. */
  corrections: z.array(z.extend(pendingCorrection, { uid: z.string(), fullName: z.string() })),
  /** Submissions that nobody has reviewed. */
  unreviewed: count,
  /** Emails of other kinds that wait to be sent or could not be sent. */
  unsentEmails: count,
  settings: resultSettings,
  settingsVersion: z.string(),
  emails: bulkProgress,
});
export type ResultsView = z.infer<typeof resultsView>;

/** An outcome that was set since a page showed the results. */
const outcomeChange = z.object({
  uid: z.string(),
  fullName: z.string(),
  before: z.nullable(outcome),
  after: z.nullable(outcome),
});
export type OutcomeChange = z.infer<typeof outcomeChange>;

/** Maximum number of changes that a refused release names. */
export const differencesShown = 20;

/** `current` of a release that was refused with 409 STALE_VERSION: the results now, and what has changed since. */
export const resultsDifference = z.extend(resultsView, {
  since: z.array(outcomeChange),
  /** Outcomes that have changed and are not in `since`. */
  further: count,
  /** By how many there are more submissions that nobody has reviewed. */
  moreUnreviewed: count,
});
export type ResultsDifference = z.infer<typeof resultsDifference>;

/** The body of `PUT /api/admin/results/settings`; `version` is the `settingsVersion` that the page showed. */
export const resultSettingsWrite = z.strictObject({
  settings: resultSettings,
  version: boundedString(64),
  /** Without it they stay as they are. */
  places: z.optional(places),
});
export type ResultSettingsWrite = z.infer<typeof resultSettingsWrite>;

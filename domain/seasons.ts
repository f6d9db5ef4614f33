import * as z from 'zod/mini';
import { boundedString, trimmedString } from './bounded.ts';
import { limits } from './limits.ts';
import { tracks } from './member-choices.ts';
import { isoTime, member, memberUid } from './members.ts';
import { type Group, type SeasonNumbers, seasonNumbers } from './numbers.ts';
import { outcome } from './outcomes.ts';
import { counted } from './plural.ts';
import { optionalLine, requiredText } from './required-text.ts';

/** The name of the season after one, such as '2027' after '2026', and '2026/27' after '2025/26'. */
export function nextSeasonName(name: string): string {
  const next = name.replace(/\d+/g, (digits) => String(Number(digits) + 1).padStart(digits.length, '0'));
  return next === name ? `${name} 2` : next;
}

const count = z.int().check(z.gte(0));

/** Members whom an administrator keeps. */
const keptCap = 2_000;

/** The body of `POST /api/admin/seasons`: the season's name as it was typed, and who keeps an account besides the club's members. */
export const seasonEnd = z.strictObject({
  confirm: requiredText('The name of the season', 300),
  keep: z._default(z.array(memberUid).check(z.maxLength(keptCap)), []),
});
export type SeasonEnd = z.infer<typeof seasonEnd>;

/** The response of `POST /api/admin/seasons/rehearse`: what an end of the season would do, and what it would surprise somebody with. */
export const seasonRehearsal = z.object({
  season: z.string(),
  /** The name of the season after it. */
  next: z.string(),
  members: count,
  /** Those who keep their account: members of the club, and reviewers who applied too. */
  clubMembers: count,
  memberReviewers: count,
  /** The other members, whose accounts are closed. */
  closed: count,
  /** Reviewers and administrators, who stay. */
  reviewers: count,
  unreviewed: count,
  /** Outcomes that nobody was told. */
  unreleased: count,
  offersOpen: count,
  plannedRounds: count,
  plannedMessages: count,
  mailsWaiting: count,
  questionsOpen: count,
  /** Days and links in the words of the results, and dates that are past: the next season begins with them. */
  words: z.array(z.string()),
  sendsMail: z.boolean(),
});
export type SeasonRehearsal = z.infer<typeof seasonRehearsal>;

/** A rehearsal as sentences. */
export function rehearsalLines(found: SeasonRehearsal): string[] {
  const { words, sendsMail } = found;
  const named: [number, string, string][] = [
    [found.clubMembers, 'member of the club keeps', 'members of the club keep'],
    [found.memberReviewers, 'reviewer who applied keeps', 'reviewers who applied keep'],
  ];
  const counts: [number, string, string][] = [
    [found.unreviewed, 'submission has no review', 'submissions have no review'],
    [found.unreleased, 'outcome was never released', 'outcomes were never released'],
    [found.offersOpen, 'offer of a place is still open', 'offers of a place are still open'],
    [found.plannedRounds, 'planned release is cancelled', 'planned releases are cancelled'],
    [found.plannedMessages, 'planned message is cancelled', 'planned messages are cancelled'],
    [
      found.mailsWaiting,
      'email to a member was not sent, and never will be',
      'emails to members were not sent, and never will be',
    ],
    [found.questionsOpen, 'question has no answer', 'questions have no answer'],
    [found.reviewers, 'reviewer stays a reviewer', 'reviewers stay reviewers'],
  ];
  return [
    ...named.map((row): [number, string, string] => [
      row[0],
      `${row[1]} the account, with an empty application`,
      `${row[2]} their accounts, with empty applications`,
    ]),
    ...counts,
  ]
    .filter(([some]) => some > 0)
    .map(([some, one, many]) => counted(some, one, many))
    .concat(
      found.closed === 0
        ? []
        : [
            sendsMail
              ? 'Closed accounts get an email'
              : 'No mail server is set, so no email says that an account is closed',
          ],
    )
    .concat(words.map((word) => `Still set for the next season: ${word}`));
}

/** Members, submitted, reviewed, selected, and in the club. */
export function figuresOf({ total, step, outcome }: SeasonNumbers): number[] {
  const sum = (groups: readonly Group[], keys: readonly string[]) =>
    groups.filter(({ key }) => keys.includes(key)).reduce((all, { count }) => all + count, 0);
  return [
    total ?? 0,
    sum(step, ['submitted', 'reviewed']),
    sum(step, ['reviewed']),
    sum(outcome, ['selected', 'confirmed', 'open', 'declined', 'lapsed']),
    sum(outcome, ['selected', 'confirmed']),
  ];
}

const pastSeason = z.object({
  id: z.string(),
  name: z.string(),
  endedAt: isoTime,
  numbers: seasonNumbers,
  /** When the personal data went; null while it is kept. */
  clearedAt: z.nullable(isoTime),
  /** When it goes. */
  clearsAt: isoTime,
});
export type PastSeason = z.infer<typeof pastSeason>;

/** The response of `GET` and `POST /api/admin/seasons`. */
export const seasonList = z.object({
  current: z.string(),
  /** How many records a season that has just ended still has to take; null if none ends. */
  ending: z.nullable(count),
  keepYears: count,
  /** The last one first. */
  seasons: z.array(pastSeason),
});
export type SeasonList = z.infer<typeof seasonList>;

/** The query string of `GET /api/admin/seasons/:id/members` and `…/messages`. */
export const pastQuery = z.object({
  q: z._default(trimmedString(limits.name, { tooLong: 'The search is too long' }), ''),
  /** `nextCursor` of the page before. */
  cursor: z.optional(boundedString(1_000)),
});
export type PastQuery = z.infer<typeof pastQuery>;

const pastEntry = z.object({
  /** The member's uid, or the message's id. */
  id: z.string(),
  name: z.string(),
  email: z.string(),
  track: z.nullable(z.enum(tracks)),
  /** The released result. */
  outcome: z.nullable(outcome),
  /** Whether the member kept the account. */
  stayed: z.boolean(),
});
export type PastEntry = z.infer<typeof pastEntry>;

/** The responses of `GET /api/admin/seasons/:id/members` and `…/messages`, in the order of names. */
export const pastMembers = z.object({ members: z.array(pastEntry), nextCursor: z.nullable(z.string()) });
export type PastMembers = z.infer<typeof pastMembers>;

/** A message of a past season, with the answers to it. */
const pastMessage = z.object({
  receivedAt: z.string(),
  fields: z.array(z.object({ label: z.string(), value: z.string() })),
  answers: z.array(z.object({ at: z.string(), text: z.string() })),
});

/** The responses of `GET /api/admin/seasons/:id/members/:uid` and `…/messages/:uid`. */
export const pastRecord = z.object({
  /** Null for a message of somebody who was no member. */
  member: z.nullable(member),
  result: z.nullable(z.string()),
  note: z.string(),
  comments: z.array(z.string()),
  messages: z.array(pastMessage),
});
export type PastRecord = z.infer<typeof pastRecord>;

const clubMember = z.object({
  /** Names the membership. */
  uid: z.string(),
  season: z.string(),
  fullName: z.string(),
  email: z.string(),
  contactNumber: z.string(),
  track: z.nullable(z.enum(tracks)),
  role: z.string(),
  since: isoTime,
  leftOn: z.nullable(isoTime),
  /** The id of the certificate's page. */
  certificate: z.nullable(z.string()),
});
export type ClubMember = z.infer<typeof clubMember>;

/** The query string of `GET /api/admin/club-members` and `…/club-members.csv`: a past season's, or those who are in the club now. */
export const clubMembersQuery = z.object({ season: z.optional(memberUid) });

/** The response of `GET /api/admin/club-members`. */
export const clubMemberList = z.object({ members: z.array(clubMember) });

/** The body of `PATCH /api/admin/club-members/:uid`. */
export const clubMemberWrite = z.strictObject({
  role: z.optional(optionalLine('The role', 120)),
  left: z.optional(z.boolean()),
});
export type ClubMemberWrite = z.infer<typeof clubMemberWrite>;

export const seasonRefusals = {
  wrongName: (name: string) => `Type the name of the season exactly as it is shown: ${name}`,
  ending: 'A season is just ending. Look at the page again in a minute.',
  ended: (name: string) => `The season ${name} has ended already. Nothing was changed.`,
  unknownMember: 'Somebody who is to stay is no member any more. Nothing was changed.',
  noSeason: 'There is no such season.',
  noRecord: 'There is no such record in this season.',
  noClubMember: 'There is no such member of the club.',
} as const;

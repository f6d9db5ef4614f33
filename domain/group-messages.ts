import * as z from 'zod/mini';
import { boundedString } from './bounded.ts';
import { bulkProgress } from './bulk-mail.ts';
import { type Track, trackLabels, tracks } from './member-choices.ts';
import { type MemberFilter, memberFilter, writtenFilter } from './member-list.ts';
import { memberUid, track } from './members.ts';
import {
  filledIn,
  type Placeholder,
  type PlaceholderValues,
  placeholders,
  textForAll,
  unknownPlaceholder,
  unknownPlaceholderText,
  usesPlaceholder,
  valueNeeded,
} from './placeholders.ts';
import { counted } from './plural.ts';
import { nameOfUnknown } from './recovery.ts';
import { optionalLine, requiredMultilineText } from './required-text.ts';
import { shownOf } from './shown.ts';

export const groupMessageLimits = {
  /** Characters of the text, and of the subject. */
  text: 2_000,
  subject: 120,
  /** Messages on a page of the administrator's list, and recipients on a page of theirs. */
  messages: 20,
  recipients: 100,
  /** Messages that a member sees at a time, the latest. */
  shown: 20,
} as const;

const count = z.int().check(z.gte(0));
const time = z.string();

export const groupMessageRefusals = {
  missing: 'There is no such message.',
  nobody: 'No member matches this filter.',
  notReleased: 'Messages can go by outcome once the results are released. Choose another filter.',
  recipientsChanged: (now: number) =>
    `The recipients have changed: there are ${now} now. Check them, and send again.`,
  missingValue: (placeholder: Placeholder, members: number) =>
    `${counted(members, 'recipient has', 'recipients have')} no ${valueNeeded(placeholder)}, so {${placeholder}} would stay empty. Change the text or the filter.`,
  endsInPast: 'The end is in the past',
  endsBefore: 'The message would end before it is sent',
  notPlanned: 'The message is no longer planned: it was sent or cancelled.',
  withdrawn: 'The message was withdrawn.',
} as const;

/** Why a text would have a gap for some of its recipients; null if it has none. */
export function gapIn(text: string, missing: GroupMessageAudience['missing']): string | null {
  const gap = placeholders.find(
    (placeholder) => missing[valueNeeded(placeholder)] > 0 && usesPlaceholder(text, placeholder),
  );
  return gap ? groupMessageRefusals.missingValue(gap, missing[valueNeeded(gap)]) : null;
}

/** An id that the sender's page may choose, so that a request it repeats sends nothing twice. */
const messageId = boundedString(40).check(z.regex(/^[\w-]{16,40}$/, 'This is no id of a message'));

const knownPlaceholders = z.refine<string>((text) => unknownPlaceholder(text) === null, {
  error: ({ input }) => unknownPlaceholderText(unknownPlaceholder(String(input)) ?? ''),
});

/** The text of a message to many, with placeholders. */
export const messageText = requiredMultilineText('The message', groupMessageLimits.text).check(
  knownPlaceholders,
);

/** Its subject; without one the email has the club's. */
const messageSubject = z._default(
  optionalLine('The subject', groupMessageLimits.subject).check(knownPlaceholders),
  '',
);

/** The recipients of a message: the members of a filter, as in the query of the member list, or selected ones. */
const audienceShape = {
  filter: z.optional(writtenFilter),
  uids: z.optional(z.array(memberUid).check(z.minLength(1), z.maxLength(900))),
};
const hasOneAudience = z.refine<z.infer<z.ZodMiniObject<typeof audienceShape>>>(
  ({ filter, uids }) => (filter === undefined) !== (uids === undefined),
  { path: ['filter'], error: 'Choose the recipients' },
);

/** The body of `POST /api/admin/message-audience`. */
export const audience = z.strictObject(audienceShape).check(hasOneAudience);
export type Audience = z.infer<typeof audience>;

const sendingTime = boundedString(40).check(z.iso.datetime('Choose a day and a time'));

/** The body of `PUT /api/admin/messages/:id/plan`: another time for a planned message. */
export const messagePlan = z.strictObject({ at: sendingTime });

/** The body of `POST /api/admin/messages`. */
export const newGroupMessage = z
  .strictObject({
    subject: messageSubject,
    text: messageText,
    ...audienceShape,
    /** Whether it also goes by email, to those who want such emails. */
    email: z._default(z.boolean(), false),
    /** When dashboards stop showing it; without one they do not. */
    endsAt: z.optional(z.nullable(boundedString(40).check(z.iso.datetime('Choose a day and a time')))),
    /** When it is sent, if not now. */
    at: z.optional(z.nullable(sendingTime)),
    /** The number of recipients that the sender saw. If there are others now, nothing is sent. */
    recipients: z.optional(count),
    id: z.optional(messageId),
  })
  .check(hasOneAudience);
export type NewGroupMessage = z.infer<typeof newGroupMessage>;

/** The body of `PATCH /api/admin/messages/:id`. */
export const groupMessageCorrection = z.strictObject({
  text: messageText,
  shown: shownOf(['text']),
});
export type GroupMessageCorrection = z.infer<typeof groupMessageCorrection>;

/** The body of `POST /api/admin/message-test`, which sends the message by email to its sender alone. */
export const groupMessageTest = z
  .strictObject({ subject: messageSubject, text: messageText, ...audienceShape })
  .check(hasOneAudience);
export type GroupMessageTest = z.infer<typeof groupMessageTest>;

/** Its response: the address that the test went to. */
export const groupMessageTested = z.object({ to: z.string() });

/** A message as the administrator reads it. */
export const groupMessage = z.object({
  id: z.string(),
  subject: z.string(),
  text: z.string(),
  /** Null if its recipients were selected one by one. */
  filter: z.nullable(memberFilter),
  email: z.boolean(),
  /** When it is to be sent; null for one that was. */
  plannedFor: z.nullable(time),
  /** When it was sent, or is to be. */
  sentAt: time,
  /** How many did not get a planned one, because its text would have had a gap. */
  leftOut: count,
  /** The email of the administrator who sent it. */
  sentBy: z.string(),
  /** To how many it was sent. */
  recipients: count,
  endsAt: z.nullable(time),
  correctedAt: z.nullable(time),
  withdrawnAt: z.nullable(time),
  /** Where its emails stand; null if there are none. */
  emails: z.nullable(bulkProgress),
});
export type GroupMessage = z.infer<typeof groupMessage>;

/** The query string of `GET /api/admin/messages`. */
export const groupMessagesQuery = z.object({
  /** `nextCursor` of the page before. */
  cursor: z.optional(boundedString(40).check(z.regex(/^[\w-]*$/))),
});

/** Its response, newest first. */
export const groupMessagesPage = z.object({
  messages: z.array(groupMessage),
  nextCursor: z.nullable(z.string()),
});
export type GroupMessagesPage = z.infer<typeof groupMessagesPage>;

/** The response of `GET` and `POST /api/admin/message-audience`: who would get a message. */
export const groupMessageAudience = z.object({
  members: count,
  /** How many of them have no value for a placeholder. */
  missing: z.object({ name: count, track: count }),
  /** One of them, as whom the page shows the message; null if there is nobody. */
  sample: z.nullable(z.object({ fullName: z.string(), developmentTrack: z.nullable(track) })),
  /** How many of them would get an email, and how many would not because no email reaches their address. */
  emails: count,
  refused: count,
  /** Whether the portal has a mail server. Without one its emails are files. */
  sendsMail: z.boolean(),
});
export type GroupMessageAudience = z.infer<typeof groupMessageAudience>;

/** The query string of `GET /api/admin/messages/:id/recipients`. */
export const recipientsQuery = z.object({
  /** How many to leave out at the beginning. */
  from: z._default(z.coerce.number().check(z.int(), z.gte(0), z.lte(1_000_000)), 0),
  /** With `true`, only those whose email was given up, or who want none since it was sent. */
  unreached: z.optional(z.literal('true')),
});

export type RecipientsQuery = z.infer<typeof recipientsQuery>;

const recipient = z.object({
  uid: z.string(),
  /** As they were when the message was sent. */
  fullName: z.string(),
  developmentTrack: z.nullable(track),
  /** As it is now. */
  email: z.string(),
  dismissedAt: z.nullable(time),
  /** Where the email to them stands; null if there is none. `skipped`: there was nobody to write to. */
  mail: z.nullable(z.enum(['waiting', 'stopped', 'sent', 'skipped', 'refused', 'failed'])),
});

/** Its response: those who are still members, by name. */
export const recipientsPage = z.object({ total: count, recipients: z.array(recipient) });
export type RecipientsPage = z.infer<typeof recipientsPage>;

/** A message as a member reads it, filled in. */
const ownMessage = z.object({
  id: z.string(),
  /** Empty without one. */
  subject: z.string(),
  text: z.string(),
  sentAt: time,
  correctedAt: z.nullable(time),
  endsAt: z.nullable(time),
});
export type OwnMessage = z.infer<typeof ownMessage>;

/** The response of `GET /api/me/messages`, newest first: those that were neither dismissed nor withdrawn, nor have ended. */
export const ownMessages = z.object({ messages: z.array(ownMessage) });
export type OwnMessages = z.infer<typeof ownMessages>;

interface Reader {
  fullName: string;
  developmentTrack: Track | null;
}

/** The values of the placeholders in a message to this member. */
function valuesFor({ fullName, developmentTrack }: Reader): PlaceholderValues {
  return {
    name: fullName === nameOfUnknown ? null : fullName,
    track: developmentTrack && trackLabels[developmentTrack],
  };
}

/** The message for a chat of these readers, without names. */
export function chatText(
  { subject, text }: Pick<NewGroupMessage, 'subject' | 'text'>,
  filter: MemberFilter | undefined,
): string {
  const only = tracks.find((track) => track === filter?.track);
  return [subject, text]
    .map((part) => textForAll(part.trim(), only ? trackLabels[only] : null))
    .filter(Boolean)
    .join('\n\n');
}

/** The text as this member reads it. */
export function textFor(text: string, reader: Reader): string {
  return filledIn(text, valuesFor(reader));
}

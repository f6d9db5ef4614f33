import type { Generated } from 'kysely';
import type { MailKind } from '#domain/member-account.ts';
import type { Track } from '#domain/member-choices.ts';
import type { Member } from '#domain/members.ts';
import type { Outcome } from '#domain/outcomes.ts';
import type { ReminderKind } from '#domain/reminder-kinds.ts';
import type { SnippetKind } from '#domain/review.ts';
import type { AccountTables } from './account-tables.ts';

/** A boolean in the portal's own tables: 0 or 1 on both engines. */
type Flag = number;

/** How a value of a record is stored. */
type Stored<T> = T extends boolean ? Flag : T extends string ? string : T extends number ? number : T;

/** One row per member, keyed by the account's id (spec, point 3). Times are ISO 8601 UTC text. */
type MembersTable = { [Field in keyof Member]: Stored<Member[Field]> } & DerivedMemberColumns;

interface DerivedMemberColumns {
  /** Derived columns (server/members/derived-columns.ts): for the lists, and for finding the same repository and student ID. */
  nameKey: Generated<string>;
  searchText: Generated<string>;
  repository: Generated<string>;
  studentIdKey: Generated<string>;
  linkMark: Generated<string>;
}

/** Every table. */
export interface Tables extends AccountTables {
  members: MembersTable;
  /** The position up to which an administrator has seen the change log, and when. */
  admin_visits: {
    uid: string;
    seq: number;
    at: string;
  };
  /** One row per write to `members`, appended in the same transaction. */
  changes: {
    seq: Generated<number>;
    /** Whose record changed. */
    uid: string;
    /** The id of the account that changed it. */
    actor: string;
    kind: string;
    at: string;
    /** JSON: `{ [field]: { old, new } }`. */
    fields: string;
    /** Shared by changes that were made together; null for a single change. */
    batch: string | null;
    /** The `seq` of the change that this one undoes. */
    undoes: number | null;
  };
  form_submissions: {
    id: string;
    formId: string;
    receivedAt: string;
    /** JSON: the fields as sent. */
    fields: string;
    readAt: string | null;
    /** One line. */
    subject: Generated<string>;
    /** The address for replies. */
    replyTo: string | null;
    /** All values as a search compares them (`searchableText`). */
    searchText: Generated<string>;
    /** The sender and the beginning, for the list. */
    sender: Generated<string>;
    excerpt: Generated<string>;
    /** How much the message takes. */
    bytes: Generated<number>;
    /** When it was deleted; it is purged a day later. */
    deletedAt: string | null;
    /** The member who was signed in when sending it. */
    memberUid: string | null;
    kind: Generated<'project' | 'question'>;
    /** When a question was marked as answered, and by which account; null while it is open. */
    answeredAt: string | null;
    answeredBy: string | null;
  };
  /** An answer that was sent to the sender of a message. */
  form_answers: {
    id: string;
    submissionId: string;
    /** The member who was signed in when sending the message. */
    memberUid: string | null;
    text: string;
    /** The account that wrote it. */
    actor: string;
    at: string;
    /** Its row in `mail_outbox`, which goes some time after it was sent. */
    mailId: string;
  };
  /** The number and size of all messages, deleted ones included: one row, which triggers keep. */
  inbox_total: {
    id: number;
    messages: number;
    bytes: number;
  };
  /** The staff share these texts about a submission. The part of a review that the member sees is in `members`. */
  reviews: {
    id: string;
    uid: string;
    /** The submission's `submittedAt`; empty where it has none. */
    submittedAt: string;
    draft: string;
    note: string;
    savedAt: string;
  };
  /** A reviewer's opinion about a submission, which nobody else writes. */
  opinions: {
    id: string;
    uid: string;
    /** As in `reviews`. */
    submittedAt: string;
    /** The account. It may be a former reviewer's, and removed. */
    reviewer: string;
    /** 1 once it counts. */
    given: Flag;
    /** JSON: the requirements that it ticks, by id, with the titles that they had. */
    met: string;
    /** How many of the requirements of its track those are. */
    metCount: number;
    /** JSON: `[{ criterion, score }]`. */
    scores: string;
    /** Their weighted mean in hundredths; null while one is missing. */
    score: number | null;
    comment: string;
    savedAt: string;
  };
  /** Which reviewer has a submission open, until when by the database's clock. */
  review_claims: {
    uid: string;
    reviewer: string;
    until: string;
  };
  /** Saved texts for feedback, and for answers to messages. */
  review_snippets: {
    id: string;
    kind: Generated<SnippetKind>;
    text: string;
    createdAt: string;
  };
  /** An account that wants no mails of a kind. */
  mail_optouts: {
    /** Kind and account, with a space between. */
    id: string;
    uid: string;
    kind: string;
    at: string;
  };
  /** How long a submission waited for its review. */
  review_waits: {
    /** Member and `submittedAt`, with a space between. */
    id: string;
    uid: string;
    reviewedAt: string;
    seconds: number;
  };
  /** A message from the administrator to a group of members. */
  group_messages: {
    id: string;
    /** One line; empty without one. It may have placeholders, as the text. */
    subject: Generated<string>;
    text: string;
    /** JSON: the filter of the member list that chose the recipients. */
    filter: string;
    email: number;
    /** When dashboards stop showing it. */
    endsAt: string | null;
    /** When it is to be sent; null once it was. */
    plannedFor: string | null;
    /** When it was sent, or is to be. */
    sentAt: string;
    actor: string;
    /** The sender's email then. */
    sentBy: string;
    /** To how many it was sent, or would have been when it was planned; those who left have no row any more. */
    recipients: number;
    /** How many did not get a planned one, because its text would have had a gap. */
    leftOut: Generated<number>;
    correctedAt: string | null;
    withdrawnAt: string | null;
  };
  /** A member to whom a message was sent. */
  group_message_recipients: {
    /** Message and member, with a space between. */
    id: string;
    messageId: string;
    uid: string;
    /** The values of the placeholders, as of the sending. */
    fullName: string;
    developmentTrack: Track | null;
    dismissedAt: string | null;
  };
  /** A member's own deadline. */
  extensions: {
    uid: string;
    until: string;
  };
  /** A reminder that a member got, or is about to get, once. */
  reminders: {
    /** The message's id on the dashboard and the member, with a space between. */
    id: string;
    uid: string;
    kind: ReminderKind;
    sentAt: string;
    dismissedAt: string | null;
  };
  /** The administrator's decision about a member. Nobody else reads it. */
  outcomes: {
    uid: string;
    outcome: Outcome;
    /** The account that set it, and when. */
    actor: string;
    at: string;
    /** The place on the waiting list that the administrator has given; null follows score and submission. */
    rank: Generated<number | null>;
  };
  /** The effect of one change of outcomes on a member, for undo. The change log names no member and no outcome. */
  outcome_changes: {
    id: string;
    /** The change's. */
    seq: number;
    uid: string;
    before: Outcome | null;
    after: Outcome | null;
  };
  /** The result that a member sees: a row exists once they are released. */
  results: {
    uid: string;
    /** Null once a correction has taken the result back. */
    outcome: Outcome | null;
    releasedAt: string;
    /** For the certificate, as they were at the release. */
    fullName: string;
    track: Track | null;
    season: string;
    /** The id of the certificate's page, if the member has asked for one. */
    certificate: string | null;
    /** 1 if a correction has replaced another result. */
    corrected: Generated<number>;
    /** The sentence for the member that came with the last correction; '' without one. */
    note: Generated<string>;
    /** Until when a selected member can confirm the place; null if nobody asks. */
    answerUntil: Generated<string | null>;
    answer: Generated<'yes' | 'no' | 'lapsed' | null>;
    remindedAt: Generated<string | null>;
    /** The role of a member of the club, as free text, and when they left it. */
    role: Generated<string>;
    leftOn: Generated<string | null>;
  };
  /** A release of results, planned or done. */
  rounds: {
    id: string;
    /** JSON: `{ all: true }`, `{ filter }`, or `{}` for chosen members. */
    audience: string;
    actor: string;
    /** JSON: when selected members have to have answered; null if nobody asks. */
    answerBy: string | null;
    /** The time that follows from it, from the release on. */
    answerUntil: Generated<string | null>;
    plannedFor: string | null;
    /** When it was planned for in a backup that was restored: a restore cancels it. */
    cancelledPlan: string | null;
    releasedAt: string | null;
    /** On certificates, from the release on. */
    season: string | null;
    /** How many members it was confirmed for. */
    expected: number;
    /** Those of them who had left by the release. */
    left: Generated<number>;
    /** JSON: the places of each track that it gave, without those of the waiting list. */
    places: Generated<string>;
  };
  /** A member whose result a round releases. */
  round_members: {
    /** Round and member, with a space between. */
    id: string;
    roundId: string;
    uid: string;
    /** 1 once the member has the result. */
    told: Generated<Flag>;
  };
  /** A correction of a released result that has not taken effect yet. Nobody but administrators reads it. */
  result_corrections: {
    uid: string;
    before: Outcome | null;
    after: Outcome | null;
    reason: string;
    note: string;
    actor: string;
    dueAt: string;
  };
  /** Mail. A process that sends one claims it until `claimedUntil` (server/mail/outbox-store.ts). */
  mail_outbox: {
    id: string;
    /** The order in which due mails are sent (`lanes`). */
    lane: number;
    kind: MailKind;
    /** The source from which it is composed when it is due. Null if its text is stored, or if a newer mail has taken its place. */
    topic: string | null;
    /** The account that it is about; null for anybody else's. A member has at most one unsent mail of a topic. */
    uid: string | null;
    /** Null until it is composed. */
    to: string | null;
    replyTo: string | null;
    subject: string | null;
    /** Both bodies are null once the mail is done, because they may contain a secret link. */
    text: string | null;
    html: string | null;
    /** The address that ends mails of this kind; null for a mail about the account. */
    unsubscribe: string | null;
    /**
     * `stopped` by the administrator; `skipped`: there was nothing to say any more; `refused` by the recipient's mail server
     * for good; `failed`: given up.
     */
    state: 'waiting' | 'stopped' | 'sent' | 'skipped' | 'refused' | 'failed';
    createdAt: string;
    /** When to try next. */
    dueAt: string;
    attempts: Generated<number>;
    firstTriedAt: string | null;
    /** While a process sends it; one that died keeps it until then. */
    claimedUntil: string | null;
    /** When it was sent, skipped, refused or given up. */
    doneAt: string | null;
    lastError: string | null;
  };
  /** An address that its mail server refused for good. */
  refused_addresses: {
    /** In lower case. */
    email: string;
    /** The account that the mail was to; null for anybody else's. */
    uid: string | null;
    at: string;
    reason: string;
  };
  /** A past season. */
  seasons: {
    id: string;
    name: string;
    endedAt: string;
    /** The account that ended it. */
    by: string;
    /** The last change of the season. */
    lastSeq: number;
    /** JSON: its numbers. */
    counts: string;
    /** JSON: the words of its results, of which the next season reminds. */
    words: string;
    /** JSON: the email to those whose account was closed. */
    mail: string;
    /** When all of it was here; null while it still ends. */
    movedAt: string | null;
    /** When the personal data went. */
    clearedAt: string | null;
  };
  /** A member of a past season, or a message of somebody who was none. */
  past_records: {
    /** Season, kind, and the member's or the message's id, with spaces between. */
    id: string;
    seasonId: string;
    kind: 'member' | 'message';
    uid: string | null;
    /** The name, or who sent the message. */
    name: string;
    nameKey: string;
    email: string;
    track: Track | null;
    /** The released result. */
    outcome: Outcome | null;
    /** 1 for a member who keeps the account. */
    stays: Flag;
    searchText: string;
    /** JSON: every row that was the member's, or the message and its answers; null until the season has taken them. */
    document: string | null;
  };
  /** A member of the club, by the season in which they became one; those of this season have a row of `results`. */
  club_members: {
    /** Season and member, with a space between. */
    id: string;
    seasonId: string;
    uid: string;
    /** As they were at the end of the season. */
    fullName: string;
    email: string;
    contactNumber: string;
    track: Track | null;
    role: string;
    /** When the result was released. */
    since: string;
    leftOn: string | null;
    certificate: string | null;
  };
  /** The spec's `test` node (point 3): at most one row. */
  test_node: {
    id: number;
    message: string;
    timestamp: string;
  };
  rate_limits: {
    key: string;
    points: number;
    /** Unix time in milliseconds; null never expires. */
    expire: number | null;
  };
  /** The club's settings, part by part; a part without a row has its default. */
  settings: {
    part: string;
    /** JSON. */
    value: string;
    /** Rises with each save. */
    version: number;
  };
  /** Facts that the portal keeps about itself (portal-state.ts). */
  portal_state: {
    name: string;
    /** JSON. */
    value: string;
  };
  /** An account that an import created or changed. */
  imported_accounts: {
    uid: string;
    /** Its uid where it comes from. */
    sourceUid: string;
    /** ISO 8601, UTC: at the former service. */
    lastSignedInAt: string | null;
  };
  /** The keys of imported password hashes, encrypted with the portal's secret. */
  password_keys: {
    id: string;
    sealed: string;
  };
}

/** Every table with its primary key, in an order that satisfies foreign keys. A missing table is a type error. */
export const primaryKeys = {
  user: 'id',
  session: 'id',
  account: 'userId',
  second_factors: 'uid',
  passkeys: 'id',
  identities: 'id',
  mailed_tokens: 'id',
  staff: 'uid',
  known_devices: 'id',
  closed_accounts: 'uid',
  members: 'uid',
  admin_visits: 'uid',
  changes: 'seq',
  reviews: 'id',
  opinions: 'id',
  review_claims: 'uid',
  review_snippets: 'id',
  mail_optouts: 'id',
  review_waits: 'id',
  group_messages: 'id',
  group_message_recipients: 'id',
  extensions: 'uid',
  reminders: 'id',
  outcomes: 'uid',
  outcome_changes: 'id',
  results: 'uid',
  result_corrections: 'uid',
  rounds: 'id',
  round_members: 'id',
  form_submissions: 'id',
  form_answers: 'id',
  // After the messages, which are counted as they are written.
  inbox_total: 'id',
  mail_outbox: 'id',
  refused_addresses: 'email',
  seasons: 'id',
  past_records: 'id',
  club_members: 'id',
  test_node: 'id',
  rate_limits: 'key',
  settings: 'part',
  portal_state: 'name',
  imported_accounts: 'uid',
  password_keys: 'id',
} satisfies Record<keyof Tables, string>;

export const tableNames = Object.keys(primaryKeys) as (keyof Tables)[];

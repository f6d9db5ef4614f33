import * as z from 'zod/mini';
import { boundedString, trimmedString } from './bounded.ts';
import { answerTexts, sentAnswer } from './form-answers.ts';
import { isoTime } from './members.ts';
import { counted } from './plural.ts';
import { requiredMultilineText } from './required-text.ts';
import { unreadTexts } from './unread.ts';

/** Which messages of the inbox are shown. */
export const readStates = ['all', 'unread', 'read'] as const;
export type ReadState = (typeof readStates)[number];

/** A member's message with a project's link, or any other. */
const messageKinds = ['project', 'question'] as const;
export type MessageKind = (typeof messageKinds)[number];

/** The kinds that the inbox can be limited to. A question is open until it is marked as answered. */
export const kindFilters = ['any', 'project', 'question', 'open', 'answered'] as const;
export type KindFilter = (typeof kindFilters)[number];

/** The filter of the inbox: words that every message contains, a form's id, read or unread. */
export const inboxFilter = z.object({
  q: z._default(trimmedString(200, { tooLong: 'Search for at most 200 characters' }), ''),
  form: z._default(
    boundedString(64, { tooLong: 'There is no such form' }).check(
      z.regex(/^[\w-]{0,64}$/, 'There is no such form'),
    ),
    '',
  ),
  state: z._default(z.enum(readStates, 'Messages are read or unread'), 'all'),
  kind: z._default(z.enum(kindFilters, 'There is no such kind of message'), 'any'),
});
export type InboxFilter = z.infer<typeof inboxFilter>;

/** The query string of `GET /api/admin/form-submissions`. */
export const inboxQuery = z.extend(inboxFilter, {
  /** `nextCursor` of the page before; absent for the first page. */
  cursor: z.optional(boundedString(200)),
  limit: z._default(z.coerce.number().check(z.int(), z.gte(1), z.lte(100)), 50),
});
export type InboxQuery = z.infer<typeof inboxQuery>;

/** How many characters of the sender and of the text the list shows. */
export const listedLength = 200;

const messageHead = {
  id: z.string(),
  formId: z.string(),
  /** The form's title; its id if the form is no longer declared. */
  form: z.string(),
  /** ISO 8601, UTC. */
  receivedAt: z.string(),
  readAt: z.nullable(z.string()),
  kind: z.enum(messageKinds),
  /** When a question was marked as answered; null while it is open. */
  answeredAt: z.nullable(z.string()),
  /** The subject, in one line. */
  subject: z.string(),
  /** The sender: the field `name`, else the address, else nothing. */
  from: z.string(),
};

/** A message as the list shows it. Its size is bounded. */
const listedSubmission = z.object({
  ...messageHead,
  /** Its beginning. */
  excerpt: z.string(),
});
export type ListedSubmission = z.infer<typeof listedSubmission>;

/** A complete message. */
export const receivedSubmission = z.object({
  ...messageHead,
  replyTo: z.nullable(z.string()),
  /** The member who was signed in when sending it. */
  memberUid: z.nullable(z.string()),
  /** The name of the account that marked it as answered. */
  answeredBy: z.nullable(z.string()),
  /** Oldest first. */
  answers: z.array(sentAnswer),
  /** How an answer would be sent. */
  answering: z.object({
    /** Whether the portal has a mail server. Without one an answer is only a file. */
    sendsMail: z.boolean(),
    /** Whether the sender has confirmed the address: only then the message is quoted. */
    quotes: z.boolean(),
    /** The club's mailbox, where a reply to the answer arrives; null for the sender's address of all mails. */
    repliesTo: z.nullable(z.string()),
  }),
  /** In the form's order. */
  fields: z.array(z.object({ name: z.string(), label: z.string(), value: z.string() })),
});
export type ReceivedSubmission = z.infer<typeof receivedSubmission>;

/** The response of `GET /api/admin/form-submissions`: one page, newest first. */
export const inboxPage = z.object({
  submissions: z.array(listedSubmission),
  nextCursor: z.nullable(z.string()),
  /** How many messages are unread, whatever the filter. */
  unread: z.number(),
  /** Names the newest message, whatever the filter. */
  newest: z.nullable(z.string()),
  /** The forms to choose from. */
  forms: z.array(z.object({ id: z.string(), title: z.string() })),
});
export type InboxPage = z.infer<typeof inboxPage>;

/** The body of `PATCH /api/admin/form-submissions/:id`: what it omits stays. A project is not marked as answered. */
export const messageMark = z
  .strictObject({
    read: z.optional(z.boolean('Say whether the message is read')),
    answered: z.optional(z.boolean('Say whether the question is answered')),
  })
  .check(
    z.refine(({ read, answered }) => read !== undefined || answered !== undefined, {
      path: ['read'],
      message: 'Say whether the message is read',
    }),
  );
export type MessageMark = z.infer<typeof messageMark>;

/** Characters of an answer. */
const answerMax = 5_000;

/** The body of `POST /api/admin/form-submissions/:id/answer`. The same text is sent to a message only once. */
export const submissionAnswer = z.strictObject({ text: requiredMultilineText('The answer', answerMax) });

/** The body of `POST /api/admin/form-submissions/read`: marks the messages up to `newest` as read. */
export const allRead = z.strictObject({
  /** `newest` of the page that was shown: a message that arrived since stays unread. */
  newest: boundedString(200),
});

/** Its response: how many were marked. */
export const allReadAnswer = z.object({ changed: z.int().check(z.gte(0)) });

export const messageId = boundedString(64).check(z.regex(/^[\w-]{1,64}$/, 'There is no such message'));

/** How many messages one request deletes at most. */
export const deleteManyCap = 500;

const deletionTime = 'Say when the messages were deleted';

/** The body of `PATCH /api/admin/form-submissions`: deletes messages, or restores them. */
export const messageDeletion = z.strictObject({
  ids: z.array(messageId).check(z.minLength(1), z.maxLength(deleteManyCap)),
  /** The state that the page showed: null deletes; the time of a deletion takes that one back, and no later one. */
  deletedAt: z.nullable(boundedString(40, { tooLong: deletionTime }).check(z.iso.datetime(deletionTime))),
});
export type MessageDeletion = z.infer<typeof messageDeletion>;

/** Its response: how many messages changed, and when they were deleted; the others are not in the state that was shown. */
export const messageDeletionAnswer = z.object({
  changed: z.int().check(z.gte(0)),
  deletedAt: z.nullable(isoTime),
});
export type MessageDeletionAnswer = z.infer<typeof messageDeletionAnswer>;

/** How long a deleted message can be restored, in milliseconds. */
export const deletedForMs = 24 * 60 * 60_000;

export const readStateLabels: Record<ReadState, string> = { all: 'All', unread: 'Unread', read: 'Read' };

export const kindFilterLabels: Record<KindFilter, string> = {
  any: 'All kinds',
  project: 'Projects',
  question: 'Questions',
  open: 'Open questions',
  answered: 'Answered questions',
};

/** Lengths of a reply's address once it is encoded: Windows opens about 2,000 characters, and a Hindi letter takes nine. */
const encodedMax = { subject: 500, body: 1_200 } as const;

/** An address that opens a reply in a mail program, quoting the beginning, or null if the sender left none. */
export function replyAddress({ replyTo, subject, fields }: ReceivedSubmission): string | null {
  if (!replyTo) return null;
  const message = fields.find(({ name }) => name === 'message')?.value ?? '';
  const body = message ? `\r\n\r\n${message.replace(/^/gm, '> ').replace(/\r?\n/g, '\r\n')}` : '';
  const about = /^re:/i.test(subject) ? subject : `Re: ${subject}`;
  const to = encodeURIComponent(replyTo).replace('%40', '@');
  return `mailto:${to}?subject=${encodedStart(about, encodedMax.subject)}&body=${encodedStart(body, encodedMax.body)}`;
}

/** As many characters of a text as fit, encoded. */
function encodedStart(text: string, max: number): string {
  let encoded = '';
  for (const character of text.slice(0, max).toWellFormed()) {
    const next = encoded + encodeURIComponent(character);
    if (next.length > max) break;
    encoded = next;
  }
  return encoded;
}

export const inboxMessages = {
  ...answerTexts,
  title: unreadTexts.title,
  search: 'Search messages',
  show: 'Show',
  form: 'Form',
  allForms: 'All forms',
  export: 'Export CSV',
  list: 'Messages',
  selectFrom: (sender: string) => `Select the message from ${sender}`,
  unreadPrefix: 'Unread:',
  more: 'Load older messages',
  all: 'All messages',
  reply: 'Reply',
  markRead: 'Mark as read',
  markUnread: 'Mark as unread',
  subtitle: 'Messages from the portal’s forms, newest first.',
  emptyTitle: 'No messages yet',
  empty: 'Messages from the contact form appear here.',
  nothingFoundTitle: 'No message matches',
  nothingFound: 'Try other words, or show all messages.',
  showAll: 'Show all messages',
  noneOpen: 'Select a message to read it.',
  missing: 'This message no longer exists.',
  noSender: 'Unknown sender',
  loadFailed: 'Failed to load messages',
  markAll: 'Mark all read',
  markAllFailed: (reason: string) => `The messages couldn’t be marked. ${reason}`,
  kind: 'Kind',
  kinds: { project: 'Project', question: 'Question' } satisfies Record<MessageKind, string>,
  answered: 'Answered',
  answeredBy: (name: string, at: string) => `Answered by ${name}, ${at}`,
  markAnswered: 'Mark as answered',
  markOpen: 'Mark as open',
  openSubmission: 'Open the submission',
  openRecord: 'Open the member',
  answerTitle: 'Answer',
  answers: 'Answers',
  answerTo: (address: string) => `It goes to ${address}.`,
  quoted: 'Their message is quoted below it.',
  notQuoted: 'Nothing of their message is quoted, because nobody has confirmed that the address is theirs.',
  repliesTo: (address: string) =>
    `If they write back, that comes by email to ${address}, and not into this inbox.`,
  repliesToSender: 'If they write back, that comes by email to the address that the portal sends from.',
  noMailServer: 'This portal has no mail server, so answer with your own mail program:',
  copyAddress: 'Copy the address',
  noAddress: 'The sender left no address to answer to.',
  sendAnswer: 'Send Answer',
  sendingAnswer: 'Sending...',
  savedAnswers: 'Saved answers',
  projectUnanswered: 'A project is answered by its review',
  markFailed: (reason: string) => `The message couldn’t be marked. ${reason}`,
  delete: 'Delete',
  select: 'Select messages',
  selectAll: 'Select all shown',
  nouns: ['message', 'messages'],
  selectNone: 'Cancel',
  selected: (count: number) =>
    count === 0 ? 'No messages selected' : `${counted(count, 'message')} selected`,
  deleted: (count: number) => `${counted(count, 'message')} deleted.`,
  undo: 'Undo',
  restored: (count: number) => `${counted(count, 'message')} restored.`,
  deleteFailed: (reason: string) => `The messages couldn’t be deleted. ${reason}`,
  restoreFailed: (reason: string) => `The messages couldn’t be restored. ${reason}`,
} as const;

/** The keys of the inbox, as the question mark shows them. Where the desk has the same action, the key is the same. */
export const inboxKeys = [
  { keys: ['J', '→'], label: 'Next message' },
  { keys: ['K', '←'], label: 'Previous message' },
  { keys: ['M'], label: 'Open the page of the member' },
  { keys: ['O'], label: 'Open the submission' },
  { keys: ['A'], label: 'Answered, on or off' },
  { keys: ['U'], label: 'Read, on or off' },
  { keys: ['?'], label: 'Show these keys' },
] as const;

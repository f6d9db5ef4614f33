import type { MailKind } from '#domain/member-account.ts';

export interface Bound {
  points: number;
  seconds: number;
}

/** Starts again every quarter of an hour, the longest wait for a caller who has reached it. */
function perQuarterHour(perHour: number): Bound {
  return { points: perHour / 4, seconds: 15 * 60 };
}

function perHour(points: number): Bound {
  return { points, seconds: 60 * 60 };
}

const mebibyte = 1024 * 1024;

/**
 * The requests of one sender: an IPv4 address, or an IPv6 network (/64), which one household
 * gets. Wide, since a whole campus shares one in the orientation hour: each bound is what about 2,000 students need.
 */
export const requestBounds = {
  register: perQuarterHour(8_000),
  'sign-in': perQuarterHour(8_000),
  'reset-request': perQuarterHour(1_200),
  form: perQuarterHour(4_000),
  'wrong-token': perQuarterHour(4_000),
} as const satisfies Record<string, Bound>;

/** The writes of one signed-in account: enough for any person, not for a script. */
export const accountBounds = {
  writes: { points: 120, seconds: 60 },
  forms: perHour(60),
} as const satisfies Record<string, Bound>;

/**
 * Bytes stored, counted once they are. Each takes up to six on the disk: the row, its search text, the change log
 * and the mail. A refused request counts nothing. Strangers and members are counted apart, so that no stranger uses up
 * what members need.
 */
export const byteBounds = {
  strangerAddress: perHour(8 * mebibyte),
  strangersTotal: perHour(32 * mebibyte),
  account: perHour(1 * mebibyte),
  // A member's data is read, moved and removed as a whole.
  accountInQuarter: { points: 2 * mebibyte, seconds: 90 * 24 * 60 * 60 },
  memberAddress: perHour(16 * mebibyte),
  membersTotal: perHour(64 * mebibyte),
} as const satisfies Record<string, Bound>;
export type ByteBounds = Record<keyof typeof byteBounds, Bound>;

export interface MailBounds {
  /** One mailbox, for requests of one sender. */
  pair?: Bound;
  /** One mailbox, for requests of all senders. */
  recipient?: Bound;
  account?: Bound;
  /** All mails that one sender causes, but those of `established`. */
  sender?: Bound;
  /** All mails of the kind but those of the shares below. */
  total: Bound;
  /** All mails for confirmed mailboxes of accounts less than a day old. */
  confirmed?: Bound;
  /** All mails for confirmed mailboxes of older accounts, which no stranger has today. */
  established?: Bound;
}

/** The kinds of mails that administrators and operators do not cause themselves. One without bounds does not compile. */
export type BoundedMail = Exclude<
  MailKind,
  | 'review'
  | 'result'
  | 'group-message'
  | 'reminder'
  | 'hand-over'
  | 'deadline'
  | 'form-answer'
  | 'season-ended'
>;

export const mailBounds: Record<BoundedMail, MailBounds> = {
  // Past the first two the newest link in the mailbox still works. They are few, so that only somebody who knows 200
  // established members could use up what is kept for them. Strangers need ten addresses to use up either of the other
  // totals.
  'password-reset': {
    pair: perHour(5),
    recipient: perHour(10),
    sender: perHour(100),
    total: perHour(1_000),
    confirmed: perHour(1_000),
    established: perHour(2_000),
  },
  'email-changed': {
    recipient: perHour(5),
    account: perHour(5),
    sender: perHour(300),
    total: perHour(500),
    confirmed: perHour(250),
    established: perHour(500),
  },
  // Past these it is omitted: the first have said it.
  'account-notice': {
    recipient: perHour(5),
    account: perHour(5),
    sender: perHour(300),
    total: perHour(500),
    confirmed: perHour(250),
    established: perHour(500),
  },
  'confirm-email': {
    recipient: perHour(5),
    account: perHour(5),
    sender: perHour(2_000),
    total: perHour(3_000),
    confirmed: perHour(500),
    established: perHour(1_000),
  },
  'form-receipt': {
    recipient: perHour(5),
    sender: perHour(300),
    total: perHour(500),
    confirmed: perHour(250),
    established: perHour(500),
  },
  // The administrator causes them, and can type the wrong address.
  invitation: { recipient: perHour(5), total: perHour(50) },
  'form-message': { total: perHour(300), confirmed: perHour(100), established: perHour(200) },
};

/** Hashes of passwords that wait in one process, in each lane of the queue. */
export const hashBounds = { waiting: 100 } as const;

/**
 * Failed sign-ins are counted by address, and anybody can make addresses up: past this many counts, housekeeping forgets
 * those with the fewest failures.
 */
export const failureBounds = { counts: 100_000 } as const;

/** One connection: HTTP lets a client send requests before it reads the responses to earlier ones. */
export const connectionBounds = {
  /** Requests that wait for the response before theirs. Browsers and proxies send one at a time. */
  waiting: 32,
  /** Bytes of a response that the client has not taken when it sends another request. */
  unreadBytes: mebibyte,
} as const;

/** Pages that follow changes, open at the same time in one process. */
export const streamBounds = { account: 32, address: 4_000, total: 6_000 } as const;

/** Lines of the log with the same message. Over the limit, one line says how many were left out. */
export const logBounds = { problems: perHour(1_000), notes: perHour(100_000) } as const satisfies Record<
  string,
  Bound
>;

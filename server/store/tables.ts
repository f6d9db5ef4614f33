import type { ColumnType, Generated } from 'kysely';
import type { MailKind } from '#server/mail/mail.ts';

/** A boolean of the portal's own tables: 0 or 1 on both engines. */
type Flag = number;

/** A time in an account table: ISO text in SQLite, timestamptz (read as Date) in PostgreSQL. */
export type AccountTime = ColumnType<Date | string, Date | string, Date | string>;

/** One row a member, keyed by the account's id (spec, point 3). Times are ISO 8601 UTC text. */
export interface MembersTable {
  uid: string;
  fullName: string;
  email: string;
  studentId: string;
  department: string;
  yearOfStudy: number;
  contactNumber: string;
  createdAt: string;
  updatedAt: string | null;
  registrationComplete: Flag;
  developmentTrack: string | null;
  trackUpdatedAt: string | null;
  taskCompleted: Flag;
  taskCompletedAt: string | null;
  githubLink: string | null;
  projectDescription: string | null;
  submittedAt: string | null;
  submissionReviewed: Flag;
  graded: Flag;
  /** What follows from the rest, for lists (server/members/member-facets.ts). */
  nameKey: Generated<string>;
  searchText: Generated<string>;
  facet: Generated<string>;
}

/** How many members have the same values in everything that a list can be filtered by. */
export interface MemberFacetsTable {
  facet: string;
  track: string;
  yearOfStudy: number;
  department: string;
  step: number;
  submitted: Flag;
  reviewed: Flag;
  graded: Flag;
  members: number;
}

/** How many members registered on a day in UTC, `yyyy-mm-dd`. */
export interface RegistrationDaysTable {
  day: string;
  members: number;
}

/** Up to where an administrator has seen the change log, and when they did. */
export interface AdminVisitsTable {
  uid: string;
  seq: number;
  at: string;
}

/** One row for every write to `members`, appended in the same transaction. */
export interface ChangesTable {
  seq: Generated<number>;
  /** Whose record changed. */
  uid: string;
  /** Who changed it: an account's id. */
  actor: string;
  kind: string;
  at: string;
  /** JSON: `{ [field]: { old, new } }`. */
  fields: string;
  /** Shared by the changes made in one go; null for a change of its own. */
  batch: string | null;
  /** The `seq` of the change that this one takes back. */
  undoes: number | null;
}

export interface FormSubmissionsTable {
  id: string;
  formId: string;
  receivedAt: string;
  /** JSON: the fields as they were sent. */
  fields: string;
  readAt: string | null;
  /** What it is about, in one line. */
  subject: Generated<string>;
  /** Where an answer goes. */
  replyTo: string | null;
  /** All values in lower case, a line each, for the search. */
  searchText: Generated<string>;
}

/** Mails on their way. A process that sends one holds it until `claimedUntil`. */
export interface MailOutboxTable {
  id: string;
  kind: MailKind;
  to: string;
  replyTo: string | null;
  subject: string;
  /** Both bodies are null once the mail is sent or given up: they may hold a secret link. */
  text: string | null;
  html: string | null;
  createdAt: string;
  /** When to try next. */
  notBefore: string;
  attempts: number;
  claimedBy: string | null;
  claimedUntil: string | null;
  sentAt: string | null;
  /** When it was given up. */
  failedAt: string | null;
  lastError: string | null;
}

/** The spec's `test` node (point 3): at most one row. */
export interface TestNodeTable {
  id: number;
  message: string;
  timestamp: string;
}

export interface RateLimitsTable {
  key: string;
  points: number;
  /** Unix time in milliseconds; null never expires. */
  expire: number | null;
}

/** What the portal remembers of itself (portal-state.ts). */
export interface PortalStateTable {
  name: string;
  /** JSON. */
  value: string;
}

/** better-auth's tables, as its documentation gives them. */
export interface UserTable {
  id: string;
  name: string;
  email: string;
  emailVerified: ColumnType<boolean | number>;
  image: string | null;
  createdAt: AccountTime;
  updatedAt: AccountTime;
}

export interface SessionTable {
  id: string;
  expiresAt: AccountTime;
  token: string;
  createdAt: AccountTime;
  updatedAt: AccountTime;
  ipAddress: string | null;
  userAgent: string | null;
  userId: string;
}

export interface AccountTable {
  id: string;
  accountId: string;
  providerId: string;
  userId: string;
  accessToken: Generated<string | null>;
  refreshToken: Generated<string | null>;
  idToken: Generated<string | null>;
  accessTokenExpiresAt: Generated<Date | string | null>;
  refreshTokenExpiresAt: Generated<Date | string | null>;
  scope: Generated<string | null>;
  password: string | null;
  createdAt: AccountTime;
  updatedAt: AccountTime;
}

export interface VerificationTable {
  id: string;
  identifier: string;
  value: string;
  expiresAt: AccountTime;
  createdAt: AccountTime;
  updatedAt: AccountTime;
}

export interface Tables {
  members: MembersTable;
  member_facets: MemberFacetsTable;
  registration_days: RegistrationDaysTable;
  admin_visits: AdminVisitsTable;
  changes: ChangesTable;
  form_submissions: FormSubmissionsTable;
  mail_outbox: MailOutboxTable;
  test_node: TestNodeTable;
  rate_limits: RateLimitsTable;
  portal_state: PortalStateTable;
  user: UserTable;
  session: SessionTable;
  account: AccountTable;
  verification: VerificationTable;
}

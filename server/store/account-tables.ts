import type { ColumnType, Generated } from 'kysely';

/** A time in an account table: ISO text in SQLite, timestamptz (read as Date) in PostgreSQL. */
type AccountTime = ColumnType<Date | string, Date | string, Date | string>;

/** better-auth's four tables, as its documentation gives them, and what the portal keeps about accounts. */
export interface AccountTables {
  user: {
    id: string;
    name: string;
    email: string;
    emailVerified: ColumnType<boolean | number>;
    image: string | null;
    createdAt: AccountTime;
    updatedAt: AccountTime;
  };
  session: {
    id: string;
    expiresAt: AccountTime;
    token: string;
    createdAt: AccountTime;
    updatedAt: AccountTime;
    ipAddress: string | null;
    userAgent: string | null;
    userId: string;
  };
  account: {
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
  };
  verification: {
    id: string;
    identifier: string;
    value: string;
    expiresAt: AccountTime;
    createdAt: AccountTime;
    updatedAt: AccountTime;
  };
  /** A device that has signed in to an account (server/accounts/known-devices.ts). */
  known_devices: {
    /** SHA-256 of device and account. */
    id: string;
    uid: string;
    lastUsedAt: string;
  };
  /** The address that can take an account's e-mail change back, and is held for its owner (docs/decisions/email-change.md). */
  former_emails: {
    uid: string;
    email: string;
    since: string;
    until: string;
    /** The change log's end when somebody else first set a password through the new address. */
    contestedFrom: number | null;
  };
}

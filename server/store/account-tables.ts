import type { ColumnType, Generated } from 'kysely';

/** A time in an account table: ISO text in SQLite, timestamptz (read as Date) in PostgreSQL. */
type AccountTime = ColumnType<Date | string, Date | string, Date | string>;

/** Accounts, and how people sign in to them. */
export interface AccountTables {
  user: {
    id: string;
    name: string;
    email: string;
    emailVerified: ColumnType<boolean | number>;
    createdAt: AccountTime;
    updatedAt: AccountTime;
  };
  session: {
    /** SHA-256 of the token in the cookie. */
    id: string;
    userId: string;
    createdAt: AccountTime;
    /** When it was last extended, which is within an hour of its last use. */
    updatedAt: AccountTime;
    expiresAt: AccountTime;
    /** How many factors the person has shown. */
    factors: Generated<number>;
    /** The browser's names (server/accounts/browser-session.ts), empty where they are unknown. */
    browser: string;
    system: string;
    /** Its id among the known devices, which may forget it. */
    device: string | null;
  };
  /** The password of an account. */
  account: {
    userId: string;
    /** Its hash, or null while the account has no password. */
    password: string | null;
    updatedAt: AccountTime;
  };
  /** The second factor of an account (server/accounts/second-factor.ts). */
  second_factors: {
    uid: string;
    /** The secret, sealed with the portal's. */
    sealed: string;
    /** ISO 8601, UTC; null until a code has confirmed the secret. */
    since: string | null;
    /** The time step of the last code: it and earlier ones are used up. */
    lastStep: number;
    /** JSON: the SHA-256 of each recovery code that is left. */
    recoveryCodes: string;
  };
  /** The passkeys of accounts (server/accounts/passkeys.ts). */
  passkeys: {
    /** The credential's, as the browser names it. */
    id: string;
    uid: string;
    name: string;
    publicKey: string;
    /** How often its authenticator says that it was used; 0 if it does not count. */
    counter: number;
    /** ISO 8601, UTC. */
    createdAt: string;
    lastUsedAt: string | null;
  };
  /** The people at the OpenID provider who sign in to an account (server/accounts/provider-sign-in.ts). */
  identities: {
    /** SHA-256 of the issuer and of the person's id there. */
    id: string;
    uid: string;
    issuer: string;
    /** ISO 8601, UTC. */
    createdAt: string;
  };
  /** The tokens of mailed links, and the challenges of passkeys that were answered (server/accounts/mailed-tokens.ts). */
  mailed_tokens: {
    /** SHA-256 of the token. */
    id: string;
    purpose:
      | 'reset-password'
      | 'handed-over'
      | 'confirm-email'
      | 'restore-email'
      | 'invitation'
      | 'hand-over'
      | 'numbers'
      | 'challenge';
    /** The account that the link is for; of an invitation, a hand-over and the numbers, the one that made it. */
    uid: string;
    /** The address that it confirms, restores or invites. One that can be restored is held for its owner. */
    email: string | null;
    expiresAt: AccountTime;
  };
  /** The staff besides the administrator (server/accounts/staff.ts). */
  staff: {
    /** The account. Of a former reviewer it may be gone: the reviews keep their author's name. */
    uid: string;
    role: 'reviewer' | 'former';
    /** 1 if the account is also a member's. */
    member: number;
    /** As it was when the role began or ended. */
    name: string;
    /** ISO 8601, UTC: when the role began. */
    since: string;
  };
  /** A device that has signed in to an account (server/accounts/known-devices.ts). */
  known_devices: {
    /** SHA-256 of device and account. */
    id: string;
    uid: string;
    lastUsedAt: string;
  };
  /** An account that is gone from all other tables, and can return until then (server/accounts/closed-accounts.ts). */
  closed_accounts: {
    uid: string;
    /** The address and the name that it had. The address may be another account's by now. */
    email: string;
    name: string;
    /** Removed by an administrator, left by its owner, or closed at the end of a season. */
    reason: 'removed' | 'left' | 'season';
    /** ISO 8601, UTC. */
    closedAt: string;
    until: string;
    /** The account that did it. */
    by: string;
    /** The hash of its password, so that its owner learns at a sign-in why there is no account. */
    password: string | null;
    /** SHA-256 of the token that brings a left account back. */
    returnToken: string | null;
    /** JSON: every row that was the member's, by table. */
    document: string;
  };
}

/** An account that an import created or changed. */
export interface ImportedAccountsTable {
  uid: string;
  /** ISO 8601, UTC: an import is identified by its time. */
  importId: string;
  /** Its uid where it comes from. */
  sourceUid: string;
  /** The kind of change: a new account, only a record for an existing one, or the administrator replaced. */
  outcome: 'make' | 'join' | 'administrator';
  /** ISO 8601, UTC: at the former service. */
  lastSignedInAt: string | null;
  /** JSON: fields that only the former service uses, kept for the export. */
  extras: string;
  /** JSON: the administrator's account before the import, which undo restores. */
  previous: string | null;
}

/** A message of the inbox that an import brought. */
export interface ImportedMessagesTable {
  id: string;
  importId: string;
}

/** The keys of imported password hashes, encrypted with the portal's secret. */
export interface PasswordKeysTable {
  id: string;
  sealed: string;
}

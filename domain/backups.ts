import * as z from 'zod/mini';

/** How many backups the portal keeps. */
export const backupsKept = 14;

const backup = z.object({
  /** The name of its file. */
  id: z.string(),
  /** ISO 8601, UTC: when it was made. */
  at: z.string(),
  bytes: z.int(),
  /** Whether BACKUP_PASSPHRASE encrypts it on the server. */
  encrypted: z.boolean(),
  /** The command that restores it. */
  command: z.string(),
});
export type Backup = z.infer<typeof backup>;

/** The response of `GET` and `POST /api/admin/backups`. */
export const backupList = z.object({
  /** Whether the portal makes one each day. */
  daily: z.boolean(),
  /** Newest first. */
  backups: z.array(backup),
  /** Why the last one failed; null if it did not. */
  fault: z.nullable(z.string()),
  /** The last one that was restored for a check, with the fault that it had. */
  verified: z.nullable(z.object({ at: z.string(), fault: z.nullable(z.string()) })),
  /** Whether a command copies each one elsewhere. */
  copied: z.boolean(),
});
export type BackupList = z.infer<typeof backupList>;

export const backupMessages = {
  missing: 'There is no such backup on this machine any more.',
  passphrase: 'Use 12 to 200 characters, without spaces or quotation marks at the beginning and the end',
} as const;

/**
 * The body of `POST /api/admin/backups/:id/download`. BACKUP_PASSPHRASE, which restores it, takes at least 12 characters, and
 * loses spaces and quotation marks around it.
 */
export const backupDownload = z.strictObject({
  passphrase: z
    .string(backupMessages.passphrase)
    .check(z.regex(/^[^\s"'\p{Cc}][^\p{Cc}]{10,198}[^\s"'\p{Cc}]$/u, backupMessages.passphrase)),
});

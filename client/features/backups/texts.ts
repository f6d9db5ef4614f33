import { formatCount, formatNumber } from '#client/lib/format.ts';
import { type Backup, backupsKept } from '#domain/backups.ts';
import { closedDays } from '#domain/trash.ts';

export const trashTexts = {
  title: 'Trash',
  about: `Removed members stay here for ${closedDays.removed} days, invisible everywhere else, and are then removed for good.`,
  loadFailed: 'The trash couldn’t be loaded.',
  empty: 'Nobody.',
  more: (count: number) => `${formatCount(count, 'other was', 'others were')} removed before them.`,
  fact: (email: string, removed: string, until: string) =>
    `${email} · removed ${removed} · kept until ${until}`,
  restore: 'Restore',
  restored: (name: string) => `${name} is back, with everything.`,
  remove: 'Remove for Good',
  removed: (name: string) => `${name} is removed for good.`,
  failed: 'That didn’t work.',
  question: {
    title: (name: string) => `Remove ${name} for good?`,
    text: 'Account, record, project, messages and emails are gone immediately. This can’t be undone. Backups made until now still hold this member.',
    yes: 'Remove for Good',
    no: 'Keep in Trash',
  },
} as const;

export const backupsTexts = {
  title: 'Trash and Backups',
  subtitle: 'What can be brought back.',
  panel: 'Backups',
  about: `The portal makes one each day and keeps ${backupsKept}. Each week it restores one into a scratch place, and compares every row.`,
  off: 'BACKUPS is off on this server: no backup is made automatically.',
  loadFailed: 'The backups couldn’t be loaded.',
  none: 'None yet.',
  fault: (fault: string) => `The last backup failed: ${fault}`,
  verified: (when: string) => `The last check was ${when}: nothing is missing.`,
  checkFailed: (when: string, fault: string) => `The last check was ${when}, and failed: ${fault}`,
  copied: 'Each is copied elsewhere by BACKUP_THEN.',
  here: 'They are on the portal’s own machine. Download one now and then, or have each copied elsewhere by BACKUP_THEN.',
  make: 'Make One Now',
  made: 'A backup is made.',
  failed: 'That didn’t work.',
  fact: ({ bytes, encrypted }: Pick<Backup, 'bytes' | 'encrypted'>) =>
    `${formatNumber(Math.ceil(bytes / 100_000) / 10)} MB${encrypted ? ' · encrypted on the server' : ''}`,
  restore: 'How to restore it',
  steps: 'Stop every process of the portal, run this in its folder, and start it again:',
  passphraseIsSet: 'BACKUP_PASSPHRASE has to be the one that it was made with.',
  download: {
    open: 'Download...',
    title: 'Download a backup',
    text: 'It holds everything, addresses included, so it’s encrypted. Nobody can open it without this passphrase: keep it apart from the file.',
    label: 'Passphrase',
    hint: 'To restore the file, set BACKUP_PASSPHRASE to it.',
    busy: 'Encrypting...',
    go: 'Download',
    cancel: 'Cancel',
  },
} as const;

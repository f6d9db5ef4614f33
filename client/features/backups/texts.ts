import { formatCount } from '#client/lib/format.ts';
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
} as const;

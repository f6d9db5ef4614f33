import * as z from 'zod/mini';

/** The club's first decisions, in the order of the list on the administrator's dashboard: a new one is a row here. */
export const checklist = {
  people: {
    label: 'Name the people who lead the club',
    text: 'They are in the footer and on the About page, whose numbers are examples to correct.',
    to: '/admin/settings/club',
  },
  dates: {
    label: 'Set the dates',
    text: 'When registration opens and closes, and when projects are due.',
    to: '/admin/settings/dates',
  },
  tasks: {
    label: 'Make the tasks yours',
    text: 'Each track comes with an example.',
    to: '/admin/settings/tasks',
  },
  mail: {
    label: 'Set up the mail server',
    text: 'Without one, nobody can reset a password by email.',
    to: '/admin/settings/mail',
  },
  factors: {
    label: 'Protect your account',
    text: 'With a second factor, a stolen password is not enough.',
    to: '/admin/account',
  },
  backups: {
    label: 'Keep a backup elsewhere',
    text: 'The portal makes one each day, on the same machine. Download one, or have each copied by BACKUP_THEN.',
    to: '/admin/backups',
  },
} as const;

export type ChecklistItem = keyof typeof checklist;
export const checklistItems = Object.keys(checklist) as ChecklistItem[];

/** The response of `GET` and `PUT /api/admin/checklist`: what is done, and whether an administrator has dismissed the list. */
export const checklistState = z.object({
  done: z.array(z.enum(checklistItems)),
  dismissed: z.boolean(),
});

/** The body of `PUT /api/admin/checklist`. */
export const checklistWrite = z.strictObject({ dismissed: z.boolean() });

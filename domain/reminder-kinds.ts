import type { Member } from './members.ts';

/** The kinds of reminders. Contains no schemas, because the dashboard loads this module. */
export const reminderKinds = ['noTrack', 'notSubmitted'] as const;
export type ReminderKind = (typeof reminderKinds)[number];

/** The field of a record that is empty when a reminder of each kind is due. */
export const lackingField = { noTrack: 'developmentTrack', notSubmitted: 'githubLink' } as const;

/** The id under which the dashboard shows a reminder as a message. */
export function reminderId(kind: ReminderKind): string {
  return `reminder-${kind}`;
}

/** The kind of the reminder with this id; undefined for any other message. */
export function reminderOf(id: string): ReminderKind | undefined {
  return reminderKinds.find((kind) => reminderId(kind) === id);
}

/** Whether a member still lacks what the message with this id reminds them of; true for any other message. */
export function isStillNeeded(id: string, member: Pick<Member, 'developmentTrack' | 'githubLink'>): boolean {
  const kind = reminderOf(id);
  return kind === undefined || member[lackingField[kind]] === null;
}

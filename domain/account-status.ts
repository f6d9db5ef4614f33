import { trackLabels } from './member-choices.ts';
import type { Member } from './members.ts';

/** The state of a row. It is shown by an icon as well as by colour and text. */
export type StatusTone = 'done' | 'open' | 'none';

export interface StatusRow {
  label: string;
  value: string;
  tone: StatusTone;
}

/** The fields of a record that the Account Status card depends on. */
export type StatusRecord = Pick<
  Member,
  | 'registrationComplete'
  | 'developmentTrack'
  | 'taskCompleted'
  | 'githubLink'
  | 'submissionReviewed'
  | 'graded'
>;

/**
 * The rows of the dashboard's Account Status card (spec, point 2), in order. Without a record, because it is missing
 * or could not be read, every value is 'not available'.
 */
export function accountStatus(record: StatusRecord | null): StatusRow[] {
  const states = { Registration: registration, Track: track, Task: task, Submission: submissionStatus };
  return Object.entries(states).map(([label, state]) => ({
    label,
    ...(record ? state(record) : notAvailable),
  }));
}

export type Status = Omit<StatusRow, 'label'>;

export const notAvailable: Status = { value: 'Not available', tone: 'none' };

function registration(record: StatusRecord): Status {
  return record.registrationComplete
    ? { value: 'Complete', tone: 'done' }
    : { value: 'Not complete', tone: 'open' };
}

function track(record: StatusRecord): Status {
  return record.developmentTrack
    ? { value: trackLabels[record.developmentTrack], tone: 'done' }
    : { value: 'Not selected', tone: 'none' };
}

function task(record: StatusRecord): Status {
  if (record.taskCompleted) return { value: 'Completed', tone: 'done' };
  return record.developmentTrack
    ? { value: 'In progress', tone: 'open' }
    : { value: 'Not assigned', tone: 'none' };
}

/**
 * The state of a submission. Like the notice on the Next Steps card, it follows the administrator's mark 'reviewed'
 * (spec, point 4), so that the two cards agree. It says 'graded' only once that mark is set as well.
 */
export function submissionStatus(record: StatusRecord): Status {
  if (record.submissionReviewed) {
    return { value: record.graded ? 'Reviewed and graded' : 'Reviewed', tone: 'done' };
  }
  if (record.githubLink) return { value: 'Under review', tone: 'open' };
  return { value: 'Not submitted', tone: 'none' };
}

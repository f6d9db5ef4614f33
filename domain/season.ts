import type { MemberSeason } from './dates.ts';
import { isPast, moment, timeLeft } from './days.ts';
import type { Member } from './members.ts';

type Submitted = Pick<Member, 'githubLink' | 'submittedAt' | 'submissionReviewed'>;

/** Whether the member's project came after the deadline. */
export function isLate({ deadline }: Pick<MemberSeason, 'deadline'>, { submittedAt }: Submitted): boolean {
  return submittedAt !== null && isPast(deadline, Date.parse(submittedAt));
}

/** Why a member cannot submit a project now; null if they can. */
export function blockOf(
  { confirmFirst, deadline, late }: MemberSeason,
  now: number,
): 'unconfirmed' | 'closed' | null {
  if (late === 'closed' && isPast(deadline, now)) return 'closed';
  return confirmFirst ? 'unconfirmed' : null;
}

/** The deadline in parts, such as 'Due Fri 12 Dec, 23:59' and 'in 3 days'; none once it no longer concerns the member. */
export function dueTexts(
  season: Pick<MemberSeason, 'deadline' | 'extended' | 'late' | 'timeZone'>,
  member: Submitted | null,
  now: number,
): string[] {
  const { deadline, extended, late, timeZone } = season;
  if (deadline === null || member?.submissionReviewed) return [];
  const due = [`Due ${moment(deadline, timeZone)}`];
  if (!isPast(deadline, now)) due.push(timeLeft(deadline, now, timeZone));
  else if (!member?.githubLink) due.push(late === 'closed' ? 'closed' : 'late, but still open');
  else if (isLate(season, member)) due.push(seasonTexts.submittedLate);
  else return [];
  return extended ? [...due, seasonTexts.own] : due;
}

/** When members hear about their results, for somebody who has submitted and has none yet. */
export function hearByText({ hearBy, hearByMoved, timeZone }: MemberSeason, now: number): string | null {
  if (hearBy === null) return null;
  const when = moment(hearBy, timeZone);
  if (isPast(hearBy, now))
    return `You were to hear from us by ${when}. This has moved, and the new date will be here.`;
  return hearByMoved ? `This has moved: you’ll hear from us by ${when}.` : `You’ll hear from us by ${when}.`;
}

/** Texts about the deadline on members' pages. */
export const seasonTexts = {
  own: 'Your own deadline',
  submittedLate: 'submitted late',
  late: (when: string) =>
    `The deadline was ${when}. You can still submit, and your project is marked as late.`,
  inTime: 'The version that you sent in time stays valid.',
  closed: (when: string) =>
    `The deadline was ${when}. Projects can’t be submitted any more, but questions can.`,
  sentLate: 'It came after the deadline, so it’s marked as late.',
} as const;

import { formatCount, momentText } from '#client/lib/format.ts';
import { outcomeLabel } from '#domain/outcomes.ts';
import type { OutcomeChange } from '#domain/results-page.ts';
import type { AnswerBy } from '#domain/rounds.ts';

const members = (count: number) => formatCount(count, 'member', 'members');

export const roundTexts = {
  members: 'Members',
  everyone: 'All members',
  chosen: (count: number) => formatCount(count, 'chosen member', 'chosen members'),
  someChosen: 'Chosen members',
  release: 'Release...',
  planned: (moment: string) => `Planned for ${moment}. The outcomes are released as they are then.`,
  cancelledPlan: (moment: string) =>
    `The release planned for ${moment} was cancelled when the portal was restored from a backup. Check the outcomes, then release them or plan it again. If the results were out already, members get the email again.`,
  released: (moment: string) => `Released on ${moment}.`,
  answerBy: (by: AnswerBy) =>
    typeof by === 'number'
      ? `Selected members have ${formatCount(by, 'day', 'days')} to confirm.`
      : `Selected members confirm by ${by.includes('T') ? momentText(by) : by}.`,
  move: 'Move or release',
  cancel: 'Cancel the planned release',
  title: 'Release the results?',
  loading: 'Counting...',
  count: (count: number, byEmail: boolean) =>
    byEmail
      ? `${members(count)} will see their result immediately and get an email. This can’t be undone.`
      : `${members(count)} will see their result immediately. This can’t be undone. No emails are sent, because this portal has no mail server.`,
  countPlanned: (count: number) =>
    `${members(count)} would see their result now. The outcomes are released as they are then.`,
  nobody: 'None of these members has an outcome that is still to be released.',
  rest: 'Before you release:',
  undecided: (count: number) => `${members(count)} without an outcome`,
  unreviewed: (count: number) => `${formatCount(count, 'submission', 'submissions')} not reviewed`,
  unexplained: (count: number) => `${members(count)} would be refused without one sentence written for them`,
  days: (days: readonly string[]) => `these words name ${days.join(', ')}`,
  links: (links: readonly string[]) => `these words still have last season’s link: ${links.join(', ')}`,
  message: (moment: string, excerpt: string) => `a message is planned for ${moment}: “${excerpt}”`,
  last: (name: string, moment: string) => `the last round was ${name}, on ${moment}`,
  at: 'Day and time',
  atHint: 'Leave it empty to release now.',
  ask: 'Ask the selected members to confirm their places',
  answerDays: 'Days to answer',
  lastDay: 'Or a last day',
  noDays: 'Choose 1 to 90 days',
  yes: 'Release them',
  plan: 'Plan the release',
  busy: 'Saving...',
  no: 'Not yet',
  done: (count: number) => `Results of ${members(count)} released.`,
  planDone: 'Release planned.',
  failed: (reason: string) => `Not released. ${reason}`,
  difference: 'Changed since this page showed the results:',
  change: ({ fullName, before, after }: OutcomeChange) =>
    `${fullName}: ${outcomeLabel(before)} → ${outcomeLabel(after)}`,
  further: (count: number) => `${formatCount(count, 'more outcome', 'more outcomes')}`,
  moreUnreviewed: (count: number) =>
    `${formatCount(count, 'more submission', 'more submissions')} not reviewed yet`,
} as const;

export const waitingTexts = {
  title: 'Waiting list',
  track: (track: string, free: number) => `${track}: ${formatCount(free, 'place', 'places')} free`,
  score: (score: number) => (score < 0 ? 'no submission' : `${score} met`),
  offer: 'Offer the place',
  offerTo: (name: string) => `Offer the place to ${name}`,
  up: 'Move up',
  upOf: (name: string) => `Move up: ${name}`,
  question: (name: string) => ({
    title: `Offer the place to ${name}?`,
    text: 'The member sees it immediately and gets an email, if this portal sends any. It can’t be undone, only corrected.',
    yes: 'Offer the place',
    no: 'Not yet',
  }),
  offered: (name: string) => `The place is offered to ${name}.`,
  failed: (reason: string) => `Nothing was changed. ${reason}`,
  extend: 'Extend the time to answer...',
  extendQuestion: (count: number) => ({
    title: `Give ${members(count)} longer to answer?`,
    text: 'Lapsed places are open again. The members get the email with the new day; confirmed and declined places stay as they are.',
    yes: 'Extend it',
    no: 'Cancel',
  }),
  extended: 'The time to answer is extended.',
} as const;

import { formatCount } from '#client/lib/format.ts';
import { type Outcome, outcomeLabel } from '#domain/outcomes.ts';
import type { OutcomeChange } from '#domain/results.ts';

const members = (count: number) => formatCount(count, 'member', 'members');

export const resultsTexts = {
  title: 'Results',
  loadFailed: 'The results couldn’t be loaded',
  release: 'Release',
  notReleased: 'Only you can see the outcomes so far.',
  nobodyDecided: 'No member has an outcome. Set outcomes on the review desk or in the member list.',
  decide: 'Open the member list',
  planned: (moment: string) => `Planned for ${moment}. The outcomes are released as they are then.`,
  cancelledPlan: (moment: string) =>
    `The release planned for ${moment} was cancelled when the portal was restored from a backup. Check the outcomes, then release them or plan it again. If the results were out already, members get the email again.`,
  released: (moment: string) => `Released on ${moment}.`,
  left: (count: number) => `${members(count)} left before the release and got no result.`,
  afterRelease: (byEmail: boolean) =>
    `Correct a result on the member’s page or on the review desk. The member sees it${byEmail ? ' and gets an email' : ''} ten minutes later.`,
  track: 'Track',
  noTrack: 'No track',
  total: 'Total',
  counts: 'Members by track and outcome',
  undecided: (count: number) => `${members(count)} without an outcome`,
  undecidedLink: 'Show them',
  unreviewed: (count: number) => `${formatCount(count, 'submission', 'submissions')} not reviewed yet`,
  unreviewedLink: 'Review them',
  unsent: (count: number) => `${formatCount(count, 'other email', 'other emails')} not sent yet`,
  unsentLink: 'See the health page',
  releaseNow: 'Release now',
  releasing: 'Releasing...',
  plan: 'Plan the release',
  movePlan: 'Move the release',
  planning: 'Saving...',
  at: 'Day and time',
  cancel: 'Cancel the planned release',
  noTime: 'Choose a day and a time',
  question: (count: number, byEmail: boolean) => ({
    title: 'Release the results?',
    text: byEmail
      ? `${members(count)} will see their result immediately and get an email. This can’t be undone.`
      : `${members(count)} will see their result immediately. This can’t be undone. No emails are sent, because this portal has no mail server.`,
    yes: 'Release them',
    no: 'Not yet',
  }),
  failed: (reason: string) => `Not released. ${reason}`,
  difference: 'Changed since this page showed the results:',
  change: ({ fullName, before, after }: OutcomeChange) =>
    `${fullName}: ${outcomeLabel(before)} → ${outcomeLabel(after)}`,
  further: (count: number) => `${formatCount(count, 'more outcome', 'more outcomes')}`,
  moreUnreviewed: (count: number) =>
    `${formatCount(count, 'more submission', 'more submissions')} not reviewed yet`,
  corrections: 'Pending corrections',
  emails: 'Emails',
  words: 'Words for members',
  wordsAbout:
    'The panel on dashboard and timeline, and the email. Emails that weren’t sent yet use the new words.',
  outcomes: 'Outcome',
  panelTitle: 'Title of the panel',
  panelText: 'Text of the panel',
  next: 'Next step',
  link: 'Link',
  linkLabel: 'Text of the link',
  date: 'Date',
  subject: 'Subject of the email',
  email: 'Email',
  emailHint:
    'An empty line begins a paragraph. {name} and {track} stand for the member’s name and track, here and in the panel.',
  season: 'Season, for certificates',
  showRequirements: 'Members see which requirements their reviewed project meets',
  save: 'Save',
  saving: 'Saving...',
  saved: 'Saved.',
  saveFailed: (reason: string) => `Not saved. ${reason}`,
  preview: (outcome: Outcome) => `Preview: ${outcomeLabel(outcome).toLowerCase()}`,
  anybody: 'No member to show it for',
  previewTo: (name: string, email: string) => `To ${name} (${email})`,
} as const;

export const decideTexts = {
  legend: 'Outcome',
  done: (count: number, outcome: Outcome | null) =>
    `${members(count)}: ${outcomeLabel(outcome).toLowerCase()}.`,
  nothing: 'They have this outcome already.',
  skipped: (count: number) => ` ${members(count)} left and were skipped.`,
  undo: 'Undo',
  failed: 'The outcome wasn’t set.',
  releasedHint: 'Results are released: a change is a correction that the member sees after ten minutes.',
} as const;

export const correctionTexts = {
  change: (before: Outcome | null, after: Outcome | null) =>
    `${outcomeLabel(before)} → ${outcomeLabel(after)}`,
  left(milliseconds: number) {
    const minutes = Math.ceil(milliseconds / 60_000);
    return minutes > 0 ? `in ${formatCount(minutes, 'minute', 'minutes')}` : 'in a moment';
  },
} as const;

export const myResultTexts = {
  title: 'Result',
  next: 'Next step',
  certificate: 'You can get a page that shows anyone that you were selected. Print it or share its address.',
  ask: 'Get my certificate page',
  asking: 'Getting it...',
  open: 'Open my certificate page',
  copy: 'Copy its address',
  remove: 'Remove it',
  removed: 'Anyone with its address can see your name, track and season.',
  failed: (reason: string) => `That didn’t work. ${reason}`,
} as const;

import { listed } from './invisible.ts';

function formatted(count: number): string {
  return count.toLocaleString('en-US');
}

export const deskTexts = {
  title: 'Review',
  offer: 'Welcome. You can protect your account better:',
  offerLink: 'Set up a second factor',
  memberPage: 'Member’s page',
  previous: 'Previous submission',
  next: 'Next submission',
  position: (position: number | null, total: number) =>
    `Submission ${position === null ? '–' : formatted(position)} of ${formatted(total)}`,
  queue: 'Submissions',
  search: 'Name, ID or repository',
  queueFailed: 'The list couldn’t be loaded.',
  more: 'Show more',
  moreFailed: 'Couldn’t load more. Try again',
  progress: (reviewed: number, total: number) => `${formatted(reviewed)} of ${formatted(total)} reviewed`,
  submitted: (at: string) => `submitted ${at}`,
  left: (waiting: number) =>
    waiting === 0 ? 'Nothing left to review' : `${formatted(waiting)} left to review`,
  emptyTitle: 'No submissions yet',
  empty: 'Projects appear here as soon as members submit them, oldest first.',
  nothingFoundTitle: 'No submission matches',
  nothingFound: 'Change the filters or the search, or show all submissions.',
  showAll: 'Show all submissions',
  finished: 'Everything in this queue is reviewed.',
  loadFailed: 'The submission couldn’t be loaded',
  noSubmission: 'This member has not submitted a project.',
  open: 'Open repository',
  reviewedAndNext: 'Reviewed and next',
  sendAndNext: 'Send, reviewed and next',
  reviewed: 'Reviewed',
  notReviewed: 'Not reviewed',
  graded: 'Graded',
  undo: 'Undo the last review',
  chooseFirst: 'This feedback was changed in another window. Choose which text to keep first.',
  onThisPage: 'On this page',
  requirements: 'Requirements',
  noRequirements: 'There is no task without a development track.',
  nowIn: (track: string) => `Now in ${track}`,
  showDescriptions: 'Show what each means',
  hideDescriptions: 'Hide what each means',
  met: (count: number, all: number) => `${count} of ${all} met`,
  isMet: 'met',
  removedMet: (titles: readonly string[]) => `Met, and no longer asked for: ${listed(titles)}`,
  isOpen: 'open',
  project: 'Project',
  member: 'Member',
  history: 'History',
  changed: 'Changes since the previous submission',
  unchangedText: 'The description is the same.',
  linkChanged: 'The repository changed:',
  formerTextGone: 'The previous description is no longer kept.',
  former: 'Previous submissions',
  useText: 'Use this text',
  added: '(added)',
  removed: '(removed)',
  same: (others: number) =>
    others === 1
      ? 'Another member submitted the same repository.'
      : `${others} other members submitted the same repository.`,
  review: 'Review',
} as const;

/** Texts of feedback, note and snippets. */
export const feedbackTexts = {
  feedback: 'Feedback to the member',
  feedbackHint: 'Optional. The member sees it once sent.',
  send: 'Send feedback',
  sendChange: 'Send the change',
  withdraw: 'Withdraw it',
  draft: 'Draft',
  sent: 'Sent',
  changedDraft: 'Sent, with changes that are not sent',
  note: 'Private note',
  noteHint: 'For the staff. Members never see it.',
  leadSends: 'The administrator sends it.',
  comment: 'Your comment',
  commentHint: 'For the staff. Others see it once they have given an opinion.',
  scoreHint: 'From 0 to 10',
  scoreElsewhere: (stored: string) => `Changed on another page: ${stored || 'none'}`,
  opinions: 'Opinions of others',
  withheld: (count: number) =>
    count === 1
      ? 'Somebody has given an opinion. You see it once you have given yours.'
      : `${count} others have given opinions. You see them once you have given yours.`,
  ofTen: (score: number) => `${score.toLocaleString('en-US')} of 10`,
  noScore: 'No score',
  full: (most: number) =>
    `There is room for ${most.toLocaleString('en-US')} characters: what came after them is not here.`,
  clean: 'Saved',
  dirty: 'Not saved yet',
  saving: 'Saving...',
  conflict: 'Not saved yet',
  failed: 'Couldn’t be saved',
  fromElsewhere: 'Just written in another window, and not sent',
  unsavedFormer: 'This was written about the previous submission and not saved:',
  otherVersion: 'This text was changed on another page. It now reads:',
  keepMine: 'Keep mine',
  takeOther: 'Use the other',
  snippets: 'Snippets',
  noSnippets: 'Save a text that you write often, and insert it here.',
  saveSnippet: 'Save as a snippet',
  replaceSnippet: (text: string) => `Replace the snippet: ${text}`,
  insertSnippet: (text: string) => `Insert: ${text}`,
  deleteSnippet: (text: string) => `Delete the snippet: ${text}`,
} as const;

/** Shown when a submission changed while it was open. */
export const meanwhileTexts = {
  replaced: 'The member submitted again while this was open. This is the new submission.',
  corrected: 'The link of this submission was just corrected.',
  changed: (result: string) => `This was just reviewed on another page. It is now ${result}.`,
  dismiss: 'Got it',
} as const;

/** The keys of the desk, in the order of the help. */
export const deskKeys = [
  {
    keys: ['E'],

    short: 'reviewed and next',
    label: 'Reviewed and next; sends the feedback if there is a draft',
  },
  { keys: ['J', '→'], short: 'next', label: 'Next submission' },
  { keys: ['K', '←'], short: 'previous', label: 'Previous submission' },
  { keys: ['R'], label: 'Reviewed, on or off' },
  { keys: ['G'], label: 'Graded, on or off' },
  { keys: ['F'], short: 'feedback', label: 'Write feedback' },
  { keys: ['Ctrl Enter'], short: 'send', label: 'Send, reviewed and next, from a text field' },
  { keys: ['S'], label: 'Snippets' },
  { keys: ['N'], label: 'Write a private note' },
  { keys: ['P'], label: 'Score, from 0 to 10' },
  { keys: ['C'], label: 'Write a comment' },
  { keys: ['1', '–', '9'], short: 'requirement', label: 'Tick a requirement' },
  { keys: ['O'], label: 'Open the repository' },
  { keys: ['Z'], short: 'undo', label: 'Undo the marks and feedback of the last review' },
  { keys: ['?'], label: 'Show these keys' },
  { keys: ['Esc'], label: 'Leave a text field' },
] as const;

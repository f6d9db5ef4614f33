import { formatCount, formatNumber } from '#client/lib/format.ts';
import type { ReviewFlags } from '#domain/review.ts';
import { flagsText } from '#domain/review-texts.ts';
import { closedDays } from '#domain/trash.ts';

export const listTexts = {
  usersTitle: 'User Management',
  skip: 'Skip to the first row',
  sharedStudentIds: (count: number) => `${formatNumber(count)} share a student ID`,
  users: 'Users',
  userNouns: ['user', 'users'],
  submissionNouns: ['submission', 'submissions'],
  track: 'Track',
  columns: 'Columns',
  columnsToShow: 'Columns to show',
  resetColumns: 'Reset',
  select: 'Select',
  more: 'More',
  exports: [
    { format: 'csv', label: 'Export CSV' },
    { format: 'excel', label: 'Export for Excel' },
  ],
  write: 'Write to members',
  outdated: 'The list has changed. Show it from the top',
  matching: (count: string, isOne: boolean) => `${count} ${isOne ? 'matches' : 'match'}`,
  nothingFound: (nouns: string) => `No ${nouns} match`,
  nothingFoundHint: 'Try fewer words or remove a filter.',
  showAll: 'Clear search and filters',
  table: (name: string) => `${name} table`,
  printed: (rows: number, total: number) =>
    `The first ${formatNumber(rows)} of ${formatNumber(total)}. Scroll to the end of the list before you print it, or export it, to get all.`,
  loadMoreFailed: 'Couldn’t load more. Try again',
  loadingMore: 'Loading more...',
  sortable: ', sort by this',
} as const;

export const cellTexts = {
  step: 'Steps Done',
  score: 'Requirements Met',
  mean: 'Score',
  opinions: 'Opinions',
  spread: 'Spread',
  comments: 'Comments',
  note: 'Private Note',
  met: (score: { met: number; of: number }) => `${score.met} of ${score.of}`,
  outcome: 'Outcome',
  copy: (email: string) => `Copy ${email}`,
  copyLink: (email: string) => `Copy a reset link for ${email}`,
  linkCopied: (email: string) => `A reset link for ${email} is copied. It works once.`,
  correct: (email: string) => `Correct ${email}`,
  newTab: '(opens in a new tab)',
  select: (name: string) => `Select ${name}`,
  gone: '(no longer in this view)',
} as const;

export const selectionTexts = {
  label: 'Selected members',
  nouns: ['member', 'members'],
  none: 'Select members to review them together',
  first: 'Select the first',
  firstCount: 'How many',
  decide: {
    selected: 'Set selected',
    waitlisted: 'Set waitlisted',
    'not-selected': 'Set not selected',
    none: 'Set no outcome',
  },
  release: 'Release their results...',
  releaseAll: (total: number) => `Release the results of all ${formatNumber(total)}...`,
  count: (selected: number) => `${formatCount(selected, 'member', 'members')} selected`,
  all: (total: number) => `Select all ${formatNumber(total)}`,
  firstOnes: (count: number) => `Select the first ${count}`,
  loaded: 'Select loaded rows',
  reviewed: 'Mark reviewed',
  graded: 'Mark graded',
  reviewedAndGraded: 'Mark reviewed and graded',
  notReviewed: 'Mark not reviewed',
  notGraded: 'Mark not graded',
  copyEmails: 'Copy email addresses',
  copied: (count: number) => `${formatCount(count, 'email address', 'email addresses')} copied.`,
  decideTitle: 'Set outcome',
  more: 'More actions',
  remove: (selected: number) => `Remove ${formatCount(selected, 'member', 'members')}...`,
  copyFailed: 'The browser did not allow copying.',
  clear: 'Clear',
} as const;

export const reviewManyTexts = {
  notSaved: 'Not saved.',
  undo: 'Undo',
  saved(changed: number, skipped: number, flags: ReviewFlags) {
    const left = `${formatCount(skipped, 'member has', 'members have')} no submission.`;
    if (changed === 0) return skipped > 0 ? left : `Nothing to change: all are ${flagsText(flags)} already.`;
    const saved = `${formatCount(changed, 'submission', 'submissions')} marked as ${flagsText(flags)}.`;
    return skipped > 0 ? `${saved} ${left}` : saved;
  },
} as const;

export const removalTexts = {
  remove: 'Move to Trash',
  removing: 'Removing...',
  trash: 'Trash',
} as const;

export const removeSelectedTexts = {
  question: (count: number) => `Remove ${formatCount(count, 'member', 'members')}?`,
  about: `Their accounts, records, projects, messages and emails disappear immediately. For ${closedDays.removed} days the trash restores them, then they’re removed for good.`,
  tooMany: (cap: number) => `At most ${cap} members can be removed together.`,
  others: (count: number) => `and ${formatCount(count, 'other', 'others')}`,
  sameName: (count: number, name: string) => `${formatNumber(count)} of them are called ${name}.`,
  confirm: (count: number) => `Type ${count} to confirm`,
  cancel: 'Keep them',
  done: (count: number) =>
    `${formatCount(count, 'member is', 'members are')} in the trash for ${closedDays.removed} days.`,
} as const;

import { stateLabels } from '#domain/member-list.ts';

export const searchTexts = {
  label: 'Search by name, email, student ID, phone or repository',
  placeholder: 'Search name, email, ID, phone or repository',
} as const;

export const filterTexts = {
  button: (set: number) => (set > 0 ? `Filters (${set})` : 'Filters'),
  list: 'Filters',
  add: 'Add filter',
  by: 'Filter by',
  any: 'Any',
  or: ' or ',
  anyTrack: 'With a track',
  all: 'All',
  show: 'Show',
  track: 'Track',
  year: 'Year',
  department: 'Department',
  step: 'Steps done',
  submitted: { label: 'Submission', ...stateLabels.submitted },
  reviewed: { label: 'Reviewed', ...stateLabels.reviewed },
  graded: { label: 'Graded', ...stateLabels.graded },
  linkToCheck: { label: 'Project link', yes: 'To check', no: 'Fine' },
  sameStudentId: { label: 'Student ID', yes: 'Shared with another', no: 'Unique' },
  address: 'Email address',
  addresses: { refused: 'Refused', unconfirmed: 'Not confirmed' },
  score: 'Requirements met',
  mean: 'Score',
  opinions: 'Opinions',
  spread: 'Opinions differ',
  orMore: (count: number) => `By ${count} or more`,
  reviewedBy: { label: 'Reviewed by', me: 'Mine', 'not-me': 'Not mine', nobody: 'Nobody’s' },
  atLeast: (count: number) => `At least ${count}`,
  outcome: 'Outcome',
  place: 'Place',
  sort: 'Sort by',
  order: 'Order',
  ascending: 'Ascending',
  descending: 'Descending',
  remove: (filter: string, value: string) => `Remove the filter ${filter}: ${value}`,
  clear: 'Clear all',
} as const;

export const submissionTabTexts = {
  legend: 'Filter submissions',
  all: 'All',
  waiting: 'To review',
  reviewed: 'Reviewed',
  graded: 'Graded',
} as const;

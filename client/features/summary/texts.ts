import { formatCount, formatNumber } from '#client/lib/format.ts';

/** Texts of the administrator's dashboard; the spec's tables and cards are in domain/admin.ts. */
export const summaryTexts = {
  title: 'Admin Dashboard',
  figures: 'Figures',
  failed: 'The figures couldn’t be loaded.',
  again: 'Load the figures again',
  toolsTitle: 'Tools',
} as const;

export const seasonTexts = {
  came: 'Who came',
  waiting: 'What waits',
  oldest: 'the oldest',
  nothing: 'Nothing waits for you.',
  waits: [
    { what: 'reviews', one: 'submission to review', many: 'submissions to review', to: '/admin/review' },
    { what: 'questions', one: 'question', many: 'questions', to: '/admin/inbox?kind=open' },
    {
      what: 'addresses',
      one: 'unconfirmed address',
      many: 'unconfirmed addresses',
      to: '/admin?address=unconfirmed',
    },
  ],
  review: 'Review',
  due: 'What is due',
  today: 'Today',
  toDates: 'Dates',
  setDates: 'Set the dates',
  noDates: 'The season has no dates yet.',
  dates: {
    opensAt: 'Registration opens',
    closesAt: 'Registration closes',
    deadline: 'Deadline for projects',
    hearBy: 'Members hear the result',
  },
  ahead: (when: string, left: string) => `Members hear about their results by ${when}, ${left}.`,
  passed: (when: string) =>
    `Members were to hear about their results by ${when}. They see that this has moved.`,
  withoutResult: (count: number) => `${formatNumber(count)} without a result`,
} as const;

export const toolTexts = {
  '/admin': 'Everyone who has registered',
  '/tasks': 'The task of each track',
  '/database-test': 'Try reading and writing',
  '/firebase-test': 'Check the configuration',
  '/data-recovery': 'Check a record and restore it',
  '/migrate-users': 'Status of older accounts',
} as const;

export const chartTexts = {
  title: 'At a glance',
  byTrack: 'Members by track',
  track: 'Track',
  byStep: 'Members by steps done',
  step: 'Steps done',
  members: 'Members',
  registrations: 'Registrations per day',
  total: (count: number, days: number) =>
    `${formatCount(count, 'registration', 'registrations')} in the last ${days} days`,
  day: 'Day',
  count: 'Registrations',
} as const;

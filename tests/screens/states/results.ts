import type { Page } from '@playwright/test';
import { answer, cut, press, refused, seeHeading } from '../acts.ts';
import { certificate } from '../club.ts';
import { administrator, longName, reviewed } from '../people.ts';
import type { OpeningState, ScreenState } from '../screen-state.ts';

const texts = {
  ...{ title: 'You’re in!', text: 'You’ve been selected. Welcome to SDC!', date: '' },
  ...{ next: 'Come to the first meeting in Lab 2.', link: '', linkLabel: '' },
  subject: 'You’re in: SDC has selected you',
  email: 'You’ve been selected for SDC ({track}). Welcome!',
};
const panel = {
  ...{ outcome: 'selected', releasedAt: '2025-11-20T12:30:00.000Z', certificate: null },
  place: null,
  ...{ fullName: 'Asha Rao', track: 'android', season: '2026' },
  ...{ title: texts.title, text: texts.text, note: '', next: texts.next, date: '2025-12-01' },
  link: { href: 'https://example.org/welcome', label: 'Join the chat' },
};
const waitlisted = {
  ...{ outcome: 'waitlisted', title: 'You’re on the waiting list', next: '', date: null },
  text: 'There were more good projects than places. We’ll write to you as soon as a place is free.',
};
const notSelected = {
  ...{ outcome: 'not-selected', title: 'Not this time', next: 'Our workshops are open to you.', date: null },
  note: 'We’re sorry for the mix-up: two members have the same name.',
  text: 'We couldn’t offer you a place this season. Thank you for your work.',
  link: { href: 'https://example.org/workshops', label: 'See the workshops' },
};
const preview = {
  state: { changed: 1, decided: 20, unreviewed: 3 },
  ...{ selected: 15, undecided: 2, unexplained: 4, sendsMail: true, days: ['18 December'], links: [] },
  messages: [{ at: '2999-01-10T12:30:00.000Z', excerpt: 'Welcome to the club' }],
};
const round = {
  ...{ id: 'r', filter: { q: '', track: 'web' }, plannedFor: null, cancelledPlan: null },
  ...{ releasedAt: '2025-11-20T12:30:00.000Z', answerBy: 7, members: 13, left: 1 },
};
const results = {
  rounds: [],
  places: { web: 12, android: 6 },
  waiting: [
    {
      ...{ track: 'web', free: 3 },
      members: [
        { uid: 'a', fullName: 'Asha Rao', score: 5 },
        { uid: 'b', fullName: longName, score: 4 },
      ],
    },
  ],
  corrections: [],
  unreviewed: 3,
  unsentEmails: 1,
  counts: [
    { track: 'android', outcome: 'selected', released: false, place: null, members: 6 },
    { track: 'web', outcome: 'selected', released: false, place: null, members: 9 },
    { track: 'web', outcome: 'not-selected', released: true, place: null, members: 4 },
    { track: 'ml', outcome: 'waitlisted', released: false, place: null, members: 1 },
    { track: null, outcome: null, released: false, place: null, members: 2 },
  ],
  settings: {
    ...{ season: '2026', showRequirements: true },
    texts: { selected: texts, waitlisted: texts, 'not-selected': texts },
  },
  settingsVersion: 'a',
  emails: {
    total: 0,
    sent: 0,
    waiting: 0,
    stopped: 0,
    failed: 0,
    givenUp: 0,
    perDay: 400,
    ...{ refused: 0, refusedMembers: [], sendsMail: true, parked: false },
    expectedEnd: null,
  },
};
const released = {
  ...results,
  rounds: [round],
  emails: {
    ...{ total: 1_200, sent: 412, waiting: 780, stopped: 0, failed: 8, givenUp: 8, perDay: 400 },
    ...{ refused: 3, sendsMail: true, parked: false },
    refusedMembers: [
      { uid: 'a', fullName: 'Asha Rao', email: 'asha@studnets.example' },
      { uid: 'b', fullName: longName, email: 'a.very.long.address.of.a.member@students.college.example' },
    ],
    expectedEnd: '2025-11-22T12:30:00.000Z',
  },
};
const correction = {
  ...{ reason: 'Two members were confused', note: 'We’re sorry for the mix-up.' },
  dueAt: '2025-11-20T12:40:00.000Z',
};
const release = { path: '/admin/results', ...administrator } as const;
const address = '**/api/admin/results';
const rounds = '**/api/admin/results/rounds';
const previewAddress = '**/api/admin/results/rounds/preview';
const panelAddress = '**/api/me/result/panel';

/** A reviewed member's page with a result that differs from `panel`. */
function shown(name: string, more: object, text: string, state: Partial<OpeningState> = {}): ScreenState {
  const before = (page: Page) => answer(page, panelAddress, { panel: { ...panel, ...more } });
  return { name, path: '/dashboard', as: reviewed, before, shows: text, ...state } as OpeningState;
}

/** The release of the results: the administrator's page and the member's panel. */
export const resultStates: readonly ScreenState[] = [
  { name: 'results', isRecorded: true, ...release, reach: (page) => seeHeading(page, 'Outcomes') },
  {
    name: 'results-question',
    ...release,
    before: async (page) => {
      await answer(page, address, { ...results, rounds: [round] });
      await answer(page, previewAddress, preview);
    },
    reach: (page) => press(page, 'Release...'),
    shows: /would be refused without one sentence/,
  },
  {
    name: 'results-stale',
    ...release,
    complaints: refused,
    before: async (page) => {
      await answer(page, address, results);
      const since = [
        { uid: 'a', fullName: 'Asha Rao', before: 'selected', after: 'waitlisted' },
        { uid: 'b', fullName: longName, before: null, after: 'selected' },
      ];
      const stale = {
        code: 'STALE_VERSION',
        message: 'Outcomes or submissions have changed since this page showed them.',
        current: { ...results, since, further: 3, moreUnreviewed: 1 },
      };
      await answer(page, previewAddress, preview);
      await answer(page, rounds, stale, 409);
    },
    reach: async (page) => {
      await press(page, 'Release...');
      await press(page, 'Release them');
    },
    shows: 'Asha Rao: Selected → Waitlisted',
  },
  {
    name: 'results-planned',
    ...release,
    before: (page) =>
      answer(page, address, {
        ...results,
        rounds: [{ ...round, releasedAt: null, plannedFor: '2999-01-10T12:30:00.000Z' }, round],
      }),
    shows: 'Cancel the planned release',
  },
  {
    name: 'results-released',
    isRecorded: true,
    ...release,
    before: (page) => answer(page, address, released),
    shows: 'Stop Emails',
  },
  {
    name: 'results-corrections',
    ...release,
    before: (page) =>
      answer(page, address, {
        ...released,
        corrections: [
          { uid: 'a', fullName: 'Asha Rao', before: 'selected', after: 'waitlisted', ...correction },
          { uid: 'b', fullName: longName, before: null, after: 'selected', ...correction, note: '' },
        ],
      }),
    shows: 'Pending corrections',
  },
  {
    name: 'results-failed',
    ...release,
    complaints: refused,
    before: async (page) => {
      await answer(page, address, results);
      await answer(page, previewAddress, preview);
      await cut(page, rounds);
    },
    reach: async (page) => {
      await press(page, 'Release...');
      await press(page, 'Release them');
    },
    shows: /^Not released\./,
  },
  shown('dashboard-result', {}, 'You’re in!'),
  // Without a link, and with a long name.
  shown(
    'dashboard-result-alone',
    { link: null, next: '', date: null, fullName: longName },
    'Save as picture',
  ),
  shown(
    'dashboard-result-place',
    { place: { state: 'open', until: new Date(Date.now() + 604_800_000).toISOString() } },
    'I’m in',
  ),
  shown(
    'dashboard-result-certificate',
    { certificate: 'AAAAAAAAAAAAAAAAAAAAAA' },
    'Open my certificate page',
    {
      isRecorded: true,
    },
  ),
  shown('dashboard-result-waitlisted', { ...waitlisted, link: null }, waitlisted.title),
  shown('dashboard-result-not-selected', notSelected, notSelected.title),
  shown('timeline-selected', { link: null }, 'Get my certificate page', { path: '/timeline' }),
  {
    name: 'timeline-requirements',
    path: '/timeline',
    as: reviewed,
    before: (page) =>
      answer(page, '**/api/me/requirements', {
        requirements: [
          { title: 'List of events', met: true },
          { title: 'Changing and keeping events', met: true },
          { title: `Small screens and the keyboard, ${longName}`, met: false },
        ],
      }),
    shows: 'Your project meets 2 of 3 requirements:',
  },
  shown('timeline-result', { ...notSelected, next: '', link: null }, notSelected.title, {
    isRecorded: true,
    path: '/timeline',
  }),
  {
    name: 'certificate',
    path: `/certificate/${certificate}`,
    reach: (page) => seeHeading(page, longName),
  },
  {
    name: 'certificate-missing',
    path: '/certificate/none',
    complaints: /status of 404/,
    reach: (page) => page.getByRole('heading', { level: 1 }).waitFor(),
  },
];

import { answer, cut, press, refused, see, seeHeading } from '../acts.ts';
import { administrator, longName, reviewed } from '../people.ts';
import type { ScreenState } from '../screen-state.ts';

const texts = {
  ...{ title: 'You’re in!', text: 'You’ve been selected. Welcome to SDC!', date: '' },
  ...{ next: 'Come to the first meeting in Lab 2.', link: '', linkLabel: '' },
  ...{
    subject: 'You’re in: SDC has selected you',
    email: 'You’ve been selected for SDC ({track}). Welcome!',
  },
};
const panel = {
  ...{ outcome: 'selected', releasedAt: '2025-11-20T12:30:00.000Z', certificate: null },
  ...{ title: texts.title, text: texts.text, next: texts.next, date: '2025-12-01' },
  link: { href: 'https://example.org/welcome', label: 'Join the chat' },
};
const results = {
  ...{
    seq: 1,
    version: '1.20.3',
    plannedFor: null,
    cancelledPlan: null,
    releasedAt: null,
    left: 0,
    unreviewed: 3,
    unsentEmails: 1,
  },
  counts: [
    { track: 'android', outcome: 'selected', members: 6 },
    { track: 'web', outcome: 'selected', members: 9 },
    { track: 'web', outcome: 'not-selected', members: 4 },
    { track: 'ml', outcome: 'waitlisted', members: 1 },
    { track: null, outcome: null, members: 2 },
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
    expectedEnd: null,
  },
};
const released = {
  ...results,
  ...{ releasedAt: '2025-11-20T12:30:00.000Z', left: 1 },
  emails: {
    ...{ total: 1_200, sent: 412, waiting: 780, stopped: 0, failed: 8, givenUp: 8, perDay: 400 },
    expectedEnd: '2025-11-22T12:30:00.000Z',
  },
};
const path = '/admin/results';
const address = '**/api/admin/results';

/** The release of the results: the administrator's page and the member's panel. */
export const resultStates: readonly ScreenState[] = [
  { name: 'results', path, ...administrator, reach: (page) => seeHeading(page, 'Release') },
  {
    name: 'results-question',
    path,
    ...administrator,
    before: (page) => answer(page, address, 200, results),
    reach: async (page) => {
      await press(page, 'Release now');
      await see(page, /will see their result at once/);
    },
  },
  {
    name: 'results-stale',
    path,
    ...administrator,
    complaints: refused,
    before: async (page) => {
      await answer(page, address, 200, results);
      const since = [
        { uid: 'a', fullName: 'Asha Rao', before: 'selected', after: 'waitlisted' },
        { uid: 'b', fullName: longName, before: null, after: 'selected' },
      ];
      await answer(page, '**/api/admin/results/release', 409, {
        ...{
          code: 'STALE_VERSION',
          message: 'Outcomes or submissions have changed since this page showed them.',
        },
        current: { ...results, version: '2.20.3', since, further: 3, moreUnreviewed: 1 },
      });
    },
    reach: async (page) => {
      await press(page, 'Release now');
      await press(page, 'Release them');
      await see(page, 'Asha Rao: Selected → Waitlisted');
    },
  },
  {
    name: 'results-planned',
    path,
    ...administrator,
    before: (page) => answer(page, address, 200, { ...results, plannedFor: '2999-01-10T12:30:00.000Z' }),
    reach: (page) => see(page, 'Cancel the planned release'),
  },
  {
    name: 'results-released',
    path,
    ...administrator,
    before: (page) => answer(page, address, 200, released),
    reach: (page) => see(page, 'Stop Emails'),
  },
  {
    name: 'results-failed',
    path,
    ...administrator,
    complaints: refused,
    before: async (page) => {
      await answer(page, address, 200, results);
      await cut(page, '**/api/admin/results/release');
    },
    reach: async (page) => {
      await press(page, 'Release now');
      await press(page, 'Release them');
      await see(page, /^Not released\./);
    },
  },
  {
    name: 'dashboard-result',
    path: '/dashboard',
    as: reviewed,
    before: (page) => answer(page, '**/api/me/result/panel', 200, { panel }),
    reach: (page) => see(page, 'You’re in!'),
  },
  {
    name: 'dashboard-result-certificate',
    path: '/dashboard',
    as: reviewed,
    before: (page) =>
      answer(page, '**/api/me/result/panel', 200, {
        panel: { ...panel, certificate: 'AAAAAAAAAAAAAAAAAAAAAA' },
      }),
    reach: (page) => see(page, 'Open my certificate page'),
  },
  {
    name: 'timeline-requirements',
    path: '/timeline',
    as: reviewed,
    before: (page) =>
      answer(page, '**/api/me/requirements', 200, {
        requirements: [
          { title: 'List of events', met: true },
          { title: 'Changing and keeping events', met: true },
          { title: `Small screens and the keyboard, ${longName}`, met: false },
        ],
      }),
    reach: (page) => see(page, 'Your project meets 2 of 3 requirements:'),
  },
  {
    name: 'timeline-result',
    path: '/timeline',
    as: reviewed,
    before: (page) =>
      answer(page, '**/api/me/result/panel', 200, {
        panel: {
          ...panel,
          outcome: 'not-selected',
          title: 'Not this time',
          text: 'We couldn’t offer you a place this season. Thank you for your work.',
          next: '',
          link: null,
          date: null,
        },
      }),
    reach: (page) => see(page, 'Not this time'),
  },
];

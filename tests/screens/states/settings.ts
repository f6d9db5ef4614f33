import { answer, fill, press, see, seeAlert } from '../acts.ts';
import { administrator } from '../people.ts';
import type { ScreenState } from '../screen-state.ts';

const part = (name: string) => ({ path: `/admin/settings/${name}`, ...administrator }) as const;

const removed = {
  members: [
    {
      ...{ uid: 'gita', fullName: 'Gita Rao', email: 'gita@students.example' },
      ...{ removedAt: '2026-09-01T10:00:00.000Z', until: '2026-10-01T10:00:00.000Z' },
    },
  ],
  total: 1,
};
const backups = {
  ...{ daily: true, fault: null, copied: false, verified: { at: '2026-09-01T10:00:00.000Z', fault: null } },
  backups: [
    {
      ...{ id: 'portal-1', at: '2026-09-01T10:00:00.000Z', bytes: 1_234_567, encrypted: false },
      command: "DATA_DIR='/srv/data' npm run portal -- restore '/srv/data/backups/portal-1'",
    },
  ],
};
const staff = {
  reviewers: [
    {
      uid: 'gita',
      name: 'Gita Rao',
      email: 'gita@club.example',
      member: true,
      since: '2025-10-05T08:05:00.000Z',
    },
  ],
  invitations: [
    { id: 'ravi', email: 'ravi@club.example', until: '2025-10-12T08:05:00.000Z', mail: 'refused' },
  ],
  sendsMail: true,
};

const line = { belongsTo: null, text: '', checkedAt: null };
const goesAlong = {
  named: { email: 'bina@students.example', until: '2025-10-12T08:05:00.000Z', reviewer: true },
  lines: {
    contact: { ...line, value: 'lead@club.example', belongsTo: 'former' },
    mail: { ...line, value: 'smtp.club.example, club@club.example' },
    passphrase: { ...line, value: 'BACKUP_PASSPHRASE' },
    machine: { ...line, value: 'club', text: 'Gita, by SSH', checkedAt: '2025-10-05T08:05:00.000Z' },
    domain: { ...line, value: 'https://portal.club.example' },
  },
  note: 'The room key is with the porter.',
};

const counts = (...keys: string[]) => keys.map((key, index) => ({ key, count: 31 - 7 * index }));
const season = {
  total: 93,
  weeks: counts('2025-09-01', '2025-09-08', '2025-09-22'),
  year: counts('1', '2', '3', '4'),
  department: counts('Civil Engineering', 'Information Science Engineering', 'together'),
  track: counts('web', 'ml', 'none'),
  step: counts('registered', 'submitted', 'reviewed'),
  outcome: counts('confirmed', 'waitlisted', 'none'),
  review: { reviews: 31, medianSeconds: 90_000, ninthSeconds: 400_000 },
};
const twoSeasons = {
  season: { name: '2025', numbers: season },
  last: { name: '2024', numbers: { ...season, total: 71, review: null } },
  link: { until: '2025-12-31T08:05:00.000Z' },
};

/** The settings, and the reviewers. Nothing is saved: other states show the texts. */
export const settingsStates: readonly ScreenState[] = [
  { name: 'settings-club', ...part('club'), reach: (page) => see(page, 'As a student sees it') },
  {
    name: 'settings-refused',
    after: 'settings-club',
    complaints: /status of 400/,
    reach: async (page) => {
      await fill(page, { 'Short name': ' ' });
      await press(page, 'Save');
    },
    shows: 'Must not be empty',
  },
  { name: 'settings-tasks', ...part('tasks'), reach: (page) => see(page, 'As a student sees it') },
  {
    name: 'settings-registration',
    isRecorded: true,
    ...part('registration'),
    reach: (page) => see(page, 'As a student sees it'),
  },
  {
    name: 'settings-failed',
    ...part('registration'),
    complaints: /status of 503/,
    before: (page) =>
      answer(page, '**/api/admin/settings/registration', { code: 'UNAVAILABLE', message: 'Not now.' }, 503),
    reach: seeAlert,
  },
  {
    name: 'hand-over',
    isRecorded: true,
    path: '/admin/hand-over',
    ...administrator,
    before: (page) => answer(page, '**/api/admin/hand-over', goesAlong),
    reach: (page) => see(page, 'Type it'),
  },
  {
    name: 'numbers',
    isRecorded: true,
    path: '/admin/numbers',
    ...administrator,
    before: (page) => answer(page, '**/api/admin/numbers', twoSeasons),
    reach: (page) => see(page, 'Others together'),
  },
  {
    name: 'reviewers',
    isRecorded: true,
    path: '/admin/reviewers',
    ...administrator,
    before: (page) => answer(page, '**/api/admin/reviewers', staff),
    reach: (page) => see(page, 'Gita Rao'),
  },
  {
    name: 'reviewers-question',
    after: 'reviewers',
    reach: (page) => press(page, 'End Role'),
    shows: /^They’re signed out everywhere/,
  },
  {
    name: 'backups',
    isRecorded: true,
    path: '/admin/backups',
    ...administrator,
    async before(page) {
      await answer(page, '**/api/admin/trash', removed);
      await answer(page, '**/api/admin/backups', backups);
    },
    reach: (page) => see(page, 'Gita Rao'),
  },
  {
    name: 'backups-download',
    after: 'backups',
    reach: (page) => press(page, 'Download...'),
    shows: /^It holds everything/,
  },
  { name: 'settings-dates', ...part('dates'), reach: (page) => see(page, 'As a student sees it') },
];

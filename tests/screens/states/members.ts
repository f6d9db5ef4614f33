import type { Page } from '@playwright/test';
import { savedMessageMs } from '#domain/member-choices.ts';
import { trackMessages } from '#domain/members.ts';
import { button, cut, hold, keepMessages, press, see, seeAlert, seeHeading } from '../acts.ts';
import {
  ahead,
  beginner,
  longWinded,
  reviewed,
  taskDone,
  trackChosen,
  underReview,
  withFeedback,
} from '../people.ts';
import type { ScreenState } from '../screen-state.ts';

const record = '**/api/me';
const lost = /net::ERR|status of 404/;

async function chooseOther(page: Page): Promise<void> {
  await page.getByRole('radio', { name: 'Game Development' }).check();
}

const dashboardStates: readonly ScreenState[] = [
  {
    name: 'dashboard',
    isRecorded: true,
    path: '/dashboard',
    as: trackChosen,
    hasFrame: true,
    shows: 'My Task',
  },
  { name: 'dashboard-new', isRecorded: true, path: '/dashboard', as: beginner, shows: trackMessages.none },
  { name: 'dashboard-task-done', path: '/dashboard', as: taskDone, shows: 'Submit Project' },
  {
    name: 'dashboard-under-review',
    path: '/dashboard',
    as: underReview,
    shows: 'Your submission is under review.',
  },
  { name: 'dashboard-reviewed', isRecorded: true, path: '/dashboard', as: reviewed, shows: /Stay tuned/ },
  { name: 'dashboard-long-name', path: '/dashboard', as: longWinded, shows: 'My Task' },
  {
    name: 'dashboard-loading',
    path: '/dashboard',
    as: trackChosen,
    before: (page) => hold(page, record),
    reach: (page) => seeHeading(page, /^Good/),
  },
  {
    name: 'dashboard-not-loaded',
    path: '/dashboard',
    as: trackChosen,
    complaints: lost,
    before: (page) => cut(page, record),
    reach: (page) => button(page, 'Try again').waitFor(),
  },
  { name: 'dashboard-other-track', after: 'dashboard', reach: chooseOther },
  {
    name: 'dashboard-saved',
    path: '/dashboard',
    as: beginner,
    before: (page) => keepMessages(page, savedMessageMs),
    reach: async (page) => {
      await chooseOther(page);
      await press(page, 'Save Selection');
    },
    shows: trackMessages.saved,
  },
  {
    name: 'dashboard-save-failed',
    path: '/dashboard',
    as: trackChosen,
    complaints: lost,
    before: (page) => cut(page, '**/api/me/track'),
    reach: async (page) => {
      await see(page, 'My Task');
      await chooseOther(page);
      await press(page, 'Update Track');
      await seeAlert(page);
    },
  },
  {
    name: 'dashboard-menu',
    after: 'dashboard-long-name',
    phoneOnly: true,
    reach: async (page) => {
      await press(page, 'Open menu');
      await button(page, 'Sign Out').waitFor();
    },
  },
];

const timelineStates: readonly ScreenState[] = [
  { name: 'timeline-track', path: '/timeline', as: trackChosen, shows: 'Go to Task' },
  { name: 'timeline-ahead', path: '/timeline', as: ahead, shows: 'Submitted on' },
  { name: 'timeline-under-review', path: '/timeline', as: underReview, shows: 'Submitted on' },
  {
    name: 'timeline-feedback',
    isRecorded: true,
    path: '/timeline',
    as: withFeedback,
    shows: 'Feedback on your submission',
  },
  {
    name: 'dashboard-feedback',
    isRecorded: true,
    path: '/dashboard',
    as: withFeedback,
    shows: 'Feedback on your submission',
  },
  {
    name: 'timeline-reviewed',
    isRecorded: true,
    path: '/timeline',
    as: reviewed,
    shows: /results will be out/i,
  },
  { name: 'timeline-long', path: '/timeline', as: longWinded, shows: 'Show more' },
];

const taskStates: readonly ScreenState[] = [
  { name: 'user-task', isRecorded: true, path: '/user-tasks', as: trackChosen, shows: 'Learning Resources' },
  { name: 'user-task-none', path: '/user-tasks', as: beginner, shows: 'No Task Assigned' },
  { name: 'user-task-done', path: '/user-tasks', as: taskDone, shows: 'Task completed' },
  {
    name: 'user-task-sent',
    isRecorded: true,
    path: '/user-tasks',
    as: underReview,
    shows: 'Learning Resources',
  },
  { name: 'user-task-long', path: '/user-tasks', as: longWinded, shows: 'Learning Resources' },
  {
    name: 'user-task-loading',
    path: '/user-tasks',
    as: trackChosen,
    before: (page) => hold(page, record),
    reach: (page) =>
      page.getByRole('status').filter({ hasText: 'Loading...' }).first().waitFor({ state: 'attached' }),
  },
  {
    name: 'user-task-not-loaded',
    path: '/user-tasks',
    as: trackChosen,
    complaints: lost,
    before: (page) => cut(page, record),
    reach: seeAlert,
  },
];

/** Dashboard, timeline and task, for members at every stage. */
export const memberStates: readonly ScreenState[] = [...dashboardStates, ...timelineStates, ...taskStates];

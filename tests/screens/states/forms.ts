import type { Page } from '@playwright/test';
import { savedMessageMs } from '#domain/member-choices.ts';
import { profileMessages } from '#domain/profile.ts';
import { answerDevices, button, cut, fill, keepMessages, press, seeAlert } from '../acts.ts';
import { beginner, longName, longWinded, project, reviewed, trackChosen, withFeedback } from '../people.ts';
import type { ScreenState } from '../screen-state.ts';

const lost = /net::ERR|status of (404|422|503)/;

async function edit(page: Page): Promise<void> {
  await press(page, 'Edit Profile');
  await button(page, 'Save Changes').waitFor();
}

async function write(page: Page): Promise<void> {
  await fill(page, { 'GitHub Link (optional)': project.githubLink, Message: project.projectDescription });
  await press(page, 'Submit Project');
}

const profileStates: readonly ScreenState[] = [
  {
    name: 'profile',
    isRecorded: true,
    path: '/profile',
    as: trackChosen,
    before: answerDevices,
    shows: 'Edit Profile',
  },
  { name: 'profile-long', path: '/profile', as: longWinded, shows: 'Edit Profile' },
  {
    name: 'profile-edit',
    isRecorded: true,
    path: '/profile',
    as: beginner,
    before: answerDevices,
    reach: edit,
  },
  {
    name: 'profile-leave',
    path: '/profile',
    as: trackChosen,
    reach: (page) => press(page, 'Leave the Club’s Portal'),
    shows: /^Counts without your name stay/,
  },
  {
    name: 'profile-password',
    path: '/profile',
    as: trackChosen,
    reach: (page) => press(page, 'Change Password'),
    shows: 'At least 6 characters.',
  },
  {
    name: 'profile-field-missing',
    after: 'profile-edit',
    reach: (page) => press(page, 'Save Changes'),
    shows: 'Development track is required',
  },
  {
    name: 'profile-saved',
    path: '/profile',
    as: trackChosen,
    before: (page) => keepMessages(page, savedMessageMs),
    reach: async (page) => {
      await edit(page);
      await fill(page, { 'Full Name': 'Asha Rao Bhat' });
      await press(page, 'Save Changes');
    },
    shows: profileMessages.saved,
  },
  {
    name: 'profile-leaving',
    after: 'profile',
    reach: async (page) => {
      await edit(page);
      await fill(page, { 'Full Name': longName });
      await page.getByRole('link', { name: 'Back to Dashboard' }).click();
    },
    shows: 'Leave without saving?',
  },
  {
    name: 'profile-restored',
    path: '/profile',
    as: reviewed,
    reach: async (page) => {
      await edit(page);
      await page.getByLabel('Development Track').selectOption('game');
      // A part that is still loading would fail.
      await page.getByRole('button', { name: 'Change Password' }).waitFor();
      await page.reload();
    },
    shows: 'Your unsaved changes from earlier are back.',
  },
  {
    name: 'profile-missing',
    path: '/profile',
    // An account without a record.
    as: 'administrator',
    complaints: lost,
    reach: seeAlert,
  },
  { name: 'profile-signed-out', path: '/profile', shows: 'Please log in to view your profile' },
];

const contactStates: readonly ScreenState[] = [
  { name: 'contact', isRecorded: true, path: '/contact', as: trackChosen, shows: 'Send Message' },
  { name: 'contact-sent-before', path: '/contact', as: reviewed, shows: /it replaces this one/ },
  { name: 'contact-long', path: '/contact', as: longWinded, shows: /it replaces this one/ },
  {
    name: 'contact-link-understood',
    after: 'contact',
    reach: async (page) => {
      await fill(page, {
        'GitHub Link (optional)':
          'https://github.com/asha-rao-of-the-software-development-club/a-project-with-a-long-name-a-project-with-a-long-name-a-project-with-a-long-name-end',
      });
    },
    shows: /a-project-with-a-long-name/,
  },
  {
    name: 'contact-link-mistyped',
    after: 'contact-link-understood',
    reach: (page) => fill(page, { 'GitHub Link (optional)': 'https://gihtub.com/asha/notes' }),
    shows: /Did you mean github/,
  },
  {
    name: 'contact-link-refused',
    after: 'contact-link-mistyped',
    reach: async (page) => {
      await fill(page, { 'GitHub Link (optional)': 'my project' });
      await press(page, 'Submit Project');
      await seeAlert(page);
    },
  },
  {
    name: 'contact-edit',
    isRecorded: true,
    path: '/contact?edit',
    as: withFeedback,
    shows: 'Feedback on your submission',
  },
  {
    name: 'contact-administrator',
    path: '/contact',
    as: 'administrator',
    complaints: lost,
    reach: (page) => fill(page, { 'GitHub Link (optional)': project.githubLink }),
    shows: /^Only members have a record/,
  },
  {
    name: 'contact-sent',
    isRecorded: true,
    after: 'contact-link-refused',
    reach: write,
    shows: /^Thank you for your message!/,
  },
  {
    name: 'contact-not-recorded',
    path: '/contact',
    as: trackChosen,
    complaints: lost,
    before: (page) => cut(page, '**/api/me/submission'),
    reach: async (page) => {
      await write(page);
      await button(page, 'Save My Project').waitFor();
    },
  },
];

/** The member's forms: profile and contact. */
export const formStates: readonly ScreenState[] = [...profileStates, ...contactStates];

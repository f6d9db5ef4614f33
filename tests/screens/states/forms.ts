import type { Page } from '@playwright/test';
import { button, cut, fill, press } from '../acts.ts';
import { beginner, longName, project, trackChosen, withFeedback } from '../people.ts';
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
  { name: 'profile', isRecorded: true, path: '/profile', as: trackChosen, shows: 'Edit Profile' },
  { name: 'profile-edit', isRecorded: true, path: '/profile', as: beginner, reach: edit },
  {
    name: 'profile-field-missing',
    after: 'profile-edit',
    reach: (page) => press(page, 'Save Changes'),
    shows: 'Development track is required',
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
  { name: 'profile-signed-out', path: '/profile', shows: 'Please log in to view your profile' },
];

const contactStates: readonly ScreenState[] = [
  { name: 'contact', isRecorded: true, path: '/contact', as: trackChosen, shows: 'Send Message' },
  {
    name: 'contact-link-mistyped',
    after: 'contact',
    reach: (page) => fill(page, { 'GitHub Link (optional)': 'https://gihtub.com/asha/notes' }),
    shows: /Did you mean github/,
  },
  {
    name: 'contact-edit',
    isRecorded: true,
    path: '/contact?edit',
    as: withFeedback,
    shows: 'Feedback on your submission',
  },
  {
    name: 'contact-sent',
    isRecorded: true,
    after: 'contact-link-mistyped',
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

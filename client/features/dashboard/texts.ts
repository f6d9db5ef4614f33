import type { Track } from '#domain/member-choices.ts';

/** Texts of the dashboard; messages that the spec gives are beside their rules in domain. */
export const dashboardTexts = {
  statusTitle: 'Account Status',
  nextTitle: 'Next Steps',
  trackTitle: 'Development Track',
  trackLabel: 'Development track',
  currentTrack: 'Your current track',
  saving: 'Saving...',
  saveTrack: 'Save Selection',
  updateTrack: 'Update Track',
  trackSubtitle: 'It decides your task. You can change it at any time.',
  task: (title: string) => `Task: ${title}`,
  viewTask: 'View Task',
  unsaved: 'Not saved yet.',
} as const;

export const finishTexts = {
  title: 'You built it. We read it.',
  timeline: 'Timeline',
} as const;

export const trackSummaries: Record<Track, string> = {
  android: 'Apps for phones, in Kotlin',
  web: 'Apps that run in the browser',
  ml: 'Models that learn from data',
  game: 'Games, from idea to playable',
};

export const shortcutTexts = {
  pages: 'Pages',
  profile: { title: 'My Profile', text: 'View and edit your details' },
  timeline: { title: 'Registration Timeline', text: 'Follow your four steps' },
  contact: { title: 'Submit Project / Contact', text: 'Send a project or a question' },
  about: { title: 'About', text: 'Activities, people and open roles' },
  task: { title: 'My Task', text: 'Requirements and resources' },
} as const;

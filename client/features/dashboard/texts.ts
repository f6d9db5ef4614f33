/** Texts of the dashboard that the spec leaves open. */
export const dashboardTexts = {
  trackSubtitle: 'Your task depends on it. You can change it at any time.',
  chooseTrack: 'Choose a track',
  unsaved: 'Not saved yet.',
  next: 'Next: do the task for your track.',
  toTask: 'Open your task',
} as const;

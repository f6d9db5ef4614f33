/** Texts around the four steps; those of the steps are in domain/progress.ts. */
export const timelineTexts = {
  title: 'Registration Timeline',
  loadFailed: 'Your timeline couldn’t be loaded',
  chooseTrack: 'Choose a track',
  toTask: 'Go to Task',
} as const;

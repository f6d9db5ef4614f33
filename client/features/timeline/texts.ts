/** Texts around the four steps; those of the steps are in domain/progress.ts. */
export const timelineTexts = {
  title: 'Registration Timeline',
  back: 'Back to Dashboard',
  loadFailed: 'Your timeline could not be loaded',
  chooseTrack: 'Choose a track',
  toTask: 'Go to Task',
  submit: 'Submit Project',
  edit: 'Edit submission',
  submitAgain: 'Submit again',
} as const;

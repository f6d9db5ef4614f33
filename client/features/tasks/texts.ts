/** Texts of a task's pages; those that the spec gives for a missing task and its status are in domain/tasks.ts. */
export const taskTexts = {
  title: 'My Task',
  back: 'Back to Dashboard',
  loadFailed: 'Your task could not be loaded',
  toDashboard: 'Go to Dashboard',
  requirements: 'Requirements',
  guidelines: 'Guidelines',
  techStack: 'Tech Stack',
  status: 'Task Status',
  resources: 'Learning Resources',
  newTab: '(opens in a new tab)',
  submission: 'Submission',
  done: 'Task completed',
  inProgress: 'In progress',
  submit: 'Submit Project',
  markDone: 'Mark as Done',
  marking: 'Marking...',
} as const;

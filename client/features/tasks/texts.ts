/** Texts of a task's pages; those that the spec gives for a missing task and its status are in domain/tasks.ts. */
export const taskPageTexts = {
  title: 'My Task',
  loadFailed: 'Your task couldn’t be loaded',
  toDashboard: 'Go to Dashboard',
  submission: 'Submission',
  toEnd: 'Go to Submission',
  done: 'Task completed',
  inProgress: 'In progress',
} as const;

export const tasksPageTexts = {
  title: 'Development Tasks',
  subtitle: 'The task of each track, as its members see it.',
  tabs: 'Tracks',
  loadFailed: 'The task couldn’t be loaded',
  submission: 'Submission',
  forAdministrator:
    'Members mark the task as done and send a link to their project with a short description. You review it on the dashboard.',
  forMembers: 'Mark the task as done, then send a link to your project with a short description.',
  viewSubmissions: 'View Submissions',
  submit: 'Submit Project',
} as const;

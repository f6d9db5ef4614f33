import type { Submission } from '#domain/contact-form.ts';
import type { Person } from './screen-state.ts';

/** The administrator of the club's portal. */
export const administrator = { as: 'administrator', portal: 'club' } as const;

/** A name of 60 characters. */
export const longName = 'Venkata Subrahmanyeswara Lakshminarasimha Chandrasekharan Iy';

/** A link of 200 characters. */
export const longLink =
  `https://github.com/asha-rao/${'a-repository-with-a-name-that-goes-on-'.repeat(5)}`.slice(0, 200);

export const project: Submission = {
  githubLink: 'https://github.com/asha-rao/events-board',
  projectDescription:
    'An events board for the campus: departments post their talks, students save the ones they want to attend.',
};

const longProject: Submission = {
  githubLink: longLink,
  projectDescription: 'It does a great deal, and here is what, in some detail. '.repeat(14).trim(),
};

const moments = {
  trackUpdatedAt: '2025-10-05T08:05:00.000Z',
  taskCompletedAt: '2025-10-26T15:40:00.000Z',
  submittedAt: '2025-10-28T11:20:00.000Z',
};

export const beginner: Person = {};
export const trackChosen: Person = { track: 'web', record: { trackUpdatedAt: moments.trackUpdatedAt } };
export const taskDone: Person = {
  track: 'ml',
  taskDone: true,
  record: { trackUpdatedAt: moments.trackUpdatedAt, taskCompletedAt: moments.taskCompletedAt },
};
/** Submitted before marking the task as done, so two steps are current. */
export const ahead: Person = { ...trackChosen, submission: project };
export const underReview: Person = { track: 'game', taskDone: true, submission: project, record: moments };
export const reviewed: Person = {
  ...underReview,
  track: 'android',
  record: { ...moments, submissionReviewed: true, graded: true },
};
/** Feedback with a link, without marks yet. */
export const withFeedback: Person = {
  ...underReview,
  track: 'web',
  record: {
    ...moments,
    feedback:
      'The board is clear and quick.\n\nTwo things to do next: tests for the dates, and see https://example.org/a11y for the colours.',
    feedbackAt: '2025-10-30T09:00:00.000Z',
  },
};
/** Long values in every field. */
export const longWinded: Person = {
  track: 'ml',
  taskDone: true,
  submission: longProject,
  record: moments,
  details: {
    fullName: longName,
    department: 'Electronics and Communication Engineering-Advanced Communication Technology',
  },
};

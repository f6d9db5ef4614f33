import type { Member } from './members.ts';

export type StepStatus = 'completed' | 'current' | 'pending';

/** The text of a step's badge. */
export const stepStatusLabels: Record<StepStatus, string> = {
  completed: 'Completed',
  current: 'Current',
  pending: 'Pending',
};

export interface Step {
  title: string;
  status: StepStatus;
  description: string;
}

/** The fields of a record that progress depends on. Null stands for a missing record. */
export type ProgressRecord = Pick<
  Member,
  'developmentTrack' | 'taskCompleted' | 'githubLink' | 'submissionReviewed'
>;

const emptyRecord: ProgressRecord = {
  developmentTrack: null,
  taskCompleted: false,
  githubLink: null,
  submissionReviewed: false,
};

/** Said of a reviewed submission once the member has a result, instead of what waits for one. */
const reviewed = 'Your submission has been reviewed.';

/** The four steps of registration (spec, point 4), derived from the record and never stored. */
export function timeline(record: ProgressRecord | null, hasResult = false): [Step, Step, Step, Step] {
  const { developmentTrack, taskCompleted, githubLink, submissionReviewed } = record ?? emptyRecord;
  return [
    {
      title: 'Create Account',
      status: 'completed',
      description: 'Your account has been created.',
    },
    {
      title: 'Select Development Track',
      status: developmentTrack ? 'completed' : 'current',
      description: developmentTrack
        ? 'You have selected your development track.'
        : 'Choose one of the four development tracks.',
    },
    {
      title: 'Complete Assigned Task',
      status: taskCompleted ? 'completed' : developmentTrack ? 'current' : 'pending',
      description: taskCompleted
        ? 'You have completed the task for your track.'
        : developmentTrack
          ? 'Work through the task for your track, then mark it as done.'
          : 'Your task appears here once you have selected a track.',
    },
    {
      title: 'Submit Project Details',
      status: submissionReviewed ? 'completed' : githubLink || taskCompleted ? 'current' : 'pending',
      description: submissionReviewed
        ? hasResult
          ? reviewed
          : `${reviewed} Results will be out soon.`
        : githubLink
          ? 'Your submission is under review.'
          : taskCompleted
            ? 'Send us the link to your project and a short description.'
            : 'Submit your project once the task is done.',
    },
  ];
}

/** Whether 'Mark as Done' can be undone: until a project is submitted. */
export function canReopenTask({ taskCompleted, githubLink }: ProgressRecord): boolean {
  return taskCompleted && githubLink === null;
}

/** Texts around 'Mark as Done'. */
export const taskMessages = {
  /** With the reason, below the button. */
  markFailed: (reason: string) => `Your task wasn’t marked as done. ${reason}`,
  undoFailed: (reason: string) => `Your task is still marked as done. ${reason}`,
  submitted: 'You’ve submitted a project, so your task stays marked as done.',
} as const;

/** The member's link to the contact form, by what was submitted and answered. */
export function submitAction(record: Pick<Member, 'githubLink' | 'submissionReviewed' | 'feedback'>): {
  label: 'Submit Project' | 'Edit submission' | 'Submit again';
  to: '/contact' | '/contact?edit';
} {
  if (record.githubLink === null) return { label: 'Submit Project', to: '/contact' };
  const answered = record.feedback !== null || record.submissionReviewed;
  return { label: answered ? 'Submit again' : 'Edit submission', to: '/contact?edit' };
}

/** Whether the member has something to do: nothing is decided, and what was submitted has an answer. */
export function isMembersTurn(
  {
    githubLink,
    submissionReviewed,
    feedback,
  }: Pick<Member, 'githubLink' | 'submissionReviewed' | 'feedback'>,
  hasResult: boolean,
): boolean {
  return !hasResult && !submissionReviewed && (githubLink === null || feedback !== null);
}

/** The number of completed steps, 1 to 4. */
export function completedSteps(record: ProgressRecord | null): number {
  return timeline(record).filter((step) => step.status === 'completed').length;
}

/** The first step that is current, or null if none is. */
export function currentStep(record: ProgressRecord | null): Step | null {
  return timeline(record).find((step) => step.status === 'current') ?? null;
}

export interface NextSteps {
  /** Information about the submission, or null before there is one. */
  notice: string | null;
  button: { label: 'Submit Project' | 'View Task'; to: '/contact' | '/contact?edit' | '/user-tasks' };
}

/** The dashboard's Next Steps card: its notice and its button (spec, point 4). After feedback, the form is filled in. */
export function nextSteps(record: (ProgressRecord & Partial<Member>) | null, hasResult = false): NextSteps {
  const { taskCompleted, githubLink, submissionReviewed } = record ?? emptyRecord;
  return {
    notice: submissionReviewed
      ? hasResult
        ? reviewed
        : 'Your submission has been reviewed and graded. Stay tuned for the results!'
      : githubLink
        ? 'Your submission is under review.'
        : null,
    button: taskCompleted
      ? { label: 'Submit Project', to: record?.feedback ? '/contact?edit' : '/contact' }
      : { label: 'View Task', to: '/user-tasks' },
  };
}

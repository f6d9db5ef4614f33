import { type Track, trackLabels } from '#domain/member-choices.ts';
import type { Member } from '#domain/members.ts';

/** Explains how changing to another track affects finished work; null if there is none. */
export function trackChangeNote(
  { githubLink, taskCompleted }: Pick<Member, 'githubLink' | 'taskCompleted'>,
  next: Track,
): string | null {
  if (githubLink) {
    return `Your submitted project and its review stay as they are, but your task becomes the one for ${trackLabels[next]}. To replace the project, submit another one.`;
  }
  return taskCompleted
    ? `Your task stays marked as done, although ${trackLabels[next]} has a different task.`
    : null;
}

/** The headings of a task's parts. */
export const taskTexts = {
  requirements: 'Requirements',
  guidelines: 'Guidelines',
  techStack: 'Tech Stack',
  status: 'Task Status',
  resources: 'Learning Resources',
} as const;

export const memberTexts = {
  steps: (done: number, all: number) => `${done} of ${all} steps completed`,
  /** The steps in one word each, under their cells. */
  stepNames: ['account', 'track', 'task', 'submit'],
  submittedOn: 'Submitted on',
  figures: 'The club in figures',
  president: (name: string) => `President: ${name}`,
  newTab: '(opens in a new tab)',
} as const;

import { z } from 'zod';
import type { Track } from './member-choices.ts';

/** What a requirement's badge says (spec, point 3). The club's own tasks mark every one of them 'required'. */
export const requirementStatuses = ['required', 'optional', 'completed'] as const;

/** What the badge says. */
export const requirementStatusLabels: Record<RequirementStatus, string> = {
  required: 'Required',
  optional: 'Optional',
  completed: 'Completed',
};

const text = z.string().trim().min(1);

/** One thing the project must do, worded so that a reviewer can check it. */
export const taskRequirement = z.strictObject({
  title: text,
  description: text,
  status: z.enum(requirementStatuses),
});

/** An entry of the Learning Resources card, shown on /user-tasks only. */
export const taskResource = z.strictObject({
  /** What the link's text says. */
  name: text,
  /** An absolute http or https address; other schemes, such as javascript:, are refused. */
  link: z.url({ protocol: /^https?$/ }),
});

/**
 * The task of one development track, as `content/tasks/<track>.json` holds it (spec, point 3, 'Task
 * definition'). Text is trimmed and never empty, no list is empty, and unknown fields are refused.
 */
export const taskDefinition = z.strictObject({
  title: text,
  description: text,
  requirements: z.array(taskRequirement).min(1),
  /** How to work and what reviewers look for, one sentence or two each. */
  guidelines: z.array(text).min(1),
  /** Names of languages, libraries and tools. */
  techStack: z.array(text).min(1),
  resources: z.array(taskResource).min(1),
});

export type RequirementStatus = (typeof requirementStatuses)[number];
export type TaskRequirement = z.infer<typeof taskRequirement>;
export type TaskResource = z.infer<typeof taskResource>;
export type TaskDefinition = z.infer<typeof taskDefinition>;

/** The rows of the Task Status card, the same for every task (spec, points 2 and 9). */
export const taskStatusRows = [
  { label: 'Status', value: 'Active' },
  { label: 'Deadline', value: 'Flexible' },
  { label: 'Difficulty', value: 'Intermediate' },
] as const;

/** The tabs of /tasks, in order; the first is open at the start (spec, point 2, 'Tasks'). */
export const taskTabs = [
  { track: 'web', label: 'Web' },
  { track: 'android', label: 'Android' },
  { track: 'ml', label: 'Machine' },
  { track: 'game', label: 'Game' },
] as const satisfies readonly { track: Track; label: string }[];

/** What /user-tasks says to a member without a track, above a link to /dashboard (spec, point 2). */
export const noTask = {
  title: 'No Task Assigned',
  text: 'Please select a development track in your dashboard to view your assigned task.',
} as const;

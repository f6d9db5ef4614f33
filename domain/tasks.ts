import * as z from 'zod/mini';
import { boundedString, clubList } from './bounded.ts';
import { limits } from './limits.ts';
import type { Track } from './member-choices.ts';
import { clubText as text } from './required-text.ts';
import { webAddress } from './web-address.ts';

/** The states of a requirement (spec, point 3). The club's own tasks mark all of them as 'required'. */
const requirementStatuses = ['required', 'optional', 'completed'] as const;

/** The text of a requirement's badge. */
export const requirementStatusLabels: Record<RequirementStatus, string> = {
  required: 'Required',
  optional: 'Optional',
  completed: 'Completed',
};

/** One thing that the project must do, specific enough for a reviewer to check. */
const taskRequirement = z.strictObject({
  /** Reviews tick it by this. It stays when the requirement is reworded; empty asks for one. */
  id: z._default(boundedString(40).check(z.regex(/^[\w-]*$/, 'must be letters, digits and hyphens')), ''),
  title: text,
  description: text,
  status: z.enum(requirementStatuses),
});

/** An entry of the Learning Resources card, shown on /user-tasks only. */
const taskResource = z.strictObject({
  /** The text of the link. */
  name: text,
  /** An absolute http or https address; other schemes, such as javascript:, are refused. */
  link: boundedString(limits.url).check(
    z.refine((link) => webAddress(link) !== null, 'must be an http or https address'),
  ),
});

/**
 * The task of one development track, from `content/tasks/<track>.json` (spec, point 3, 'Task definition'). Text is
 * trimmed and never empty, no list is empty, and unknown fields are rejected.
 */
export const taskDefinition = z.strictObject({
  title: text,
  description: text,
  requirements: clubList(taskRequirement).check(z.overwrite(withIds)),
  /** How to work and what reviewers look for, one or two sentences each. */
  guidelines: clubList(text),
  /** Names of languages, libraries and tools. */
  techStack: clubList(text),
  resources: clubList(taskResource),
});

export type RequirementStatus = (typeof requirementStatuses)[number];
export type TaskRequirement = z.infer<typeof taskRequirement>;
export type TaskResource = z.infer<typeof taskResource>;
export type TaskDefinition = z.infer<typeof taskDefinition>;

/** Gives each requirement without an id, or with one that an earlier one has, an id made of its title. */
function withIds(requirements: TaskRequirement[]): TaskRequirement[] {
  const taken = new Set(requirements.map(({ id }) => id));
  const seen = new Set(['']);
  return requirements.map((requirement) => {
    const { id, title } = requirement;
    if (!seen.has(id)) {
      seen.add(id);
      return requirement;
    }
    const words = title.toLowerCase().match(/[a-z\d]+/g) ?? ['requirement'];
    const name = words.join('-').slice(0, 30);
    let free = name;
    for (let number = 2; taken.has(free); number += 1) free = `${name}-${number}`;
    taken.add(free);
    return { ...requirement, id: free };
  });
}

/** Those of a task's requirements that have one of these ids. */
export function requirementsAmong(
  { requirements }: Pick<TaskDefinition, 'requirements'>,
  ids: readonly string[],
): TaskRequirement[] {
  return requirements.filter(({ id }) => ids.includes(id));
}

/** The Task Status card, the same for every task that has no deadline (spec, points 2 and 9). */
export const taskStatus = { Status: 'Active', Deadline: 'Flexible', Difficulty: 'Intermediate' } as const;

/** The tabs of /tasks in order; the first is open initially (spec, point 2, 'Tasks'). */
export const taskTabs = [
  { track: 'web', label: 'Web' },
  { track: 'android', label: 'Android' },
  { track: 'ml', label: 'Machine' },
  { track: 'game', label: 'Game' },
] as const satisfies readonly { track: Track; label: string }[];

/** Shown on /user-tasks to a member without a track, with a link to /dashboard (spec, point 2). */
export const noTask = {
  title: 'No Task Assigned',
  text: 'Please select a development track in your dashboard to view your assigned task.',
} as const;

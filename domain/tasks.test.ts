import { describe, expect, it } from 'vitest';
import { tracks } from './member-choices.ts';
import { type TaskDefinition, taskDefinition, taskTabs } from './tasks.ts';

function aTask(): TaskDefinition {
  return {
    title: 'Notes app',
    description: 'Build a notes app.',
    requirements: [{ title: 'Notes are kept', description: 'They survive a reload.', status: 'required' }],
    guidelines: ['Commit often.'],
    techStack: ['TypeScript'],
    resources: [{ name: 'MDN', link: 'https://developer.mozilla.org/en-US/' }],
  };
}

function faultPaths(value: unknown): string[] {
  const result = taskDefinition.safeParse(value);
  return result.success ? [] : result.error.issues.map((issue) => issue.path.join('.'));
}

describe('taskDefinition', () => {
  it('accepts a complete task and trims its text', () => {
    expect(taskDefinition.parse({ ...aTask(), title: ' Notes app\n' })).toEqual(aTask());
  });

  it.each(['required', 'optional', 'completed'])('accepts the status %s', (status) => {
    const requirements = [{ title: 'Notes are kept', description: 'They survive a reload.', status }];
    expect(faultPaths({ ...aTask(), requirements })).toEqual([]);
  });
});

describe('taskTabs', () => {
  it('has one tab per track, web first', () => {
    expect(taskTabs.map((tab) => tab.label)).toEqual(['Web', 'Android', 'Machine', 'Game']);
    expect(taskTabs[0].track).toBe('web');
    expect(taskTabs.map((tab) => tab.track).toSorted()).toEqual([...tracks].toSorted());
  });
});

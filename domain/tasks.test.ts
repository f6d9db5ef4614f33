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

describe('taskDefinition', () => {
  it('accepts a complete task and trims its text', () => {
    expect(taskDefinition.parse({ ...aTask(), title: ' Notes app\n' })).toEqual(aTask());
  });
});

describe('taskTabs', () => {
  it('has one tab per track, web first', () => {
    expect(taskTabs.map((tab) => tab.label)).toEqual(['Web', 'Android', 'Machine', 'Game']);
    expect(taskTabs[0].track).toBe('web');
    expect(taskTabs.map((tab) => tab.track).toSorted()).toEqual([...tracks].toSorted());
  });
});

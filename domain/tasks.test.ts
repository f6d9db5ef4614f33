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

  it.each(['title', 'description', 'requirements', 'guidelines', 'techStack', 'resources'] as const)(
    'requires %s',
    (field) => {
      const { [field]: _, ...rest } = aTask();
      expect(faultPaths(rest)).toEqual([field]);
    },
  );

  it.each(['requirements', 'guidelines', 'techStack', 'resources'])(
    'rejects an empty list of %s',
    (field) => {
      expect(faultPaths({ ...aTask(), [field]: [] })).toEqual([field]);
    },
  );

  it('rejects text that is only spaces', () => {
    expect(faultPaths({ ...aTask(), guidelines: ['Commit often.', '  '] })).toEqual(['guidelines.1']);
  });

  it.each(['required', 'optional', 'completed'])('accepts the status %s', (status) => {
    const requirements = [{ title: 'Notes are kept', description: 'They survive a reload.', status }];
    expect(faultPaths({ ...aTask(), requirements })).toEqual([]);
  });

  it('rejects any other status', () => {
    const requirements = [{ title: 'Notes are kept', description: 'They survive a reload.', status: 'done' }];
    expect(faultPaths({ ...aTask(), requirements })).toEqual(['requirements.0.status']);
  });

  it.each(['http://localhost:8080/a?b#c', 'https://kotlinlang.org/docs/home.html'])('accepts %s', (link) => {
    expect(faultPaths({ ...aTask(), resources: [{ name: 'A page', link }] })).toEqual([]);
  });

  it.each(['javascript:alert(1)', 'data:text/html,x', 'ftp://example.org/a', 'react.dev', '/docs', ''])(
    'rejects the link %j',
    (link) => {
      expect(faultPaths({ ...aTask(), resources: [{ name: 'A page', link }] })).toEqual(['resources.0.link']);
    },
  );

  it('rejects unknown fields at every level', () => {
    expect(taskDefinition.safeParse({ ...aTask(), deadline: 'Friday' }).success).toBe(false);
    const resources = [{ name: 'MDN', link: 'https://developer.mozilla.org/', url: 'x' }];
    expect(faultPaths({ ...aTask(), resources })).toEqual(['resources.0']);
  });
});

describe('taskTabs', () => {
  it('has one tab per track, web first', () => {
    expect(taskTabs.map((tab) => tab.label)).toEqual(['Web', 'Android', 'Machine', 'Game']);
    expect(taskTabs[0].track).toBe('web');
    expect(taskTabs.map((tab) => tab.track).toSorted()).toEqual([...tracks].toSorted());
  });
});

import { expect, it } from 'vitest';
import { tracks } from './member-choices.ts';
import { taskTabs } from './tasks.ts';

it('has one tab per track, web first', () => {
  expect(taskTabs.map((tab) => tab.label)).toEqual(['Web', 'Android', 'Machine', 'Game']);
  expect(taskTabs[0].track).toBe('web');
  expect(taskTabs.map((tab) => tab.track).toSorted()).toEqual([...tracks].toSorted());
});

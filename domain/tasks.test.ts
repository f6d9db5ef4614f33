import { expect, it } from 'vitest';
import web from '#content/tasks/web.json' with { type: 'json' };
import { taskDefinition } from './tasks.ts';

const idsOf = (requirements: readonly { id?: string; title: string }[]) => {
  const given = requirements.map((each) => ({ description: 'Text.', status: 'required', ...each }));
  return taskDefinition.parse({ ...web, requirements: given }).requirements.map(({ id }) => id);
};

it('a requirement without an id gets one of its title, which it keeps when it is reworded', () => {
  const titles = ['Search & filter', 'भाषा', 'Search, filter', 'Tests '.repeat(20)];
  const ids = ['search-filter', 'requirement', 'search-filter-2', 'tests-tests-tests-tests-tests-'];
  expect(idsOf(titles.map((title) => ({ title })))).toEqual(ids);
  expect(idsOf(ids.map((id) => ({ id, title: 'Reworded' })))).toEqual(ids);
});

it('two requirements never have one id, whatever a file says', () => {
  const copied = [
    { title: 'Tests' },
    { id: 'tests', title: 'Automated' },
    { id: 'tests', title: 'Copied' },
    { id: '', title: 'Tests' },
  ];
  expect(idsOf(copied)).toEqual(['tests-2', 'tests', 'copied', 'tests-3']);
  expect(() => idsOf([{ id: '<b>', title: 'Tests' }])).toThrow(/letters, digits and hyphens/);
});

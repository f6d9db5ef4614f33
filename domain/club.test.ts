import { expect, it } from 'vitest';
import { clubLeaders, openRolesLine } from './club.ts';

it('lists the president first, with null for names that are not filled in', () => {
  const president = { name: null, text: 'Leads the club.' };
  const leadership = [{ role: 'Design Lead', name: 'A Student', text: 'Looks after design.' }];
  expect(clubLeaders({ president, leadership })).toEqual([
    { role: 'President', ...president },
    ...leadership,
  ]);
});

it.each([
  [['Tech', 'Design', 'Social Media', 'Content'], 'Tech, Design, Social Media, and Content Team Member'],
  [['Tech', 'Design'], 'Tech and Design Team Member'],
  [['Tech'], 'Tech Team Member'],
  [[], ''],
])('joins open roles: %j', (teams, line) => {
  expect(openRolesLine(teams.map((team) => ({ team, text: 'Helps.' })))).toBe(line);
});

import { describe, expect, it } from 'vitest';
import { type Club, club, clubLeaders, openRolesLine } from './club.ts';

function aClub(): Club {
  const entry = { title: 'A title', text: 'A text.' };
  return {
    name: 'Software Development Club',
    shortName: 'SDC',
    university: null,
    president: { name: null, text: 'Leads the club.' },
    leadership: [{ role: 'Design Lead', name: 'A Student', text: 'Looks after design.' }],
    recruitmentStatus: 'Recruitment is ongoing',
    contactSubject: 'New message',
    about: {
      mission: 'A place to build software.',
      stats: [{ value: '500+', label: 'Members' }],
      reasons: [entry],
      activities: [{ title: 'Workshops', schedule: 'Weekly', text: 'Hands-on.' }],
      openRoles: [{ team: 'Tech', text: 'Helps with workshops.' }],
    },
    faq: [{ question: 'Can beginners join?', answer: 'Yes.' }],
    terms: Array.from({ length: 7 }, () => entry),
  };
}

describe('club', () => {
  it('accepts a complete club, with and without people and university', () => {
    expect(club.parse(aClub())).toEqual(aClub());
    const filledIn = {
      ...aClub(),
      university: 'A University',
      president: { name: 'A Student', text: 'Leads.' },
    };
    expect(club.parse(filledIn)).toEqual(filledIn);
  });
});

describe('clubLeaders', () => {
  it('lists the president first, with null for names that are not filled in', () => {
    expect(clubLeaders(aClub())).toEqual([
      { role: 'President', name: null, text: 'Leads the club.' },
      { role: 'Design Lead', name: 'A Student', text: 'Looks after design.' },
    ]);
  });
});

describe('openRolesLine', () => {
  it.each([
    [['Tech', 'Design', 'Social Media', 'Content'], 'Tech, Design, Social Media, and Content Team Member'],
    [['Tech', 'Design'], 'Tech and Design Team Member'],
    [['Tech'], 'Tech Team Member'],
    [[], ''],
  ])('joins %j', (teams, line) => {
    expect(openRolesLine(teams.map((team) => ({ team, text: 'Helps.' })))).toBe(line);
  });
});

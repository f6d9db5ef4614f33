import type { Club } from './club.ts';

/** A leading role; `name` is null where the club has not filled it in. */
export interface ClubLeader {
  role: string;
  name: string | null;
  text: string;
}

/** Everyone who leads the club, the president first, as the About page lists them. */
export function clubLeaders(from: Pick<Club, 'president' | 'leadership'>): ClubLeader[] {
  return [{ role: 'President', ...from.president }, ...from.leadership];
}

/** What one open role is called: 'Design' becomes 'Design Team Member'. */
export function openRoleTitle(team: string): string {
  return `${team} Team Member`;
}

/**
 * All open roles in the spec's wording (point 9): 'Tech, Design, Social Media, and Content Team Member';
 * an empty text when none is open.
 */
export function openRolesLine(roles: Club['about']['openRoles']): string {
  const teams = roles.map(({ team }) => team);
  const last = teams.pop();
  if (last === undefined) return '';
  if (teams.length < 2) return openRoleTitle([...teams, last].join(' and '));
  return openRoleTitle(`${teams.join(', ')}, and ${last}`);
}

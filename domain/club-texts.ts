import type { Club } from './club.ts';

/** A leading role; `name` is null if the club has not filled it in. */
export interface ClubLeader {
  role: string;
  name: string | null;
  text: string;
}

/** The club's leaders in the order of the About page, the president first. */
export function clubLeaders(from: Pick<Club, 'president' | 'leadership'>): ClubLeader[] {
  return [{ role: 'President', ...from.president }, ...from.leadership];
}

/** The title of one open role: 'Design' becomes 'Design Team Member'. */
export function openRoleTitle(team: string): string {
  return `${team} Team Member`;
}

/**
 * All open roles in the spec's wording (point 9): 'Tech, Design, Social Media, and Content Team Member'.
 * Empty if none is open.
 */
export function openRolesLine(roles: Club['about']['openRoles']): string {
  const teams = roles.map(({ team }) => team);
  const last = teams.pop();
  if (last === undefined) return '';
  if (teams.length < 2) return openRoleTitle([...teams, last].join(' and '));
  return openRoleTitle(`${teams.join(', ')}, and ${last}`);
}

import * as z from 'zod/mini';
import { clubList } from './bounded.ts';
import type { ClubDeadlines, RecruitmentNews } from './dates.ts';
import { logo } from './logo.ts';
import type { Track } from './member-choices.ts';
import { clubLine, clubText as text } from './required-text.ts';

/** Null if the club has not filled it in; pages then omit the name. */
const personName = z.nullable(clubLine);

const titledText = z.strictObject({ title: text, text });

const about = z.strictObject({
  /** The purpose of the club, one paragraph. */
  mission: text,
  /** Figures (spec, point 9): `value` is shown as written, such as '500+'. */
  stats: clubList(z.strictObject({ value: text, label: text })),
  reasons: clubList(titledText),
  /** The club's activities and their schedule (spec, point 9). */
  activities: clubList(z.strictObject({ title: text, schedule: text, text })),
  /** Teams that are looking for members (spec, point 9, 'Open roles'); may be empty. */
  openRoles: clubList(z.strictObject({ team: text, text }), 0),
});

/**
 * The content of `content/club.json`: what spec points 2 and 9 leave to the club for the footer and for the About,
 * Contact and Terms pages. Text is trimmed and never empty; unknown fields are rejected.
 */
export const club = z.strictObject({
  /** The full name, shown in the footer. */
  name: clubLine,
  /** The short name, such as 'SDC'. */
  shortName: clubLine,
  logo: z._default(logo, null),
  /** Null omits the university. */
  university: z.nullable(clubLine),
  /** Named in the footer (spec, point 2, 'Dashboard'); `text` describes the president's responsibilities. */
  president: z.strictObject({ name: personName, text }),
  /** The other leading roles in the order of the About page; `text` describes the responsibilities. */
  leadership: clubList(z.strictObject({ role: text, name: personName, text }), 0),
  /** The footer's text about whether the club accepts new members. */
  recruitmentStatus: clubLine,
  /** The contact form's hidden subject (spec, point 3, 'Contact form submission'); one line. */
  contactSubject: clubLine,
  about,
  /** The contact page's FAQ (spec, point 2, 'Contact'). */
  faq: clubList(z.strictObject({ question: text, answer: text })),
  /** The numbered terms, exactly seven (spec, point 2, 'Terms'); the page adds the numbers. */
  terms: clubList(titledText, 0).check(z.length(7)),
});

export type Club = z.infer<typeof club>;

/** The club's texts, with the titles of the four tasks. */
export interface ClubTexts extends Club {
  taskTitles: Record<Track, string>;
  /** The labels of the contact form in content/forms.json, by field; missing if another service has the form. */
  contactLabels?: Record<string, string>;
}

/** The texts that every page carries. The logo is its address. */
export interface PageTexts extends ClubTexts {
  /** Those to choose from. */
  departments: { registration: readonly string[]; profile: readonly string[] };
  recruitment: RecruitmentNews;
  /** Of the days and times on the page: one that was loaded with another is outdated, as after a release. */
  timeZone: string;
  /** Missing without a deadline. */
  due?: ClubDeadlines;
  /** Somebody has a passkey, so that the sign-in pages offer them. */
  passkeys?: boolean;
  /** The name of the OpenID provider by which people sign in. Missing without one. */
  provider?: string;
}

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

import { type ListState, listState } from '#client/lib/list-state.ts';
import type { ListView } from '#client/member-ui/filters/list-view.ts';
import { submissionTable, userTable } from '#domain/admin.ts';
import { type MemberSort, memberExportQuery } from '#domain/member-list.ts';
import { listTexts } from './texts.ts';

/** A column has the name of its order. */
export type ColumnId = MemberSort;

/** The configuration of one of the two tables: its filters, first columns and texts. */
export interface TablePreset {
  state: ListState<ListView>;
  /** Only members who have submitted are in it, with the track of the submission. */
  ofSubmissions: boolean;
  /** The browser stores the chosen columns under this name. */
  name: 'users' | 'submissions';
  label: string;
  columns: readonly ColumnId[];
  /** Headings that differ from the columns' own. */
  labels: Partial<Record<ColumnId, string>>;
  missing: string;
  missingTrack: string;
  empty: string;
  /** The noun for a row, singular and plural. */
  nouns: readonly [one: string, many: string];
}

/** The Project Submissions table of /admin-dashboard: the spec's five columns (point 2). */
export const submissionsPreset: TablePreset = {
  name: 'submissions',
  label: submissionTable.title,
  state: listState(memberExportQuery, { defaults: { sort: 'submittedAt' }, fixed: { submitted: true } }),
  ofSubmissions: true,
  columns: ['fullName', 'email', 'githubLink', 'submissionReviewed', 'graded'],
  labels: {
    fullName: submissionTable.columns[0],
    email: submissionTable.columns[1],
    developmentTrack: listTexts.track,
    githubLink: submissionTable.columns[2],
    submissionReviewed: submissionTable.columns[3],
    graded: submissionTable.columns[4],
  },
  missing: submissionTable.missing,
  missingTrack: submissionTable.missing,
  empty: submissionTable.empty,
  nouns: listTexts.submissionNouns,
};

/** The user table of /admin (spec, points 2, 8 and 9). */
export const usersPreset: TablePreset = {
  name: 'users',
  label: listTexts.users,
  state: listState(memberExportQuery),
  ofSubmissions: false,
  columns: userTable.columns,
  labels: {},
  missing: userTable.missing,
  missingTrack: userTable.missingTrack,
  empty: userTable.empty,
  nouns: listTexts.userNouns,
};

import * as z from 'zod/mini';
import { type MemberExportQuery, memberExportQuery } from '#domain/member-list.ts';

/** The filters and order of a list, as in the page's address. */
export type ListView = MemberExportQuery;

/** The defaults of a list, and the filters that the address cannot change. */
export interface ListPreset {
  sort: ListView['sort'];
  dir: ListView['dir'];
  submitted?: boolean;
}

const names = z.keyof(memberExportQuery).options;
type Name = (typeof names)[number];

/** Reads a view from an address. Invalid values are ignored. */
export function readView(search: URLSearchParams, preset: ListPreset): ListView {
  const given: Record<string, string> = { sort: preset.sort, dir: preset.dir };
  for (const name of names) {
    const text = search.get(name);
    if (text !== null) given[name] = text;
  }
  const parsed = parse(given, preset);
  return preset.submitted === undefined ? parsed : { ...parsed, submitted: preset.submitted };
}

function parse(given: Record<string, string>, preset: ListPreset): ListView {
  const first = memberExportQuery.safeParse(given);
  if (first.success) return first.data;
  const unfit = new Set(first.error.issues.map((issue: z.core.$ZodIssue) => issue.path[0]));
  const fitting = Object.fromEntries(Object.entries(given).filter(([name]) => !unfit.has(name)));
  return memberExportQuery.parse({ sort: preset.sort, dir: preset.dir, ...fitting });
}

/** The query string of a view, or of its filters alone, for the server. */
export function viewQuery(view: { [Field in Name]?: ListView[Field] | undefined }): URLSearchParams {
  const query = new URLSearchParams();
  for (const name of names) {
    const value = view[name];
    if (value !== undefined && value !== '') query.set(name, String(value));
  }
  return query;
}

/** Writes a view into an address, without the preset's defaults, and keeps the parameters of others. */
export function writeView(search: URLSearchParams, view: ListView, preset: ListPreset): URLSearchParams {
  const next = new URLSearchParams(search);
  const query = viewQuery(view);
  for (const name of names) {
    const text = query.get(name);
    if (text === null || text === presetText(preset, name)) next.delete(name);
    else next.set(name, text);
  }
  return next;
}

function presetText(preset: ListPreset, name: Name): string | undefined {
  const value = name in preset ? preset[name as keyof ListPreset] : undefined;
  return value === undefined ? undefined : String(value);
}

const filterNames = ['track', 'year', 'department', 'step', 'submitted', 'reviewed', 'graded'] as const;
export type FilterName = (typeof filterNames)[number];

/** The filters that are set, without the search and the preset's defaults. */
export function activeFilters(view: ListView, preset: ListPreset): FilterName[] {
  return filterNames.filter(
    (name) => view[name] !== undefined && !(name === 'submitted' && preset.submitted !== undefined),
  );
}

/** The view without search and filters. */
export function unfiltered({ sort, dir }: ListView, preset: ListPreset): ListView {
  return { q: '', sort, dir, ...(preset.submitted !== undefined && { submitted: preset.submitted }) };
}

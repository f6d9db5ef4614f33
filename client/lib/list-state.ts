import { infiniteQueryOptions, type QueryKey } from '@tanstack/react-query';
import { useCallback, useMemo } from 'react';
import type * as z from 'zod/mini';
import { request } from './api.ts';
import { useUrlState } from './use-url-state.ts';

type Rule = z.ZodMiniObject;

/** Filter and order of a list: how they stand in an address, and their defaults. */
export interface ListState<View> {
  names: readonly (keyof View & string)[];
  /** Reads a view from an address. Invalid values are ignored. */
  read(search: URLSearchParams): View;
  changed(view: View): (keyof View & string)[];
}

/**
 * Describes a list by the rule of its query string.
 * @param defaults apply where the address says nothing
 * @param fixed apply whatever the address says
 */
export function listState<R extends Rule>(
  rule: R,
  { defaults = {}, fixed = {} }: { defaults?: Partial<z.output<R>>; fixed?: Partial<z.output<R>> } = {},
): ListState<z.output<R>> {
  type View = z.output<R>;
  const names = Object.keys(rule.shape) as (keyof View & string)[];
  const preset = { ...rule.parse(asTexts(defaults)), ...fixed } as View;

  function read(search: URLSearchParams): View {
    const given: Record<string, string> = asTexts(defaults);
    for (const name of names) given[name] = search.get(name) ?? given[name] ?? '';
    const texts = Object.fromEntries(Object.entries(given).filter(([, text]) => text !== ''));
    const parsed = rule.safeParse(texts);
    for (const { path } of parsed.error?.issues ?? []) delete texts[String(path[0])];
    const view = parsed.success ? parsed.data : rule.parse({ ...asTexts(defaults), ...texts });
    return { ...(view as View), ...fixed };
  }

  return { names, read, changed: (view) => names.filter((name) => view[name] !== preset[name]) };
}

function asTexts(view: object): Record<string, string> {
  const set = Object.entries(view).filter(([, value]) => value !== undefined && value !== '');
  return Object.fromEntries(set.map(([name, value]) => [name, String(value)]));
}

/** A view, or a part of it, as a query string. */
export function listQuery(view: object): URLSearchParams {
  return new URLSearchParams(asTexts(view));
}

/** Values of a view as texts. An empty one stands for its default. */
export type ViewTexts<View> = { [Name in keyof View]?: string };

/** The address with these values and without defaults. It keeps the parameters of others. */
export function writeView<View extends object>(
  search: URLSearchParams,
  state: ListState<View>,
  texts: ViewTexts<View>,
): URLSearchParams {
  const next = new URLSearchParams(search);
  for (const [name, text] of Object.entries<string | undefined>(texts)) {
    if (text) next.set(name, text);
    else next.delete(name);
  }
  const view = state.read(next);
  const changed = state.changed(view);
  for (const name of state.names) if (!changed.includes(name)) next.delete(name);
  return next;
}

/** The view in the page's address, which can be bookmarked, and how to change it. Back does not undo a filter. */
export function useListState<View extends object>(state: ListState<View>) {
  const { search, update } = useUrlState();
  const view = useMemo(() => state.read(search), [state, search]);
  const change = useCallback(
    (texts: ViewTexts<View>) => update((now) => writeView(now, state, texts)),
    [state, update],
  );
  return { view, change, search };
}

/** The query that reads a list page by page. */
export function pagesQuery<Page extends { nextCursor: string | number | null }, const Key extends QueryKey>(
  queryKey: Key,
  path: string,
  rule: z.ZodMiniType<Page>,
  query: object,
) {
  return infiniteQueryOptions({
    queryKey,
    initialPageParam: '' as string | number,
    queryFn: ({ pageParam, signal }) =>
      request(`${path}?${listQuery({ ...query, cursor: pageParam })}`, rule, { signal }),
    getNextPageParam: (page) => page.nextCursor,
  });
}
